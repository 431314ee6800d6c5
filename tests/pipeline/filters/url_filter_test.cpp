#include "src/pipeline/filters/url_filter.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "src/text/scan/fingerprint.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/extractor.hpp"

namespace urlsieve {
namespace url_filter_test {

using change = std::function<void(filter_options&)>;

std::unique_ptr<const url_filter> filter_of(const change& set) {
  extract_options options;
  set(options.filters);
  result<std::unique_ptr<const url_filter>> filter_or_error = url_filter::make(options.filters, nullptr);
  EXPECT_TRUE(filter_or_error) << filter_or_error.error().message;
  return filter_or_error ? std::move(*filter_or_error) : nullptr;
}

rejection judged(const change& set, std::string_view url, std::string_view source = {}) {
  const std::unique_ptr<const url_filter> filter = filter_of(set);
  filter_state check(*filter);
  check.begin(source, {});
  const rejection first = check.check(url);
  EXPECT_EQ(check.check(url), first) << "the second time";
  return first;
}

TEST(url_filter, does_not_exist_without_options) {
  EXPECT_EQ(filter_of([](filter_options&) {}), nullptr);
  EXPECT_EQ(filter_of([](filter_options& of) { of.limit = 3; }), nullptr);
}

TEST(url_filter, includes_matches_of_any_pattern) {
  const change set = [](filter_options& of) { of.include = {"[.]pdf$", "host=^www[.]", "(?i)/News/"}; };
  EXPECT_EQ(judged(set, "http://a.example/x.pdf"), rejection::none);
  EXPECT_EQ(judged(set, "http://www.a.example/x"), rejection::none);
  EXPECT_EQ(judged(set, "http://a.example/news/1"), rejection::none);
  EXPECT_EQ(judged(set, "http://a.example/NEWS"), rejection::not_included);
  EXPECT_EQ(judged(set, "http://a.example/www.x"), rejection::not_included);
}

TEST(url_filter, excludes_matches_of_any_pattern) {
  const change set = [](filter_options& of) { of.exclude = {"query=^$", "port=.", "scheme=^mailto$"}; };
  EXPECT_EQ(judged(set, "http://a.example/?x"), rejection::none);
  EXPECT_EQ(judged(set, "http://a.example/"), rejection::excluded);
  EXPECT_EQ(judged(set, "http://a.example:81/?x"), rejection::excluded);
  EXPECT_EQ(judged(set, "mailto:a@b?x"), rejection::excluded);
}

TEST(url_filter, treats_unknown_columns_as_part_of_the_pattern) {
  const change set = [](filter_options& of) { of.include = {"page=1"}; };
  EXPECT_EQ(judged(set, "http://a.example/?page=1"), rejection::none);
  EXPECT_EQ(judged([](filter_options& of) { of.include = {"url=query=1"}; }, "http://a.example/?query=1"),
            rejection::none);
}

TEST(url_filter, looks_at_each_column_of_a_url) {
  constexpr std::pair<const char*, const char*> rows[] = {
      {"url", "https://u:p@a[.]b[.]example[.]co[.]uk:81/x/Y[.]HTML[?]q=1"},
      {"scheme", "https"},
      {"userinfo", "u:p"},
      {"host", "a[.]b[.]example[.]co[.]uk"},
      {"subdomain", "a[.]b"},
      {"domain", "example[.]co[.]uk"},
      {"suffix", "co[.]uk"},
      {"port", "81"},
      {"path", "/x/Y[.]HTML"},
      {"extension", "html"},
      {"query", "q=1"},
      {"fragment", ""},
  };
  for (const auto& [column, value] : rows) {
    const std::string expression = std::string(column) + "=^" + value + '$';
    const change set = [&](filter_options& of) { of.include = {expression}; };
    EXPECT_EQ(judged(set, "https://u:p@a.b.example.co.uk:81/x/Y.HTML?q=1"), rejection::none) << expression;
    EXPECT_EQ(judged(set, "mailto:a@b#f"), rejection::not_included) << expression;
  }
}

// Very many hosts in changing order: the cached decision of a host never applies to another host.
TEST(url_filter, remembers_hosts_apart) {
  const std::string path = ::testing::TempDir() + "even hosts";
  {
    std::ofstream file(path);
    for (int i = 0; i < 2000; i += 2) file << 'h' << i << ".example\n";
    file << "c\n";
  }
  const auto filter = filter_of([&](filter_options& of) { of.hosts = {path}; });
  std::filesystem::remove(path);
  filter_state check(*filter);
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 2000; ++i) {
      const int n = (i * 7 + round) % 2000;
      const std::string host = 'h' + std::to_string(n) + ".example";
      for (const std::string& url :
           {"http://" + host + "/", "https://" + host + ":81/x/y", "http://u@" + host + "?a/b",
            "ftp://" + host, "very.long.scheme://" + host + "/"})
        EXPECT_EQ(check.check(url), n % 2 == 0 ? rejection::none : rejection::host_not_kept) << url;
    }
    EXPECT_EQ(check.check("http://c/"), rejection::none);
    EXPECT_EQ(check.check("http://d/c"), rejection::host_not_kept);
    EXPECT_EQ(check.check("a:/c"), rejection::host_not_kept);
    EXPECT_EQ(check.check("a://c/"), rejection::none);
    EXPECT_EQ(check.check("a://d/"), rejection::host_not_kept);
    EXPECT_EQ(check.check("mailto:a@c"), rejection::host_not_kept);
  }
}

