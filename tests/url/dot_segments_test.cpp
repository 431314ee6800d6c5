#include "src/url/dot_segments.hpp"

#include <gtest/gtest.h>

#include <string>

namespace urlsieve {
namespace {

std::string removed(std::string path, bool keep = false, bool* above = nullptr) {
  const shortened_path left = remove_dot_segments(path.data(), path.size(), keep);
  if (above != nullptr) *above = left.above_root;
  return path.substr(0, left.size);
}

// RFC 3986 section 5.2.4 word by word.
std::string literally_removed(std::string in) {
  std::string out;
  const auto pop = [&out] { out.erase(out.rfind('/') == std::string::npos ? 0 : out.rfind('/')); };
  while (!in.empty()) {
    if (in.starts_with("../"))
      in.erase(0, 3);
    else if (in.starts_with("./"))
      in.erase(0, 2);
    else if (in.starts_with("/./"))
      in.erase(0, 2);
    else if (in == "/.")
      in = "/";
    else if (in.starts_with("/../"))
      in.erase(0, 3), pop();
    else if (in == "/..")
      in = "/", pop();
    else if (in == "." || in == "..")
      in.clear();
    else {
      const std::size_t end = std::min(in.find('/', 1), in.size());
      out += in.substr(0, end);
      in.erase(0, end);
    }
  }
  return out;
}

// Every string over a small alphabet up to a length.
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
  every_path(path, 10,
             [](const std::string& any) { ASSERT_EQ(removed(any), literally_removed(any)) << any; });
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

TEST(dot_segments, kept_above_the_root) {
  EXPECT_EQ(removed("/../g", true), "/../g");
  EXPECT_EQ(removed("/a/../../g", true), "/../g");
  EXPECT_EQ(removed("/../a/../../g", true), "/../../g");
  EXPECT_EQ(removed("/..", true), "/..");
  EXPECT_EQ(removed("../g", true), "../g");
  EXPECT_EQ(removed("../../g", true), "../../g");
  EXPECT_EQ(removed("./../g/..", true), "../");
}

}  // namespace
}  // namespace urlsieve
