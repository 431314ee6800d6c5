// Lines reported as normal are unchanged at every rung, and few normal lines are missed.
#include "src/url/normalize/normal_lines.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "src/url/normalize/canonical.hpp"
#include "src/url/normalize/normal_form.hpp"
#include "urlsieve/url_options.hpp"

namespace urlsieve {
namespace normal_lines_test {

struct told_line {
  std::string text;
  bool is_normal;
  friend bool operator==(const told_line&, const told_line&) = default;
};

std::vector<told_line> lines_of(const std::string& list) {
  const std::string buffer = list + std::string(64, '-');
  std::vector<told_line> all;
  normal_lines().read({buffer.data(), list.size()}, [&](std::string_view line, bool is_normal) {
    all.push_back({std::string(line), is_normal});
  });
  return all;
}

// True if copy_if_normal() accepts the URL unchanged.
bool stays(const std::string& url) {
  const auto buffer = std::make_unique<char[]>(canonicalizer::capacity_for(url.size(), nullptr));
  web_front front;
  const std::size_t size = copy_if_normal(url, {}, buffer.get(), front);
  return std::string_view(buffer.get(), size) == url && size != 0;
}

TEST(normal_lines, ends_lines_at_lf_cr_lf_and_the_end) {
  const std::string url = "http://a.example/";
  EXPECT_EQ(lines_of(""), std::vector<told_line>());
  EXPECT_EQ(lines_of("\n"), (std::vector<told_line>{{"", false}}));
  EXPECT_EQ(lines_of(url), (std::vector<told_line>{{url, true}}));
  EXPECT_EQ(lines_of(url + "\n"), (std::vector<told_line>{{url, true}}));
  EXPECT_EQ(
      lines_of("\r\n" + url + "\r\n\n " + url + "\nx"),
      (std::vector<told_line>{{"", false}, {url, true}, {"", false}, {" " + url, false}, {"x", false}}));
  EXPECT_EQ(lines_of(url + "\r\r\n" + url), (std::vector<told_line>{{url + "\r", false}, {url, true}}));
}

TEST(normal_lines, gives_every_line_however_many_end_where) {
  std::mt19937 random(3);
  for (const std::size_t size : {1U, 63U, 64U, 65U, 4095U, 4096U, 4097U, 8192U, 20000U}) {
    for (const unsigned seldom : {1U, 2U, 8U, 20U, 100U, 5000U, 100000U}) {
      std::string list(size, 'x');
      for (char& c : list)
        if (random() % seldom == 0) c = random() % 8 == 0 ? '\r' : '\n';
      std::vector<told_line> expected;
      for (std::size_t begin = 0; begin < size;) {
        const std::size_t end = std::min(list.find('\n', begin), size);
        std::string line = list.substr(begin, end - begin);
        if (line.ends_with('\r')) line.pop_back();
        expected.push_back({line, false});
        begin = end + 1;
      }
      ASSERT_EQ(lines_of(list), expected) << size << " bytes, a line end in " << seldom;
    }
  }
}

TEST(normal_lines, accepts_exactly_normal_urls) {
  const char* const rows[] = {"http://a.example/",
                              "https://www.a-b.example/x/y.html?q=/../&r=[1]",
                              "http://a.example/.well-known/x",
                              "http://a.example",
                              "http://a.example?q",
                              "http://A.example/",
                              "HTTP://a.example/",
                              "http://a.example/%41",
                              "http://a.example/%2F",
                              "http://a.example/#s",
                              "http://a.example/a/../b",
                              "http://a.example/..",
                              "http://a.example:80/",
                              "http://u@a.example/",
                              "http://1.2.3.4/",
                              "http://[::1]/",
                              "http://a..example/",
                              "http://-a.example/",
                              "http:///x",
                              "https://",
                              "ftp://a.example/",
                              "//a.example/",
                              "http://a.example/caf\xC3\xA9",
                              "http://a.example/a b"};
  for (const std::string url : rows) {
    const std::vector<told_line> reported_lines = lines_of(url + "\n");
    ASSERT_EQ(reported_lines.size(), 1U);
    EXPECT_EQ(reported_lines[0].is_normal,
              stays(url) && url.find('%') == std::string::npos && url.find("/.") == std::string::npos)
        << url;
  }
}

TEST(normal_lines, every_rung_leaves_them_as_they_are) {
  std::mt19937 random(7);
  const std::string alphabet = "abz09-./.-/:?#%[]@A~_&= \xC3\t";
  std::string list;
  for (int i = 0; i < 20000; ++i) {
    list += random() % 3 == 0 ? "http://" : "https://";
    const std::size_t size = random() % (random() % 8 == 0 ? 300 : 60);
    const std::size_t wild = random() % 4 == 0 ? alphabet.size() : 10;  // mostly plain characters
    if (random() % 2 == 0) list += "www.example.org/";
    for (std::size_t j = 0; j < size; ++j) list += alphabet[random() % wild];
    list += random() % 8 == 0 ? "\r\n" : "\n";
  }
  std::size_t normal = 0;
  std::size_t missed = 0;
  for (const rung ladder : {rung::string, rung::syntax, rung::scheme}) {
    url_options options;
    options.ladder = ladder;
    options.keep_fragment = ladder == rung::syntax;
    const canonicalizer all(options);
    for (const told_line& line : lines_of(list)) {
      if (!line.is_normal) {
        if (ladder == rung::scheme && stays(line.text)) ++missed;
        continue;
      }
      ++normal;
      const auto buffer = std::make_unique<char[]>(canonicalizer::capacity_for(line.text.size(), nullptr));
      const canonical_url output = all.canonicalize(line.text, nullptr, buffer.get());
      ASSERT_EQ(std::string_view(buffer.get(), output.size), line.text);
      ASSERT_EQ(output.repairs, 0U);
      ASSERT_EQ(output.flags, 0U);
      ASSERT_TRUE(stays(line.text)) << line.text;
    }
  }
  EXPECT_GT(normal, 3U * 2000U);
  EXPECT_LT(missed, 5000U);  // with escapes, "/." and long hosts
}

}  // namespace normal_lines_test
}  // namespace urlsieve