TEST(url_filter, compares_extensions_without_case) {
  const change set = [](filter_options& of) { of.extensions = {"PDF", "tar.gz"}; };
  EXPECT_EQ(judged(set, "http://a.example/x.Pdf?y.html"), rejection::none);
  EXPECT_EQ(judged(set, "http://a.example/x.html?y.pdf"), rejection::extension_not_kept);
  EXPECT_EQ(judged(set, "http://a.example/pdf"), rejection::extension_not_kept);
}

TEST(url_filter, compares_sites_by_registrable_domain) {
  const change same = [](filter_options& of) { of.same_site = true; };
  const change other = [](filter_options& of) { of.other_site = true; };
  struct row {
    const char* source;
    const char* url;
    bool is_same;
  };
  constexpr row rows[] = {
      {"http://www.example.co.uk/", "https://b.example.co.uk/", true},
      {"http://example.co.uk/", "http://other.co.uk/", false},
      {"HTTP://WWW.Example.com", "http://example.com/", true},
      {"http://1.2.3.4/", "http://1.2.3.4/x", true},
      {"http://1.2.3.4/", "http://5.2.3.4/x", false},
      {"http://localhost/", "http://localhost/", true},
      {"page.html", "http://example.com/", false},
      {"", "http://example.com/", false},
      {"http://example.com/", "mailto:a@example.com", false},
  };
  for (const row& item : rows) {
    EXPECT_EQ(judged(same, item.url, item.source), item.is_same ? rejection::none : rejection::site_not_kept)
        << item.url;
    EXPECT_EQ(judged(other, item.url, item.source), item.is_same ? rejection::site_not_kept : rejection::none)
        << item.url;
  }
}

TEST(url_filter, keeps_places_by_name_or_class) {
  struct row {
    const char* form;
    const char* where;
    bool kept;
  };
  constexpr row rows[] = {
      {"a@href", "a@href", true},
      {"a@href", "a@hre", false},
      {"*@href", "link@href", true},
      {"*@href", "a@src", false},
      {"header:*", "header:Link", true},
      {"header:*", "header", false},
      {"*", "", true},
      {"text", "", false},
      {"html:*@*", "html:a@href", true},
      {"*a*b*", "xaxbx", true},
      {"*a*b*", "xbxax", false},
      {"a*a", "a", false},
      {"a*a", "aa", true},
      {"*ab", "abab", true},
  };
  for (const row& item : rows) {
    const auto filter = filter_of([&](filter_options& of) { of.found_in = {"never", item.form}; });
    filter_state check(*filter);
    EXPECT_EQ(check.check_context(item.where) == rejection::none, item.kept)
        << item.form << ' ' << item.where;
    EXPECT_EQ(check.check_context("else"),
              item.form == std::string_view("*") ? rejection::none : rejection::place_not_kept);
    EXPECT_EQ(check.check_context(item.where) == rejection::none, item.kept)
        << item.form << ' ' << item.where;
  }
}

