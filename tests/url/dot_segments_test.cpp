#include "src/url/normalize/dot_segments.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/oracle/resolution_steps.hpp"

namespace urlsieve {
namespace dot_segments_test {

std::string removed(std::string path, bool keep = false, bool* above = nullptr) {
  const shortened_path left = remove_dot_segments(path.data(), path.size(), keep);
  if (above != nullptr) *above = left.above_root;
  return path.substr(0, left.size);
}

// Calls `check` with each string over a small alphabet up to a length.
template <class Check>
void every_path(std::string& path, std::size_t longest, Check check) {
  check(path);
  if (path.size() == longest) return;
  for (const char c : {'/', '.', 'a'}) {
    path.push_back(c);
    every_path(path, longest, check);
    path.pop_back();
  }
}

TEST(dot_segments, are_removed_as_rfc3986_says_word_by_word) {
  std::string path;
  every_path(path, 10, [](const std::string& any) {
    ASSERT_EQ(removed(any), oracle::dots_removed_by_rfc3986(any)) << any;
  });
}

TEST(dot_segments, kept_above_the_root_the_rest_is_the_same) {
  std::string path;
  every_path(path, 9, [](const std::string& any) {
    bool above = false;
    const std::string kept = removed(any, true, &above);
    ASSERT_EQ(removed(kept, true), kept) << any;
    ASSERT_EQ(removed(kept), above ? removed(kept) : removed(any)) << any;
    if (!above) {
      ASSERT_EQ(kept, removed(any)) << any;
    }
  });
}

TEST(dot_segments, are_removed_as_the_drafts_rewrite_the_string) {
  std::string path;
  every_path(path, 11, [](const std::string& any) {
    for (const bool keep : {true, false}) {
      std::string in_place = any;
      in_place.resize(remove_dot_segments_as_drafts(in_place.data(), in_place.size(), keep).size);
      ASSERT_EQ(in_place, oracle::dots_removed_by_drafts(any, keep)) << any;
      // All specifications agree on absolute paths.
      if (any.starts_with('/')) {
        ASSERT_EQ(in_place, removed(any, keep)) << any;
      }
    }
  });
}

TEST(dot_segments, kept_above_the_root) {
  EXPECT_EQ(removed("/../g", true), "/../g");
  EXPECT_EQ(removed("/a/../../g", true), "/../g");
  EXPECT_EQ(removed("/../a/../../g", true), "/../../g");
  EXPECT_EQ(removed("/..", true), "/..");
  EXPECT_EQ(removed("../g", true), "../g");
  EXPECT_EQ(removed("../../g", true), "../../g");
  EXPECT_EQ(removed("./../g/..", true), "../");
}

}  // namespace dot_segments_test
}  // namespace urlsieve
