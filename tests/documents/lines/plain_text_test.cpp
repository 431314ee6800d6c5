// Windows of plain text are invisible: the finder finds the same references in windows and in the whole text.
#include "src/documents/lines/plain_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "src/references/text/in_text.hpp"
#include "tests/documents/split_in_every_way.hpp"
#include "tests/sanitized.hpp"
#include "tests/text/written_utf16.hpp"

namespace urlsieve {
namespace plain_text_test {

using placed = std::tuple<std::uint64_t, std::string, delimiter, std::uint16_t>;

struct outcome {
  std::vector<placed> references;
  std::uint64_t rejected = 0;
  std::vector<std::size_t> windows;  // sizes

  friend bool operator==(const outcome&, const outcome&) = default;
  friend std::ostream& operator<<(std::ostream& out, const outcome& seen) {
    for (const auto& [place, url, delimited, flags] : seen.references) out << place << " " << url << "\n";
    for (const std::size_t size : seen.windows) out << size << " ";
    return out;
  }
};

void search(std::string_view body, std::uint64_t offset, const text_search& options, outcome& into) {
  text_finder finder(options);
  findings found;
  stats counted;
  document searched;
  searched.body = body;
  finder.find_with_utf16(searched, found, counted);
  for (const reference& link : found.references)
    into.references.emplace_back(offset + link.position, link.raw, link.delimited, link.flags);
  for (const std::uint64_t times : counted.rejected) into.rejected += times;
}

// Searches the windows of `text`, delivered in pieces.
outcome search_windows(const std::string& text, const plain_text_limits& limits, const text_search& options,
                       const testing::way& how = testing::at_once) {
  plain_text_splitter splitter(limits);
  outcome seen;
  std::uint64_t expected = 0;
  for (const testing::kept_slice& window : testing::feed(splitter, text, how).slices) {
    EXPECT_EQ(window.offset, expected);
    EXPECT_EQ(window.continues, !seen.windows.empty());
    expected += window.bytes.size();
    seen.windows.push_back(window.bytes.size());
    search(window.bytes, window.offset, options, seen);
  }
  EXPECT_EQ(expected, text.size());
  return seen;
}

// Returns text with many constructs that could extend over a cut.
std::string make_text(unsigned seed, std::size_t size) {
  static const std::vector<std::string> pieces{"<http://a.b/c",
                                               "<URL:ftp://x.y/",
                                               "<URL:\n",
                                               "> ",
                                               ">",
                                               "\n",
                                               "\n\n",
                                               "\n> ",
                                               "\xC2\xA0",
                                               "\n\xC2\xA0> ",
                                               "<URL:\xC2\xA0\n",
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
                                               "x@y.z",
                                               R"(\n)",
                                               R"(\n\n)",
                                               R"(\")",
                                               R"(\u003c)",
                                               R"(\u003E)",
                                               R"(http:\/\/a.b\/c)",
                                               R"(\\)",
                                               "\\",
                                               "u003c",
                                               "=3D",
                                               "=\n",
                                               "= \t\r\n",
                                               "=3Chttp://k.l/",
                                               "=20",
                                               "=0A",
                                               "=",
                                               "&lt;",
                                               "&gt;",
                                               "&#10;",
                                               "&#x20;",
                                               "&amp;",
                                               "&quot;http",
                                               "hxxp://m[.]n/",
                                               "hxxp://",
                                               "http[:]//",
                                               " [.] ",
                                               "(dot)",
                                               " [ . ",
                                               ".com",
                                               "example",
                                               "[.",
                                               ".]",
                                               "\\.",
                                               "http%3A%2F%2Fo.p%2F",
                                               "http%253A%252F%252Fq.r"};
  std::mt19937 random(seed);
  std::string text;
  while (text.size() < size) text += pieces[random() % pieces.size()];
  return text;
}

class plain_text_windows : public ::testing::TestWithParam<std::tuple<bool, unescape_choice, bool, bool>> {};

text_search search_for(const std::tuple<bool, unescape_choice, bool, bool>& given) {
  text_search options;
  options.max_url = 64;
  options.join_quoted = std::get<0>(given);
  options.join_spaces = std::get<0>(given);
  options.unescape = std::get<1>(given);
  options.refang = std::get<2>(given);
  options.join_bare = std::get<3>(given);
  if (options.join_bare) options.max_url = 300;
  options.hyphen = hyphen_choice::both;
  return options;
}

plain_text_limits limits_for(const text_search& options) {
  return {200, 1 << 20, options.max_url, rewriting_for(options.unescape), options.refang, options.join_bare};
}

// Searches `text` as a whole, into `whole`, and in windows, delivered in every way.
outcome search_both(const std::string& text, const text_search& options, outcome& whole) {
  search(text, 0, options, whole);
  return testing::same_in_every_way(
      [&](const testing::way& how) { return search_windows(text, limits_for(options), options, how); });
}

TEST_P(plain_text_windows, give_the_references_of_the_whole_for_any_chunking) {
  const text_search options = search_for(GetParam());
  for (unsigned seed = 1; seed <= 60; ++seed) {
    const std::string text = make_text(seed, 4000);
    outcome whole;
    const outcome cut = search_both(text, options, whole);
    ASSERT_EQ(cut.references, whole.references) << "seed " << seed;
    EXPECT_EQ(cut.rejected, whole.rejected) << "seed " << seed;
    EXPECT_GT(cut.windows.size(), 1U);
  }
}

// Returns lines of one byte per character and lines in UTF-16, in runs of random length.
std::string make_mixed_text(unsigned seed, std::size_t size) {
  static const std::vector<std::u32string> lines{
      U"see <http://a.b/c\r\nd/e> and \"http://f.g/ h\" there\r\n",
      U"caf\xE9 http://i.j/k \x4E0A\x6D77 http://\x4E0A\x6D77.example/ more words\r\n",
      U"<URL: http://l.m/n\r\n\r\n", U"words without any reference, and again words\r\n"};
  std::mt19937 random(seed);
  std::string text = "text\n";
  while (text.size() < size) {
    const bool wide = random() % 2 == 0;
    for (std::size_t left = 1 + random() % 8; left != 0; --left) {
      const std::u32string& line = lines[random() % lines.size()];
      text += wide ? testing::utf16_of(line, false) : testing::utf8_of(line);
    }
  }
  return text;
}

TEST_P(plain_text_windows, give_the_references_of_utf_16_within_text) {
  const text_search options = search_for(GetParam());
  for (unsigned seed = 1; seed <= 60; ++seed) {
    const std::string text = make_mixed_text(seed, 6000);
    outcome whole;
    const outcome cut = search_both(text, options, whole);
    ASSERT_EQ(cut.references, whole.references) << "seed " << seed;
    EXPECT_EQ(cut.rejected, whole.rejected) << "seed " << seed;
    EXPECT_GT(cut.windows.size(), 1U);
  }
}

// A pause of the input changes no result, and the splitter holds back no complete line that later bytes
// cannot change.
TEST_P(plain_text_windows, give_the_same_where_the_input_pauses) {
  const text_search options = search_for(GetParam());
  const plain_text_limits limits = limits_for(options);
  std::mt19937 random(7);
  for (unsigned seed = 1; seed <= 60; ++seed) {
    const std::string text = make_text(seed, 1500);
    outcome whole;
    search(text, 0, options, whole);
    plain_text_splitter splitter(limits);
    outcome seen;
    std::size_t consumed = 0;
    std::size_t early = 0;
    std::vector<slice> slices;
    stats counted;
    for (std::size_t given = 0; given < text.size();) {
      given = std::min(text.size(), given + 1 + random() % 90);
      const bool last = given == text.size();
      std::string_view pending = std::string_view(text).substr(consumed, given - consumed);
      consumed += splitter.split(pending, consumed, last, "", slices, counted).consumed;
      pending = std::string_view(text).substr(consumed, given - consumed);
      const std::size_t at_pause = last ? 0 : splitter.split_at_pause(pending, consumed, slices);
      consumed += at_pause;
      early += at_pause;
    }
    ASSERT_EQ(consumed, text.size());
    for (const slice& window : slices) search(window.bytes, window.offset, options, seen);
    ASSERT_EQ(seen.references, whole.references) << "seed " << seed;
    EXPECT_EQ(seen.rejected, whole.rejected) << "seed " << seed;
    EXPECT_GT(early, text.size() / 4);
  }
}

TEST(plain_text_at_a_pause, gives_all_that_is_decided) {
  const auto given = [](std::string_view text) {
    plain_text_splitter splitter(plain_text_limits{});
    std::vector<slice> slices;
    stats counted;
    EXPECT_EQ(splitter.split(text, 0, false, "", slices, counted).consumed, 0U);
    return text.substr(0, splitter.split_at_pause(text, 0, slices));
  };
  EXPECT_EQ(given("see http://a.example/ and\n"), "see http://a.example/ and\n");
  EXPECT_EQ(given("one\nsee http://a.example/ and"), "one\nsee http://a.example/ ");
  EXPECT_EQ(given("one\nsee http://a.exam"), "one\nsee ");
  EXPECT_EQ(given("one\n<http://a.example/\n"), "one\n");
  EXPECT_EQ(given("http://a.example/"), "");
}

INSTANTIATE_TEST_SUITE_P(joining, plain_text_windows,
                         ::testing::Combine(::testing::Bool(),
                                            ::testing::Values(unescape_choice::off, unescape_choice::json,
                                                              unescape_choice::qp, unescape_choice::html,
                                                              unescape_choice::percent,
                                                              unescape_choice::latex),
                                            ::testing::Bool(), ::testing::Values(false)));

// Returns lines, many of them as wide as hard-wrapped lines.
std::string make_wrapped_text(unsigned seed, std::size_t size) {
  static const std::vector<std::string> pieces{"see http://a.b/" + std::string(50, 'c') + "/d?e=",
                                               "http://a.b/" + std::string(60, 'c'),
                                               "> http://f.g/" + std::string(57, 'h') + "?",
                                               "&i=1&j=2",
                                               std::string(70, 'k') + "?l",
                                               std::string(40, 'w') + " " + std::string(29, 'w'),
                                               "words that are no part of it",
                                               "m/n/o.html and more",
                                               "> p=q",
                                               "",
                                               "short",
                                               std::string(500, 'x'),
                                               std::string(400, 'y') + " http://r.s/" + std::string(400, 'z'),
                                               "www.t.u/v=1",
                                               "http://1.2/ " + std::string(55, '-') + " 3=4",
                                               "<http://b.c/" + std::string(58, 'd'),
                                               "e> hxxp://f[.]g/=3D"};
  std::mt19937 random(seed);
  std::string text;
  while (text.size() < size) {
    text += pieces[random() % pieces.size()];
    text += random() % 8 == 0 ? " " : random() % 4 == 0 ? "\r\n" : "\n";
  }
  return text;
}

// Also at gaps between words in the middle of a line.
TEST(plain_text_hard_wraps, do_not_depend_on_windows) {
  std::size_t joined = 0;
  for (unsigned seed = 1; seed <= 60; ++seed) {
    text_search options;
    options.join_bare = true;
    options.refang = seed % 2 == 0;
    options.unescape = seed % 3 == 0 ? unescape_choice::qp : unescape_choice::off;
    options.max_url = seed % 5 == 0 ? 100 : 8192;
    const std::string text = make_wrapped_text(seed, 6000);
    outcome whole;
    const outcome cut = search_both(text, options, whole);
    ASSERT_EQ(cut.references, whole.references) << "seed " << seed;
    EXPECT_EQ(cut.rejected, whole.rejected) << "seed " << seed;
    for (const auto& [place, url, delimited, flags] : whole.references)
      joined += (flags & flag::joined) != 0 ? 1U : 0U;
  }
  EXPECT_GT(joined, 20U);
}

TEST(last_safe_cut, is_not_behind_a_line_that_may_be_wrapped) {
  const std::string before = "words before\n";
  const std::string url = "http://a.b/" + std::string(60, 'c');
  for (const std::string& line : {url, "> " + url, std::string(70, 'd'), url + "\r"})
    EXPECT_EQ(last_safe_cut(before + line + "\n", 8192, true), before.size()) << line;
  for (const std::string& line : {url + " x", std::string("http://a.b/"), std::string(81, 'd'),
                                  std::string(35, 'd') + " " + std::string(35, 'd')})
    EXPECT_EQ(last_safe_cut(before + line + "\n", 8192, true), before.size() + line.size() + 1) << line;
  const std::string far(400, 'w');
  EXPECT_EQ(last_safe_cut(far + " " + far, 8192, true), 401U);
  EXPECT_EQ(last_safe_cut(far + " " + far + "\n", 8192, true), 802U);
  EXPECT_EQ(last_safe_cut("word " + far, 8192, true), 0U);
}

// A wrapped URL longer than the default limit, broken over many lines, with a larger limit.
TEST(plain_text_long_urls, are_joined_over_windows_and_chunks_if_they_may_be_so_long) {
  text_search options;
  options.max_url = 1 << 16;
  std::string text = std::string(150000, 'w') + "\nsee <http://a.b/";
  std::string url = "http://a.b/";
  for (int line = 0; line < 500; ++line) {
    const std::string part = "part" + std::to_string(line) + std::string(70, 'x') + "/";
    text += "\n   " + part;
    url += part;
  }
  text += ">\n" + std::string(300000, 'v') + " http://c.d/\n";
  ASSERT_GT(url.size(), std::size_t{4} * text_search{}.max_url);
  for (const std::size_t window : {std::size_t{4096}, std::size_t{160000}, std::size_t{1} << 18U})
    for (const std::size_t chunk : {std::size_t{1000}, std::size_t{65536}, std::size_t{1} << 20U}) {
      const outcome seen = search_windows(text, {window, std::size_t{1} << 26U, options.max_url}, options,
                                          testing::way{chunk});
      ASSERT_EQ(seen.references.size(), 2U) << window << " " << chunk;
      EXPECT_EQ(std::get<1>(seen.references[0]), url) << window << " " << chunk;
      EXPECT_EQ(std::get<1>(seen.references[1]), "http://c.d/");
    }
}

// Searches parts between two cuts, split separately. Returns the results and the number of parts.
std::pair<outcome, std::size_t> search_parts(const std::string& text, const plain_text_limits& limits,
                                             const text_search& options, std::size_t part) {
  plain_text_splitter rest(limits);
  const std::string_view all(text);
  std::vector<slice> slices;
  stats counted;
  std::size_t parts = 0;
  std::size_t done = 0;
  for (std::size_t given = 0; given < all.size();) {
    const std::unique_ptr<splitter> fork = rest.fork_at_cut();
    const std::size_t looked_at = std::min(part, rest.cut_context_size() + 200);
    const std::size_t cut = !fork || done + part >= all.size()
                                ? 0
                                : rest.last_cut(all.substr(done + part - looked_at, looked_at));
    if (cut != 0) {
      const std::size_t size = part - looked_at + cut;
      EXPECT_EQ(fork->split(all.substr(done, size), done, true, "", slices, counted).consumed, size);
      done += size;
      given = std::max(given, done);
      ++parts;
      continue;
    }
    given = std::min(all.size(), std::max(given, done) + part / 3);
    done +=
        rest.split(all.substr(done, given - done), done, given == all.size(), "", slices, counted).consumed;
  }
  EXPECT_EQ(done, all.size());
  EXPECT_EQ(counted.total_damage(), 0U);
  outcome seen;
  std::uint64_t expected = 0;
  for (const slice& window : slices) {
    EXPECT_EQ(window.offset, expected);
    EXPECT_EQ(window.continues, expected != 0);
    expected += window.bytes.size();
    search(window.bytes, window.offset, options, seen);
  }
  EXPECT_EQ(expected, all.size());
  return {seen, parts};
}

TEST_P(plain_text_windows, of_parts_split_apart_give_the_references_of_the_whole) {
  const text_search options = search_for(GetParam());
  const bool is_rewritten = options.refang || rewriting_for(options.unescape) != rewriting::none;
  std::size_t all_parts = 0;
  for (unsigned seed = 1; seed <= 30; ++seed) {
    const std::string text = make_text(seed, 30'000);
    outcome whole;
    search(text, 0, options, whole);
    for (const std::size_t part : {1200U, 3001U}) {
      const auto [seen, parts] = search_parts(text, limits_for(options), options, part);
      ASSERT_EQ(seen.references, whole.references) << "seed " << seed << ", parts of " << part;
      EXPECT_EQ(seen.rejected, whole.rejected) << "seed " << seed;
      all_parts += parts;
    }
  }
  if (is_rewritten)
    EXPECT_EQ(all_parts, 0U);
  else
    EXPECT_GT(all_parts, 500U);
}

TEST(plain_text_hard_wraps, do_not_depend_on_parts) {
  std::size_t all_parts = 0;
  for (unsigned seed = 1; seed <= 60; ++seed) {
    text_search options;
    options.join_bare = true;
    options.max_url = seed % 5 == 0 ? 100 : 400;
    const std::string text = make_wrapped_text(seed, 40'000);
    outcome whole;
    search(text, 0, options, whole);
    for (const std::size_t part : {2000U, 5003U}) {
      const auto [seen, parts] = search_parts(text, limits_for(options), options, part);
      ASSERT_EQ(seen.references, whole.references) << "seed " << seed << ", parts of " << part;
      all_parts += parts;
    }
  }
  EXPECT_GT(all_parts, 500U);
}

// If no cut is safe, the splitter forces cuts at fixed offsets, which are visible in the results. Whether a
// safe cut exists must therefore not depend on the begin of the examined part.
TEST(plain_text, is_cut_by_force_where_it_was_with_parts_split_apart) {
  static const std::vector<std::string> pieces{"<a:", "<a://b",     "\n",  "\n\n", " ",
                                               "x ",  "\"b:",       "\" ", "> ",   ">",
                                               "y",   "http://c/d", "<",   "\n> ", "\r\n"};
  std::mt19937 random(3);
  std::size_t all_parts = 0;
  std::size_t forced = 0;
  for (unsigned round = 0; round < testing::random_cases(500U); ++round) {
    std::string text = "words\n";
    while (text.size() < 12'000) {
      std::string unit;
      for (std::size_t size = 1 + random() % 6; size > 0; --size) unit += pieces[random() % pieces.size()];
      if (random() % 4 == 0) unit = std::string(random() % 3000, 'z') + "\n";
      for (std::size_t times = random() % 400; times > 0; --times) text += unit;
    }
    text_search options;
    options.max_url = 64;
    const plain_text_limits limits{200, 1100, options.max_url, rewriting::none, false, round % 4 == 0};
    options.join_bare = limits.join_bare;
    const outcome expected = search_windows(text, limits, options);
    const auto [seen, parts] = search_parts(text, limits, options, 1000 + random() % 101);
    ASSERT_EQ(seen.references, expected.references) << "round " << round;
    all_parts += parts;
    forced += static_cast<std::size_t>(std::count(expected.windows.begin(), expected.windows.end(), 1100U));
  }
  EXPECT_GT(all_parts, testing::random_cases(1500U));
  EXPECT_GT(forced, testing::random_cases(300U));
}

TEST(plain_text, without_delivered_bytes_has_no_parts) {
  stats counted;
  std::vector<slice> slices;
  plain_text_splitter rest(plain_text_limits{16, 64, 8192});
  EXPECT_EQ(rest.fork_at_cut(), nullptr);
  static_cast<void>(rest.split("words\n", 0, false, "", slices, counted));
  EXPECT_EQ(rest.fork_at_cut(), nullptr);
  static_cast<void>(rest.split("words and more words\n", 0, false, "", slices, counted));
  EXPECT_NE(rest.fork_at_cut(), nullptr);
  plain_text_splitter wide(plain_text_limits{16, 64, 8192});
  static_cast<void>(wide.split({"\xFF\xFEw\0", 4}, 0, false, "", slices, counted));
  EXPECT_EQ(wide.fork_at_cut(), nullptr);
}

// A part may begin with bytes that look like a UTF-16 byte order mark.
TEST(plain_text, has_parts_that_are_no_texts_of_their_own) {
  stats counted;
  std::vector<slice> slices;
  plain_text_splitter rest(plain_text_limits{16, 64, 8192});
  static_cast<void>(rest.split("words and more words\n", 0, false, "", slices, counted));
  slices.clear();
  for (const std::string_view part : {"\xFF\xFE http://a.b/ and more\n", "\xFE\xFF http://a.b/ and more\n",
                                      "\xEF\xBB\xBF http://a.b/ and more\n"})
    EXPECT_EQ(rest.fork_at_cut()->split(part, 21, true, "", slices, counted).consumed, part.size());
  ASSERT_EQ(slices.size(), 6U);
  for (const slice& part : slices) EXPECT_TRUE(part.continues);
}

// Each row is a text whose last line break is inside a construct; the cut must precede the construct.
TEST(last_safe_cut, is_not_inside_a_possible_url) {
  const std::string before = "words before\n";
  for (const char* const open :
       {"<http://a.b/c\n", "<URL:\n", "<URL: ftp://a.b/\n", "<\n", "< http:\n", "\"http://a.b/c\n",
        "<http://a.b/c\n> \n", "<http://a.b/c\n> d\n", "<mailto:\n"})
    EXPECT_EQ(last_safe_cut(before + open, 8192), before.size()) << open;
}

TEST(last_safe_cut, is_after_closed_constructs) {
  for (const char* const text :
       {"<http://a.b/c>\n", "<p>\n", "<a href=x\n", "a < b\n", "<http://a.b/\n\n", "<http://a.b/c\n \t\r\n",
        "\"http://a.b\"\n", "\"key\": \"value\"\n", "<http://a.b/c> x\n", "no brackets\n"})
    EXPECT_EQ(last_safe_cut(text, 8192), std::string(text).size()) << text;
}

// An empty line closes all constructs, although another construct opens before the last line break.
TEST(last_safe_cut, is_after_an_empty_line_before_a_possible_url) {
  EXPECT_EQ(last_safe_cut("<http://a.b/\n\nsee <http://c.d/\n", 8192), 14U);
  EXPECT_EQ(last_safe_cut("<a:\n\nx\n<a:\n\nx\n", 8192), 12U);
  EXPECT_EQ(last_safe_cut("<http://a.b/\n \t\r\nx\n", 8192), 17U);
  EXPECT_EQ(last_safe_cut("<http://a.b/\nx\n", 8192), 0U);
}

// A construct longer than the longest URL is not open.
TEST(last_safe_cut, forgets_an_opener_out_of_reach) {
  const std::string text = "<http://a.b/" + std::string(600, 'c') + "\n";
  EXPECT_EQ(last_safe_cut(text, 8192), 0U);
  EXPECT_EQ(last_safe_cut(text, 100), text.size());
}

TEST(plain_text, is_cut_outside_possible_decoded_urls) {
  plain_text_limits limits{32, 1 << 20, 8192, rewriting::json};
  const std::string text = R"(words before \u003chttp:\/\/a.b\/ )"
                           "\n"
                           R"(c\u003e and words behind that)";
  text_search options;
  options.unescape = unescape_choice::json;
  const outcome seen = search_windows(text, limits, options, testing::way{5});
  ASSERT_EQ(seen.references.size(), 1U);
  EXPECT_EQ(std::get<0>(seen.references[0]), text.find("http"));
  EXPECT_EQ(std::get<1>(seen.references[0]), "http://a.b/c");
  EXPECT_EQ(seen.windows.front(), 13U);
}

TEST(last_safe_cut, takes_a_word_where_there_is_no_line) {
  EXPECT_EQ(last_safe_cut("one two", 8192), 4U);
  EXPECT_EQ(last_safe_cut("onetwo", 8192), 0U);
  EXPECT_EQ(last_safe_cut("one <http://a.b/ c", 8192), 4U);
}

TEST(plain_text, is_cut_by_force_where_no_place_is_safe) {
  const plain_text_limits limits{16, 64, 8192};
  const std::string text = std::string(61, 'a') + "\xE4\xB8\xAD" + std::string(20, 'b') + "\n";
  const outcome seen = search_windows(text, limits, {}, testing::way{7});
  EXPECT_EQ(seen.windows, (std::vector<std::size_t>{64, 21}));
  const outcome inside = search_windows("a" + text, limits, {}, testing::way{1});
  EXPECT_EQ(inside.windows.front(), 62U) << "a character is not split";
}

TEST(plain_text, keeps_utf_16_whole) {
  plain_text_limits limits{16, 64, 8192};
  std::string text = "\xFF\xFE";
  for (int i = 0; i < 20; ++i) text += std::string("a\0", 2);
  const outcome seen = search_windows(text, limits, {}, testing::way{3});
  EXPECT_EQ(seen.windows, std::vector<std::size_t>{text.size()});
  limits.max_document = 20;
  plain_text_splitter splitter(limits);
  std::vector<slice> slices;
  stats counted;
  const auto done = splitter.split(text, 0, true, "test", slices, counted);
  EXPECT_TRUE(slices.empty());
  EXPECT_EQ(done.consumed, text.size());
  EXPECT_EQ(counted.damaged[static_cast<std::size_t>(damage::too_large)], 1U);
}

TEST(plain_text, empty_input_yields_nothing) {
  EXPECT_TRUE(search_windows("", plain_text_limits{}, {}, testing::way{1}).windows.empty());
  EXPECT_EQ(search_windows("x", plain_text_limits{}, {}, testing::way{1}).windows.size(), 1U);
}

}  // namespace plain_text_test
}  // namespace urlsieve
