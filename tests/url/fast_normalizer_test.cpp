// The fast normalizer accepts common URLs and equals the full path.
#include "src/url/normalize/fast_normalizer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "src/url/normalize/canonical.hpp"
#include "tests/url/one_url.hpp"
#include "urlsieve/reference.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {
namespace fast_normalizer_test {

std::string normalized_fast(const std::string& url, const url_options& options, fast_form* full = nullptr) {
  const auto buffer = std::make_unique<char[]>(canonicalizer::capacity_for(url.size(), nullptr));
  const fast_form written = fast_normalizer(options).normalize(url, {}, buffer.get());
  if (full != nullptr) *full = written;
  return {buffer.get(), written.size};
}

std::uint16_t bit(repair_kind kind) {
  return static_cast<std::uint16_t>(1U << static_cast<unsigned>(kind));
}

struct fast_row {
  const char* url;
  const char* form;
  std::uint16_t repairs = 0;
  std::uint16_t flags = 0;
};

TEST(fast_normalizer, accepts_common_repairs) {
  const std::uint16_t escaped = bit(repair_kind::escaped);
  const fast_row rows[] = {
      {"HTTP://EXAMPLE.com", "http://example.com/"},
      {"https://Www.Example.COM?q", "https://www.example.com/?q"},
      {"http://a.example:80/x", "http://a.example/x"},
      {"https://a.example:0443/x", "https://a.example/x"},
      {"https://a.example:/x", "https://a.example/x"},
      {"http://a.example:8080/x", "http://a.example:8080/x", 0, flag::odd_port},
      {"http://a.example/%7euser/%c3%A9/%2f", "http://a.example/~user/%C3%A9/%2F"},
      {"http://a.example/a/./b/../c", "http://a.example/a/c"},
      {"http://a.example/a/%2e%2E/c?x/../y", "http://a.example/c?x/../y"},
      {"http://a.example/../..", "http://a.example/"},
      {"http://a.example/a b?c d", "http://a.example/a%20b?c%20d", escaped, flag::repaired},
      {"http://a.example/50%", "http://a.example/50%25", bit(repair_kind::lone_percent), flag::repaired},
      {"http://a.example/{x}|\"<>^`", "http://a.example/%7Bx%7D%7C%22%3C%3E%5E%60", escaped, flag::repaired},
      {"http://a.example/caf\xC3\xA9?\xFF", "http://a.example/caf%C3%A9?%FF", escaped, flag::repaired},
      {"http://b\xC3\xBC"
       "cher.example/",
       "http://xn--bcher-kva.example/", bit(repair_kind::host_idna), flag::repaired},
      {"http://\xE6\x9D\xB1\xE4\xBA\xAC/x", "http://xn--1lqs71d/x", bit(repair_kind::host_idna),
       flag::repaired},
      {"http://a.example/X%7e#section 1", ""},
      {"http://a.example/X%7e#section", "http://a.example/X~"},
  };
  for (const fast_row& row : rows) {
    fast_form written;
    EXPECT_EQ(normalized_fast(row.url, url_options{}, &written), row.form) << row.url;
    EXPECT_EQ(written.repairs, row.repairs) << row.url;
    EXPECT_EQ(written.flags, row.flags) << row.url;
  }
}

TEST(fast_normalizer, rejects_rare_repairs) {
  for (const std::string url :
       {"ftp://a.example/%7e", "//a.example/%7e", "/%7e", "http:/a.example/%7e", "http://u@a.example/%7e",
        "http://[::1]/%7e", "http://127.1/%7e", "http://a_b.example/%7e", "http://a..example/%7e",
        "http:///%7e", "http://a.example/%7e ", "http://a.example/\\%7e", "http://a.example/%0a",
        "http://a.example/a\tb", "http://%61.example/", "http://a.example:8x/%7e"})
    EXPECT_EQ(normalized_fast(url, url_options{}), "") << url;
  url_options strict;
  strict.strict = true;
  EXPECT_EQ(normalized_fast("http://a.example/%7e", strict), "");
}

// Compares the fast path with the full path, which a leading space forces. Adds accepted URLs to `taken`.
void expect_twin(const std::string& url, const url_options& options, unsigned& taken) {
  constexpr std::uint16_t trimmed = 1U << static_cast<unsigned>(repair_kind::trimmed);
  fast_form written;
  const std::string form = normalized_fast(url, options, &written);
  if (form.empty()) return;
  ++taken;
  canonical_url twin;
  const std::string expected = testing::normalized(" " + url, options, &twin);
  // The caller rejects URLs by length and flags after the fast path.
  if (twin.rejected == rejection::flag_dropped && (written.flags & options.drop_flags) != 0) return;
  ASSERT_EQ(form, expected) << url;
  ASSERT_EQ(written.repairs | trimmed, twin.repairs) << url;
  ASSERT_EQ(written.flags | flag::repaired, twin.flags) << url;
}

std::vector<url_options> ways() {
  std::vector<url_options> all(6);
  all[1].keep_fragment = true;
  all[2].ladder = rung::syntax;
  all[3].above_root = above_root_choice::reject;
  all[4].above_root = above_root_choice::keep;
  all[4].keep_fragment = true;
  all[5].drop_flags = flag::odd_port | flag::escaped_control;
  return all;
}

TEST(fast_normalizer, equals_the_full_path_for_random_urls) {
  const std::vector<std::string_view> hosts{"a.example",
                                            "A.Example",
                                            "xn--bcher-kva.example",
                                            "b\xC3\xBC"
                                            "cher.example",
                                            "\xD0\xBF\xD1\x80\xD0\xB8\xD0\xBC\xD0\xB5\xD1\x80.example",
                                            "a-.b",
                                            "1.2",
                                            "a.1b",
                                            "h",
                                            "a_b",
                                            "",
                                            "\xC3\xA9.%65",
                                            "\xE2\x84\xA1.example"};
  const std::vector<std::string_view> ports{
      "", "", "", ":", ":80", ":443", ":0080", ":8080", ":0", ":99999999999", ":x"};
  const std::vector<std::string_view> pieces{"/",
                                             "/.",
                                             "/..",
                                             "/./",
                                             "/../",
                                             "a",
                                             "bcd",
                                             "%7e",
                                             "%7E",
                                             "%2e",
                                             "%2F",
                                             "%c3%a9",
                                             "%",
                                             "%4",
                                             "%g0",
                                             "%00",
                                             "%0A",
                                             " ",
                                             "\"",
                                             "<",
                                             "|",
                                             "\\",
                                             "\t",
                                             "\x7F",
                                             "?",
                                             "?",
                                             "#",
                                             "@",
                                             ":",
                                             "[",
                                             "]",
                                             "\xC3\xA9",
                                             "\xD0\xBF\xD1\x80\xD0\xB8\xD0\xBC",
                                             "\xFF",
                                             ";",
                                             "=&",
                                             "abcdefghijklmnopqrstuvwxyz0123456789",
                                             "..",
                                             "."};
  const std::vector<url_options> options = ways();
  std::mt19937 random(14);
  const auto any = [&random](const auto& list) { return std::string(list[random() % list.size()]); };
  unsigned taken = 0;
  for (int i = 0; i < 150000; ++i) {
    std::string url = any(std::vector<std::string_view>{"http://", "https://", "HTTP://", "hTTps://"}) +
                      any(hosts) + any(ports);
    if (random() % 16 != 0) url += '/';
    for (auto left = random() % 9; left > 0; --left) url += any(pieces);
    ASSERT_NO_FATAL_FAILURE(expect_twin(url, options[static_cast<std::size_t>(i) % options.size()], taken));
  }
  EXPECT_GT(taken, 20000U);
}

// Repairs at every offset relative to the vector windows.
TEST(fast_normalizer, equals_the_full_path_at_every_offset) {
  const std::vector<url_options> options = ways();
  unsigned taken = 0;
  for (const std::string_view odd : {"%7e", "%c3", "%", " ", "\xC3\xA9\xC3\xA9\xC3\xA9", "/./", "/../", "/..",
                                     "/%2e/", "#a b", "#%7e", "?"}) {
    for (std::size_t size = 0; size < 300; ++size) {
      std::string path(size, 'a');
      for (std::size_t at = 7; at < size; at += 13) path[at] = '/';
      const std::string url = "http://H.example/" + path + std::string(odd);
      for (const url_options& item : options) {
        ASSERT_NO_FATAL_FAILURE(expect_twin(url, item, taken));
        ASSERT_NO_FATAL_FAILURE(expect_twin(url + "b/" + std::string(odd) + "c", item, taken));
      }
    }
  }
  EXPECT_GT(taken, 20000U);
}

}  // namespace fast_normalizer_test
}  // namespace urlsieve
