// extractor: links of pages do not depend on how a page arrives, are unique in their scope, and consumers may
// stop or throw.
#include "urlsieve/extractor.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace urlsieve {
namespace extractor_test {

using rows = std::vector<std::string>;

extractor make_extractor(const extract_options& options = {}, dedup_scope dedup = dedup_scope::page) {
  result<extractor> links = extractor::make(options, dedup);
  EXPECT_TRUE(links.has_value());
  return std::move(*links);
}

std::string row_of(const sieved_url& found) {
  std::string row(found.url);
  for (const std::string_view part : {found.raw, found.where, found.source, found.rel, found.text})
    row.append("|").append(part);
  return row + "|" + std::to_string(found.offset) + "|" + std::to_string(found.flags);
}

rows urls_of(extractor& links, const page& read) {
  rows all;
  EXPECT_TRUE(links.run(read, [&](const sieved_url& found) { all.emplace_back(found.url); }));
  return all;
}

// A buffer of exact size, so that sanitizers report reads past the end.
class exact_bytes {
 public:
  explicit exact_bytes(std::string_view text) : bytes_(new char[text.size()]), size_(text.size()) {
    text.copy(bytes_.get(), size_);
  }
  [[nodiscard]] std::string_view view() const { return {bytes_.get(), size_}; }