TEST(url_filter, samples_by_the_published_hash) {
  const auto filter = filter_of([](filter_options& of) { of.sample = 0.1; });
  filter_state check(*filter);
  int kept = 0;
  for (int i = 0; i < 20'000; ++i) {
    const std::string url = "http://example.com/" + std::to_string(i);
    const bool is_kept = check.check(url) == rejection::none;
    EXPECT_EQ(is_kept, static_cast<double>(sample_hash(url)) / std::ldexp(1.0, 64) < 0.1) << url;
    kept += is_kept ? 1 : 0;
  }
  EXPECT_GT(kept, 1800);
  EXPECT_LT(kept, 2200);
}

// The value of XXH3_64bits_withSeed(url, 19, 1) in libxxhash.
TEST(url_filter, sample_hash_equals_other_programs) {
  EXPECT_EQ(sample_hash("http://example.com/"), 0xBE113F0F6F63F69AU);
}

TEST(url_filter, a_bad_pattern_ends_it_before_any_work) {
  extract_options options;
  options.filters.exclude = {"fine", "path=a(b"};
  const auto filter_or_error = url_filter::make(options.filters, nullptr);
  ASSERT_FALSE(filter_or_error);
  EXPECT_EQ(filter_or_error.error().code, error_code::usage);
  EXPECT_EQ(filter_or_error.error().message,
            "filter_options::exclude, pattern 2: byte 1 of \"a(b\": missing ): a(b");
}

TEST(url_filter, counts_dropped_urls) {
  extract_options options;
  options.input.format = input_format::urls;
  options.filters.exclude = {"b"};
  options.filters.extensions = {"pdf"};
  std::string taken;
  const result<run_summary> done =
      extract("http://x/1.pdf\nhttp://x/b.pdf\nhttp://x/b\nHTTP://x/%62.pdf\nhttp://x/1.pdf\n", options,
              [&](const sieved_url& url) { taken.append(url.url) += '\n'; });
  ASSERT_TRUE(done);
  EXPECT_EQ(taken, "http://x/1.pdf\n");
  const stats& counted = done->counted;
  EXPECT_EQ(counted.references, 5U);
  EXPECT_EQ(counted.kept, 2U);
  EXPECT_EQ(counted.unique, 1U);
  EXPECT_EQ(counted.rejected[static_cast<std::size_t>(rejection::excluded)], 2U);
  EXPECT_EQ(counted.rejected[static_cast<std::size_t>(rejection::extension_not_kept)], 1U);
}

TEST(url_filter, extractors_ask_it_too) {
  extract_options options;
  options.filters.same_site = true;
  result<extractor> filter_or_error = extractor::make(options);
  ASSERT_TRUE(filter_or_error);
  std::string taken;
  page from;
  from.bytes = "<a href=/x><a href=http://b.example/><a href=http://www.a.example/y>";
  from.base = "http://a.example/";
  from.content_type = "text/html";
  EXPECT_TRUE(filter_or_error->run(from, [&](const sieved_url& each) { taken.append(each.url) += '\n'; }));
  EXPECT_EQ(taken, "http://a.example/x\nhttp://www.a.example/y\n");
  EXPECT_EQ(filter_or_error->counted().rejected[static_cast<std::size_t>(rejection::site_not_kept)], 1U);
}

TEST(url_filter, limit_ends_a_run) {
  extract_options options;
  options.input.format = input_format::urls;
  options.filters.limit = 2;
  std::string taken;
  const result<run_summary> done = extract("http://x/1\nhttp://x/1\nhttp://x/2\nhttp://x/3\n", options,
                                           [&](const sieved_url& url) { taken.append(url.url) += '\n'; });
  ASSERT_TRUE(done);
  EXPECT_EQ(taken, "http://x/1\nhttp://x/2\n");
  EXPECT_EQ(done->counted.unique, 2U);
  EXPECT_FALSE(done->stopped);
}

}  // namespace url_filter_test
}  // namespace urlsieve
