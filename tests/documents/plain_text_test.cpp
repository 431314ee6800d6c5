// Windows must not be seen: what the finder finds in them is what it finds in the whole.
#include "src/documents/plain_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "src/references/in_text.hpp"

namespace urlsieve {
namespace {

using placed = std::tuple<std::uint64_t, std::string, delimiter, std::uint16_t>;

struct outcome {
  std::vector<placed> references;
  std::uint64_t rejected = 0;
  std::vector<std::size_t> windows;  // sizes
};

void search(std::string_view body, std::uint64_t offset, const text_options& options, outcome& into) {
  text_finder finder(options);
  findings found;
  stats counted;
  document searched;
  searched.body = body;
  finder.find(searched, found, counted);
  for (const reference& one : found.references)
    into.references.emplace_back(offset + one.position, one.raw, one.delimited, one.flags);
  for (const std::uint64_t times : counted.rejected) into.rejected += times;
}

// Feeds `text` in pieces as a reader would: what was not consumed comes again with more behind it.
template <class Next>
outcome search_windows(const std::string& text, const plain_text_limits& limits, const text_options& options,
                       Next next_chunk) {
  plain_text_splitter splitter(limits);
  outcome seen;
  stats counted;
  std::uint64_t offset = 0;
  std::size_t given = 0;
  std::uint64_t expected = 0;
  while (true) {
    const bool last = given == text.size();
    std::vector<slice> slices;
    const std::string_view there = std::string_view(text).substr(offset, given - offset);
    const splitter::progress done = splitter.split(there, offset, last, "test", slices, counted);
    for (const slice& window : slices) {
      EXPECT_EQ(window.offset, expected);
      EXPECT_EQ(window.continues, !seen.windows.empty());
      expected += window.bytes.size();
      seen.windows.push_back(window.bytes.size());
      search(window.bytes, window.offset, options, seen);
    }
    offset += done.consumed;
    if (last) break;
    const std::size_t wanted =
        std::max(next_chunk(), done.needed > given - offset ? std::size_t{1} : std::size_t{0});
    given = std::min(text.size(), given + std::max<std::size_t>(wanted, 1));
  }
  EXPECT_EQ(expected, text.size());
  return seen;
}

// Text dense with what could reach over a cut.
std::string make_text(unsigned seed, std::size_t size) {
  static const std::vector<std::string> pieces{"<http://a.b/c",
                                               "<URL:ftp://x.y/",
                                               "<URL:\n",
                                               "> ",
                                               ">",
                                               "\n",
                                               "\n\n",
                                               "\n> ",
                                               "\n>\n",
                                               "\r\n",
                                               " ",
                                               "\t",
                                               "\"",
                                               "\"http://q.r/",
                                               "http://e.f/g",
                                               "see ",
                                               "word",
                                               "-",
                                               "mailto:a@b.c",
                                               "<mailto:",
                                               "www.h.i",
                                               ",",
                                               ".",
                                               "(",
                                               ")",
                                               "://",
                                               "<",
                                               "<p>",
                                               "\"k\": ",
                                               "\v",
                                               "\f",
                                               "|",
                                               "path/to",
                                               "news:",
                                               "x@y.z"};
  std::mt19937 random(seed);
  std::string text;
  while (text.size() < size) text += pieces[random() % pieces.size()];
  return text;
}

class windows : public ::testing::TestWithParam<bool> {};

TEST_P(windows, give_the_references_of_the_whole_for_any_chunking) {
  text_options options;
  options.max_url = 64;
  options.join_quoted = GetParam();
  options.join_spaces = GetParam();
  options.hyphen = hyphen::both;
  const plain_text_limits limits{200, 1 << 20, options.max_url};
  for (unsigned seed = 1; seed <= 60; ++seed) {
    const std::string text = make_text(seed, 4000);
    outcome whole;
    search(text, 0, options, whole);
    std::mt19937 random(seed);
    std::vector<std::size_t> sizes;
    for (const std::size_t chunk : {1U, 2U, 3U, 63U, 64U, 65U, 4096U, 0U}) {
      const outcome cut = search_windows(
          text, limits, options, [&]() -> std::size_t { return chunk != 0 ? chunk : 1 + random() % 500; });
      ASSERT_EQ(cut.references, whole.references) << "seed " << seed << " chunk " << chunk;
      EXPECT_EQ(cut.rejected, whole.rejected) << "seed " << seed << " chunk " << chunk;
      if (sizes.empty()) sizes = cut.windows;
      EXPECT_EQ(cut.windows, sizes) << "where windows end depends on the chunks";
      EXPECT_GT(cut.windows.size(), 1U);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(joining, windows, ::testing::Bool());

}  // namespace
}  // namespace urlsieve