 private:
  std::unique_ptr<char[]> bytes_;
  std::size_t size_;
};

TEST(extractor, reports_context_and_position_of_a_link) {
  extract_options options;
  options.links.note_context = true;
  extractor links = make_extractor(options);
  rows all;
  links.run({.bytes = "<a rel=next href='../%7Ex?q=1#f'>the <b>next</b></a><img src=/i.png>",
             .base = "http://www.example.co.uk/a/b"},
            [&](const sieved_url& found) { all.push_back(row_of(found)); });
  EXPECT_EQ(all, (rows{"http://www.example.co.uk/~x?q=1|../%7Ex?q=1#f|a@href|"
                       "http://www.example.co.uk/a/b|next|the next|0|0",
                       "http://www.example.co.uk/i.png|/i.png|img@src|http://www.example.co.uk/a/b|||0|0"}));
}

TEST(extractor, a_found_url_knows_its_parts) {
  extractor links = make_extractor();
  std::string report;
  links.run({.bytes = "see http://news.Example.co.uk:8080/a/b?c=d", .type = media::text},
            [&](const sieved_url& found) {
              report = std::string(found.host()) + ' ' + std::string(found.domain()) + ' ' +
                       std::string(found.path()) + ' ' + std::string(found.query()) + ' ' + found.surt() +
                       ' ' + std::string(found.components().port());
            });
  EXPECT_EQ(report, "news.example.co.uk example.co.uk /a/b c=d uk,co,example,news:8080)/a/b?c=d 8080");
}

TEST(extractor, detects_the_type_of_a_page) {
  extractor links = make_extractor();
  struct row {
    page read;
    rows expected;
  };
  const std::string_view text = "http://a.example/<b href=http://b.example/>";
  const row table[] = {
      {{.bytes = text, .content_type = "text/html"}, {}},
      {{.bytes = text, .content_type = "text/plain"}, {"http://a.example/", "http://b.example/"}},
      {{.bytes = text, .content_type = "text/plain", .type = media::html}, {}},
      {{.bytes = "url(http://c.example/)", .content_type = "text/css"}, {"http://c.example/"}},
      {{.bytes = R"({"a": "http:\/\/j.example\/"})", .content_type = "application/json"},
       {"http://j.example/"}},
      {{.bytes = "<html><a href=http://d.example/>"}, {"http://d.example/"}},
      {{.bytes = "\x89PNG\r\n\x1a\nhttp://e.example/"}, {}},
      {{.bytes = ""}, {}},
      {{.bytes = "<a href='http://f.example/?\xe9'>", .content_type = "text/html; charset=iso-8859-1"},
       {"http://f.example/?%E9"}},
      {{.bytes = "<a href='http://f.example/?\xe9'>",
        .content_type = "text/html; charset=utf-8",
        .charset = "iso-8859-1"},
       {"http://f.example/?%E9"}}};
  for (const row& each : table) EXPECT_EQ(urls_of(links, each.read), each.expected) << each.read.bytes;
  EXPECT_EQ(links.counted().skipped.size(), 1U);
}

TEST(extractor, delivers_each_url_once_per_scope) {
  const page first{.bytes = "<a href=/x><a href=/x><a href=/y>", .base = "http://a.example/"};
  const page second{.bytes = "<a href=/y><a href=/z>", .base = "http://a.example/"};
  const std::size_t expected[][2] = {{2, 2}, {2, 1}, {3, 2}};
  for (const dedup_scope scope : {dedup_scope::page, dedup_scope::extractor, dedup_scope::off}) {
    extractor links = make_extractor({}, scope);
    const auto& numbers = expected[static_cast<std::size_t>(scope)];
    EXPECT_EQ(urls_of(links, first).size(), numbers[0]);
    EXPECT_EQ(urls_of(links, second).size(), numbers[1]);
    EXPECT_EQ(links.counted().unique, numbers[0] + numbers[1]);
    EXPECT_EQ(links.counted().documents, 2U);
    links.forget();
    EXPECT_EQ(urls_of(links, second).size(), 2U);
    EXPECT_EQ(links.counted().documents, 1U);
  }
}

TEST(extractor, a_large_set_is_forgotten_too) {
  extractor links = make_extractor();
  std::string many;
  for (int i = 0; i < 20000; ++i) many += "http://a.example/" + std::to_string(i) + "\n";
  for (int round = 0; round < 2; ++round) {
    EXPECT_EQ(urls_of(links, {.bytes = many, .type = media::url_list}).size(), 20000U);
    EXPECT_EQ(urls_of(links, {.bytes = "http://a.example/7", .type = media::text}).size(), 1U);
  }
}

// Pages of every type, with constructs that a cut could break.
std::vector<page> pages() {
  static const std::string wrapped = [] {
    std::string text;
    for (int i = 0; i < 60; ++i)
      text += "Line " + std::to_string(i) + " has <http://wrapped.example/\n  " + std::to_string(i) +
              "> and \"http://quoted.example/\" www.short.example.\n\n";
    return text;
  }();
  static const std::string long_page = [] {
    std::string text = "<!DOCTYPE html><html><head><base href='/deep/'><title>t</title></head><body>\n";
    for (int i = 0; i < 60; ++i)
      text += "<p>text <a class=c href='p" + std::to_string(i) + "'>link</a> <img src=i.png></p>\n";
    return text;
  }();
  static const std::string wide("\xff\xfeh\0t\0t\0p\0:\0/\0/\0w\0.\0x\0/\0", 24);
  static const std::string lines = "http://l.example/1\r\nhttp://l.example/2\nnot one\nhttp://l.example/3";
  const std::string_view at = "http://a.example/b/";
  return {{.bytes = wrapped, .type = media::text},
          {.bytes = wrapped, .base = at, .source = "note", .content_type = "text/plain; charset=utf-8"},
          {.bytes = long_page, .base = at},
          {.bytes = "<a href=x><meta charset=windows-1252><a href='?\xe9'><base href=/late/>", .base = at},
          {.bytes = wide, .type = media::text},
          {.bytes = lines, .type = media::url_list},
          {.bytes = "a{background:url(x.png)}@import 'y.css';", .base = at, .type = media::css},
          {.bytes = R"(["http:\/\/j.example\/","x"])", .type = media::json},
          {.bytes = "<rss><link>http://r.example/</link><a href='x'/></rss>", .base = at, .type = media::xml},
          {.bytes = "User-agent: *\nDisallow: /no\n# http://s.example/\nSitemap: /map.xml\nhttp://t.exam",
           .base = "http://a.example/robots.txt",
           .content_type = "text/plain"},
          {.bytes = "x = '/one/two'; y = `${'/no/no'}`; z = '//s.example/z.js'",
           .base = at,
           .content_type = "application/javascript"},
          {.bytes = "\x89PNG\r\n\x1a\n"},
          {.bytes = "<a href=http://cut.example/"}};
}

rows rows_of_whole(extractor& links, const page& read) {
  rows all;
  const exact_bytes bytes(read.bytes);
  page exact = read;
  exact.bytes = bytes.view();
  links.run(exact, [&](const sieved_url& found) { all.push_back(row_of(found)); });
  return all;
}

rows rows_of_pieces(extractor& links, const page& read, std::size_t size) {
  rows all;
  const auto take = [&](const sieved_url& found) { all.push_back(row_of(found)); };
  page about = read;
  about.bytes = {};
  links.begin(about);
  for (std::size_t at = 0; at < read.bytes.size(); at += size) {
    const exact_bytes piece(read.bytes.substr(at, size));
    EXPECT_TRUE(links.feed(piece.view(), take));
  }
  EXPECT_TRUE(links.end(take));
  return all;
}

TEST(extractor, pieces_equal_the_whole) {
  for (const std::size_t largest : {std::size_t{1} << 20U, std::size_t{1} << 11U}) {
    extract_options options;
    options.input.max_document = largest;
    options.links.note_context = true;
    options.links.scripts = true;
    extractor links = make_extractor(options, dedup_scope::off);
    for (const page& each : pages()) {
      links.forget();
      const rows expected = rows_of_whole(links, each);
      const std::uint64_t documents = links.counted().documents;
      for (const std::size_t size : {1U, 2U, 7U, 64U, 1000U, 1U << 20U}) {
        links.forget();
        EXPECT_EQ(rows_of_pieces(links, each, size), expected) << size << ": " << each.bytes.substr(0, 60);
        EXPECT_EQ(links.counted().documents, documents);
      }
    }
  }
}

TEST(extractor, reads_robots_by_its_address_and_scripts_on_request) {
  const page robots{.bytes = "Disallow: /no\nSitemap: /map.xml",
                    .base = "http://a.example/robots.txt",
                    .content_type = "text/plain"};
  const page script{.bytes = "f('/one/two')", .base = "http://a.example/", .content_type = "text/javascript"};
  extract_options options;
  extractor without = make_extractor(options, dedup_scope::off);
  EXPECT_EQ(rows_of_whole(without, robots).size(), 1U);
  EXPECT_EQ(rows_of_whole(without, script).size(), 0U);
  options.links.scripts = true;
  extractor with = make_extractor(options, dedup_scope::off);
  EXPECT_EQ(rows_of_whole(with, script).size(), 1U);
}

TEST(extractor, the_first_piece_may_come_with_the_page) {
  extractor links = make_extractor();
  rows all;
  const auto take = [&](const sieved_url& found) { all.emplace_back(found.url); };
  links.begin({.bytes = "see http://a.exam", .type = media::text});
  links.feed("ple/x", take);
  links.end(take);
  EXPECT_EQ(all, rows{"http://a.example/x"});
}

TEST(extractor, stops_where_the_taker_wants_no_more) {
  extractor links = make_extractor();
  const page three{.bytes = "<a href=/1><a href=/2><a href=/3>", .base = "http://a.example/"};
  rows all;
  const auto two = [&](const sieved_url& found) {
    all.emplace_back(found.url);
    return all.size() < 2;
  };
  EXPECT_FALSE(links.run(three, two));
  EXPECT_EQ(all.size(), 2U);
  all.clear();
  links.begin(three);
  EXPECT_FALSE(links.end(two));
  EXPECT_FALSE(links.feed("<a href=/4>", two));
  EXPECT_FALSE(links.end(two));
  EXPECT_EQ(all.size(), 2U);
  EXPECT_EQ(urls_of(links, three).size(), 3U);
}

TEST(extractor, propagates_exceptions_of_the_consumer) {
  extractor links = make_extractor();
  const page three{.bytes = "<a href=/1><a href=/2><a href=/3>", .base = "http://a.example/"};
  const auto fails = [](const sieved_url&) { throw std::runtime_error("enough"); };
  EXPECT_THROW(links.run(three, fails), std::runtime_error);
  EXPECT_EQ(urls_of(links, three).size(), 3U);
  links.begin(three);
  EXPECT_THROW(links.end(fails), std::runtime_error);
  EXPECT_FALSE(links.end(fails));
  EXPECT_EQ(urls_of(links, three).size(), 3U);
}

TEST(extractor, undelivered_urls_stay_new_in_their_scope) {
  extractor links = make_extractor({}, dedup_scope::extractor);
  const page three{.bytes = "<a href=/1><a href=/2><a href=/3>", .base = "http://a.example/"};
  EXPECT_FALSE(links.run(three, [](const sieved_url&) { return false; }));
  int taken = 0;
  const auto fails_late = [&](const sieved_url&) {
    if (++taken == 1) throw std::runtime_error("enough");
  };
  EXPECT_THROW(links.run(three, fails_late), std::runtime_error);
  EXPECT_EQ(urls_of(links, three), rows{"http://a.example/3"});
  EXPECT_EQ(urls_of(links, three), rows{});
}

TEST(extractor, threads_may_share_a_table_of_redirects) {
  const std::string file = (std::filesystem::temp_directory_path() / "urlsieve-known.tsv").string();
  std::ofstream(file)
      << "http://a.example/old\thttp://a.example/mid\nhttp://a.example/mid\thttp://b.example/\n";
  extract_options options;
  options.url.ladder = rung::protocol;
  options.redirects.read_from = {file};
  const result<known_redirects> known = known_redirects::load(options.url, options.redirects);
  ASSERT_TRUE(known.has_value());
  std::string buffer;
  EXPECT_EQ(known->find("http://a.example/old#f", buffer), "http://b.example/#f");
  std::vector<rows> of_threads(4);
  std::vector<std::thread> threads;
  for (rows& mine : of_threads) {
    threads.emplace_back([&] {
      result<extractor> links = extractor::make(options, dedup_scope::off, *known);
      for (int i = 0; i < 50; ++i)
        links->run({.bytes = "<a href=old><a href=x>", .base = "http://a.example/"},
                   [&](const sieved_url& found) { mine.emplace_back(found.url); });
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const rows& mine : of_threads) {
    ASSERT_EQ(mine.size(), 100U);
    EXPECT_EQ(mine[98], "http://b.example/");
    EXPECT_EQ(mine, of_threads[0]);
  }
  std::filesystem::remove(file);
}

TEST(extractor, reports_invalid_options) {
  extract_options options;
  options.base = "not a base";
  EXPECT_EQ(extractor::make(options).error().code, error_code::invalid_url);
  options = {};
  options.redirects.read_from = {URLSIEVE_SOURCE_DIR "/README.md"};
  EXPECT_EQ(extractor::make(options).error().code, error_code::usage);
  options.redirects.read_from = {"no such file"};
  options.url.ladder = rung::protocol;
  EXPECT_EQ(extractor::make(options).error().code, error_code::no_such_input);
}

TEST(extractor, uses_the_default_charset_for_undeclared_pages) {
  extract_options options;
  options.input.charset = "no label";
  EXPECT_EQ(extractor::make(options).error().code, error_code::usage);
  options.input.charset = "windows-1251";
  extractor links = make_extractor(options);
  const page text{.bytes = "http://a.example/\xE9", .type = media::text};
  const rows decoded{"http://a.example/%D0%B9"};
  EXPECT_EQ(urls_of(links, text), decoded);
  EXPECT_EQ(rows_of_pieces(links, text, 3), rows_of_whole(links, text));
  const std::string declared = "<meta charset=utf-8><a href='http://a.example/\xC3\xA9'>";
  const std::string undeclared = "<a href='http://a.example/\xE9?\xE9'>";
  EXPECT_EQ(urls_of(links, {.bytes = declared, .type = media::html}), rows{"http://a.example/%C3%A9"});
  EXPECT_EQ(urls_of(links, {.bytes = undeclared, .type = media::html}), rows{"http://a.example/%D0%B9?%E9"});
}

// The URL length limit applies to text, too.
TEST(extractor, applies_the_length_limit_once) {
  extract_options options;
  options.url.max_url = 30;
  extractor links = make_extractor(options);
  const std::string text = "http://a.example/ http://a.example/" + std::string(30, 'x');
  EXPECT_EQ(urls_of(links, {.bytes = text, .type = media::text}), rows{"http://a.example/"});
  EXPECT_EQ(links.counted().rejected[static_cast<std::size_t>(rejection::too_long)], 1U);
  options.url.max_url = 1 << 16;
  extractor longer = make_extractor(options);
  const std::string large = "http://a.example/" + std::string(20000, 'x');
  EXPECT_EQ(urls_of(longer, {.bytes = large, .type = media::text}), rows{large});
}

}  // namespace extractor_test
}  // namespace urlsieve
