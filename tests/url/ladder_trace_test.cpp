#include "src/url/explain/ladder_trace.hpp"

#include <gtest/gtest.h>

#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "tests/shared_data.hpp"
#include "tests/url/one_url.hpp"

namespace urlsieve {
namespace ladder_trace_test {

constexpr auto string_rung = static_cast<std::size_t>(rung::string);
constexpr auto syntax_rung = static_cast<std::size_t>(rung::syntax);
constexpr auto scheme_rung = static_cast<std::size_t>(rung::scheme);

// Returns the rules of a rung, each up to " (", joined by "; ".
std::string rules_of(const rung_trace& trace) {
  std::string joined;
  for (const applied_rule& rule : trace.rules) {
    if (!joined.empty()) joined += "; ";
    joined += rule.rule.substr(0, rule.rule.rfind(" ("));
  }
  return joined;
}

url_options for_comparing() {
  url_options options;
  options.drop_schemes.clear();
  options.keep_same_document = true;
  return options;
}

struct row {
  std::string_view url;
  std::string_view string_rules;
  std::string_view syntax_rules;
  std::string_view scheme_rules;
};

TEST(ladder_trace, names_the_rule_of_each_change) {
  const row rows[] = {
      {"http://a/", "", "", ""},
      {"HTTP://a/", "", "scheme in lower case", ""},
      {"http://A/", "", "host in lower case", ""},
      {"http://a/%2f", "", "hex digits of escapes in upper case", ""},
      {"http://a/%7e", "", "hex digits of escapes in upper case; escapes of unreserved characters decoded",
       ""},
      {"http://a/b/../%41?%41", "", "escapes of unreserved characters decoded; dot segments removed", ""},
      {"http://a:80/", "", "", "default port dropped"},
      {"http://a:/", "", "", "empty port dropped"},
      {"http://a:0081/", "", "", "leading zeros of the port dropped"},
      {"http://a:080", "", "",
       "leading zeros of the port dropped; default port dropped; empty path written as \"/\""},
      {"http://0x7f.1/", "", "", "IPv4 address in decimal"},
      {"file://LOCALHOST/x", "", "host in lower case", "host \"localhost\" is the empty host"},
      {"ftp://a/b;TYPE=I", "", "", "type code in lower case"},
      {"gopher://a", "", "", "no gopher type means a directory, type 1"},
      {"mailto:A@B.C", "", "", "domain of the address in lower case"},
      {"urn:ISBN:X", "", "", "namespace identifier in lower case"},
      {" http://a\\b", "white space and controls at either end dropped; \"\\\" read as \"/\"", "", ""},
      {"http://a/#b", "fragment split off", "", ""},
      {"http://a/\xC3\xA9%",
       "excluded characters percent-encoded; \"%\" that begins no escape percent-encoded", "", ""},
      {"http://\xC3\xA9/", "host converted to A-labels", "", ""},
      {"../%41", "", "escapes of unreserved characters decoded", ""},
  };
  for (const row& item : rows) {
    const auto ladder = trace_ladder(item.url, nullptr, for_comparing());
    EXPECT_EQ(rules_of(ladder[string_rung]), item.string_rules) << item.url;
    EXPECT_EQ(rules_of(ladder[syntax_rung]), item.syntax_rules) << item.url;
    EXPECT_EQ(rules_of(ladder[scheme_rung]), item.scheme_rules) << item.url;
  }
}

TEST(ladder_trace, gives_the_form_after_each_rule) {
  const auto ladder = trace_ladder("http://EXAMPLE.com/%7ea", nullptr, for_comparing());
  const std::vector<applied_rule>& rules = ladder[syntax_rung].rules;
  ASSERT_EQ(rules.size(), 3U);
  EXPECT_EQ(rules[0].form, "http://EXAMPLE.com/%7Ea");
  EXPECT_EQ(rules[1].form, "http://EXAMPLE.com/~a");
  EXPECT_EQ(rules[2].form, "http://example.com/~a");
}

TEST(ladder_trace, resolves_against_a_base) {
  base_url base;
  const url_options options = for_comparing();
  ASSERT_TRUE(base.assign("http://a/b/c", options));
  const auto ladder = trace_ladder("../D?x#f", &base, options);
  EXPECT_EQ(ladder[string_rung].form, "http://a/D?x");
  EXPECT_EQ(rules_of(ladder[string_rung]), "resolved against the base; fragment split off");
}

TEST(ladder_trace, says_why_there_is_no_form) {
  url_options options = for_comparing();
  options.above_root = above_root_choice::reject;
  const auto ladder = trace_ladder("http://a/../b", nullptr, options);
  EXPECT_EQ(ladder[string_rung].rejected, rejection::none);
  EXPECT_EQ(ladder[syntax_rung].rejected, rejection::above_root);
  EXPECT_EQ(ladder[scheme_rung].rejected, rejection::above_root);
  EXPECT_EQ(ladder[scheme_rung].form, "");
}

void expect_told(std::string_view reference, const base_url* base, const url_options& options) {
  const auto ladder = trace_ladder(reference, base, options);
  for (std::size_t i = 0; i < rung_count; ++i) {
    ASSERT_TRUE(ladder[i].is_explained)
        << reference << "\nrung " << i << " gives " << ladder[i].form << "\nlast rule "
        << (ladder[i].rules.empty() ? "none" : ladder[i].rules.back().form);
    if (i != 0 && ladder[i].rejected == rejection::none) {
      ASSERT_EQ(ladder[i].form == ladder[i - 1].form, ladder[i].rules.empty()) << reference;
    }
  }
}

TEST(ladder_trace, explains_every_change_of_any_reference) {
  const std::vector<std::string_view> pieces{
      "http://",  "HTTPS://", "ftp://",  "//",        "/",       "/../", "..",      "./",
      "a",        "B",        "www.",    "%7E",       "%7e",     "%2F",  "%2e",     "%",
      "#",        "?",        "&",       ":",         "@",       ":80",  ":0443",   "[::1]",
      "0x7f.1",   " ",        "\\",      "\xC3\xA9",  "x:",      "urn:", "mailto:", ";type=A",
      "file:///", "news:A",   "gopher:", "LOCALHOST", "file://", "%41:", "/.//b",   ","};
  std::mt19937 random(3);
  base_url base;
  for (int i = 0; i < 30000; ++i) {
    url_options options = for_comparing();
    options.keep_fragment = i % 2 == 0;
    if (i % 7 == 1) options.resolution = resolution_choice::rfc2396bis;
    if (i % 7 == 2) options.resolution = resolution_choice::url_syntax_05;
    if (i % 7 == 3) options.above_root = above_root_choice::keep;
    if (i % 7 == 4) options.unreserved = unreserved_set::draft;
    std::string reference;
    for (auto left = random() % 8; left > 0; --left) reference.append(pieces[random() % pieces.size()]);
    const bool resolves = i % 3 == 0 && base.assign("http://host.example/a/b;c?d", options);
    ASSERT_NO_FATAL_FAILURE(expect_told(reference, resolves ? &base : nullptr, options)) << "case " << i;
  }
}

TEST(ladder_trace, explains_every_change_of_real_urls) {
  URLSIEVE_SHARED_OR_SKIP(list, "data/urls-top10k.txt");
  std::istringstream lines(testing::read_file(*list));
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count) expect_told(line, nullptr, for_comparing());
  EXPECT_GT(count, 9000U);
}

}  // namespace ladder_trace_test
}  // namespace urlsieve
