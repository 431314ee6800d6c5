#include "src/url/parse/scheme_parts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <string_view>

#include "src/url/parse/typed_reference.hpp"
#include "tests/sanitized.hpp"
#include "tests/url/case_table.hpp"
#include "tests/url/one_url.hpp"

namespace urlsieve {
namespace scheme_parts_test {

std::string joined(const std::vector<named_part>& parts) {
  std::string result;
  for (const named_part& part : parts) {
    if (!result.empty()) result += '|';
    result.append(part.name).append("=").append(part.value);
  }
  return result;
}

std::string joined(const std::vector<violation>& violations) {
  std::string result;
  for (const violation& broken : violations) {
    if (!result.empty()) result += ' ';
    result.append(name_of(broken.where)).append("@").append(std::to_string(broken.position));
    EXPECT_FALSE(broken.rule.empty());
  }
  return result.empty() ? "-" : result;
}

TEST(scheme_parts, the_table) {
  const auto rows = testing::read_table("scheme-parts.tsv");
  ASSERT_GT(rows.size(), 40U);
  for (const auto& row : rows) {
    ASSERT_EQ(row.size(), 3U) << row[0];
    const url_view url = url_view::of(row[0]);
    std::vector<named_part> parts;
    std::vector<violation> violations;
    name_parts(url, parts, violations);
    EXPECT_EQ(joined(parts), row[1]) << row[0];
    EXPECT_EQ(joined(violations), row[2]) << row[0];
  }
}

struct grammar_document {
  std::string_view mark;
  std::string_view productions;
};

// Each production of the documents, except productions that match any string.
constexpr std::array documents{
    grammar_document{
        "R.",
        "genericurl url otherurl scheme schemepart ip-schemepart login hostport host hostname domainlabel "
        "toplabel alphadigit hostnumber port user password urlpath ftpurl fpath fsegment ftptype fileurl "
        "httpurl "
        "hpath hsegment search gopherurl gtype selector gopher+_string mailtourl encoded822addr newsurl "
        "grouppart group article nntpurl telneturl waisurl waisdatabase waisindex waisdoc database wtype "
        "wpath "
        "prosperourl ppath psegment fieldspec fieldname fieldvalue lowalpha hialpha alpha digit safe extra "
        "national punctuation reserved hex escape unreserved uchar xchar digits"},
    grammar_document{
        "N.",
        "prefixedurl url scheme httpaddress ftpaddress afsaddress newsaddress nntpaddress midaddress "
        "cidaddress "
        "mailtoaddress waisaddress waisindex waisdoc wpath groupart group article database wtype "
        "prosperoaddress prosperolink hsoname version attributes attribute telnetaddress gopheraddress login "
        "hostport host ftptype formcode cellname hostname hostnumber port gcommand path segment search user "
        "password fragmentid gtype alphanum2 xalpha xalphas xpalpha xpalphas ialpha alpha digit safe extra "
        "reserved escape hex national punctuation digits alphanum alphanums void"},
    grammar_document{
        "J.",
        "fragmentaddress url generic scheme httpaddress fileaddress afsaddress newsaddress waisaddress "
        "waisindex waisdoc groupart group article database wtype prosperoaddress prosperolink hsoname "
        "version "
        "attributes attribute telnetaddress gopheraddress hostport host cellname hostname hostnumber port "
        "selector path search user fragmentid gtype xalpha xalphas xpalpha xpalphas ialpha alpha digit safe "
        "extra escape hex variant punctuation digits alphanum alphanums void"}};

TEST(scheme_parts, the_founding_documents_to_the_letter) {
  std::set<std::string> valid;
  std::set<std::string> invalid;
  for (const auto& row : testing::read_table("scheme-grammar.tsv")) {
    ASSERT_EQ(row.size(), 4U) << row[1];
    const std::string_view text = typed_reference(row[1]);
    const url_view url = url_view::of(text);
    std::vector<named_part> parts;
    std::vector<violation> violations;
    find_violations(url, violations);
    name_parts(url, parts, violations);
    EXPECT_EQ(joined(parts), row[2]) << row[1];
    EXPECT_EQ(joined(violations), row[3]) << row[1];
    std::istringstream productions(row[0]);
    for (std::string production; productions >> production;)
      (row[3] == "-" ? valid : invalid).insert(production);
  }
  for (const grammar_document& document : documents) {
    std::istringstream productions{std::string(document.productions)};
    for (std::string name; productions >> name;) {
      const std::string production = std::string(document.mark) + name;
      // Characters forbidden in URLs have no valid row; the empty string has no invalid row.
      const bool never = name == "national" || name == "punctuation" || name == "variant";
      EXPECT_TRUE(never || valid.erase(production) == 1) << production;
      EXPECT_TRUE(name == "void" || invalid.erase(production) == 1) << production;
      valid.erase(production);
    }
  }
  for (const std::string& left : valid) ADD_FAILURE() << "no production: " << left;
  for (const std::string& left : invalid) ADD_FAILURE() << "no production: " << left;
}

// True for a delimiter, the only text between two parts.
bool is_delimiter(std::string_view gap) {
  constexpr std::array<std::string_view, 19> delimiters{
      "",  "//",  "/",   ":",      "@",      "?",  "#",  ";",  "=",     "&",
      ",", "%09", "%00", ";type=", ";TYPE=", "/#", "?+", "?=", "%09%09"};
  return std::find(delimiters.begin(), delimiters.end(), gap) != delimiters.end();
}

void expect_nothing_lost(std::string_view text) {
  const url_view url = url_view::of(text);
  std::vector<named_part> parts;
  std::vector<violation> violations;
  find_violations(url, violations);
  name_parts(url, parts, violations);
  const char* from = text.data() + (url.has_scheme() ? url.scheme().size() + 1 : 0);
  for (const named_part& part : parts) {
    ASSERT_GE(part.value.data(), from) << text << ": " << part.name;
    const std::string_view gap(from, static_cast<std::size_t>(part.value.data() - from));
    ASSERT_TRUE(!violations.empty() || is_delimiter(gap)) << text << ": " << gap << " before " << part.name;
    from = part.value.data() + part.value.size();
    ASSERT_LE(from, text.data() + text.size()) << text;
  }
  const std::string_view rest(from, static_cast<std::size_t>(text.data() + text.size() - from));
  EXPECT_TRUE(!violations.empty() || rest.empty() || rest == "/") << text << ": " << rest;
  for (std::size_t i = 1; i < violations.size(); ++i)
    EXPECT_LE(violations[i - 1].position, violations[i].position) << text;
  EXPECT_TRUE(violations.empty() || violations.back().position <= text.size()) << text;
}

bool is_valid_in_scheme(const std::string& text) {
  const url_view url = url_view::of(text);
  std::vector<named_part> parts;
  std::vector<violation> violations;
  find_violations(url, violations);
  name_parts(url, parts, violations);
  return violations.empty();
}

// A rung changes the spelling of a URL, not whether the URL matches its grammar.
void expect_the_ladder_keeps_the_grammar(const std::string& text) {
  if (!is_valid_in_scheme(text)) return;
  url_options options;
  options.keep_fragment = true;
  options.drop_schemes.clear();
  std::string below = text;
  for (const rung ladder : {rung::string, rung::syntax, rung::scheme}) {
    options.ladder = ladder;
    const std::string form = testing::normalized(text, options);
    EXPECT_TRUE(is_valid_in_scheme(form)) << text << " gives " << form;
    EXPECT_EQ(testing::normalized(form, options), form) << text;
    EXPECT_EQ(testing::normalized(below, options), form) << text;
    below = form;
  }
}

TEST(scheme_parts, of_a_valid_url_nothing_is_lost_and_the_ladder_keeps_it_valid) {
  for (const auto& row : testing::read_table("scheme-grammar.tsv")) {
    expect_nothing_lost(row[1]);
    expect_the_ladder_keeps_the_grammar(std::string(typed_reference(row[1])));
  }
  constexpr std::array schemes{"ftp",  "http",   "https",  "gopher", "mailto", "news",
                               "nntp", "telnet", "tn3270", "wais",   "file",   "prospero",
                               "mid",  "cid",    "afs",    "urn",    "x-new",  "magnet"};
  constexpr std::array pieces{"a", "7",       "h.b", "//h", "//u:p@h:1", "/", "//",  "?",
                              "#", ";",       "=",   "%09", "%00",       "&", "@",   ":",
                              ",", ";type=i", "%0A", "7s",  "%41",       "A", "../", ";TYPE=D"};
  std::mt19937 random(11);
  for (int round = 0; round < testing::random_cases(200000); ++round) {
    std::string text = std::string(schemes[random() % schemes.size()]) + ":";
    if (random() % 2 == 0) text += "//h/";
    for (auto left = random() % 8; left != 0; --left) text += pieces[random() % pieces.size()];
    expect_nothing_lost(text);
    expect_the_ladder_keeps_the_grammar(text);
    if (HasFailure()) return;
  }
}

}  // namespace scheme_parts_test
}  // namespace urlsieve
