#include "src/url/learnt/rule_candidates.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "urlsieve/names.hpp"

namespace urlsieve {
namespace rule_candidates_test {

// Returns lines "kind argument form", with "+" at the end of a declared candidate.
std::string candidates(std::string_view url, std::string_view canonical = {}) {
  std::string text;
  for (const rule_candidate& found : find_rule_candidates(url, canonical))
    text.append(name_of(found.kind))
        .append(" ")
        .append(found.argument)
        .append(" ")
        .append(found.form)
        .append(found.is_declared ? " +\n" : "\n");
  return text;
}

TEST(rule_candidates, change_one_part_each) {
  EXPECT_EQ(candidates("https://www.a.example/B/index.html?sid=1&b=2&sid=3"),
            "drop-parameter sid https://www.a.example/B/index.html?b=2\n"
            "drop-parameter b https://www.a.example/B/index.html?sid=1&sid=3\n"
            "index index.html https://www.a.example/B/?sid=1&b=2&sid=3\n"
            "path-case lower https://www.a.example/b/index.html?sid=1&b=2&sid=3\n"
            "host-alias a.example https://a.example/B/index.html?sid=1&b=2&sid=3\n");
  EXPECT_EQ(candidates("http://a.example/b/"),
            "trailing-slash drop http://a.example/b\n"
            "scheme https https://a.example/b/\n"
            "host-alias www.a.example http://www.a.example/b/\n");
  EXPECT_EQ(candidates("https://a.example/b/Default.aspx"),
            "index default.aspx https://a.example/b/\n"
            "path-case lower https://a.example/b/default.aspx\n"
            "host-alias www.a.example https://www.a.example/b/Default.aspx\n");
  EXPECT_EQ(candidates("https://a.example/b/report.html"),
            "host-alias www.a.example https://www.a.example/b/report.html\n");
}

TEST(rule_candidates, need_a_host_that_can_have_rules) {
  for (const std::string_view url : {"http://a.example:81/?b", "http://u@a.example/?b", "ftp://a.example/?b",
                                     "http://[::1]/?b", "mailto:a@b.example", "http://a.example./?b"})
    EXPECT_EQ(candidates(url), "") << url;
}

TEST(rule_candidates, are_declared_if_they_explain_the_canonical_url) {
  EXPECT_EQ(candidates("http://www.a.example/B/index.html?sid=1&b=2", "https://a.example/b/?b=2"),
            "drop-parameter sid http://www.a.example/B/index.html?b=2 +\n"
            "drop-parameter b http://www.a.example/B/index.html?sid=1\n"
            "index index.html http://www.a.example/B/?sid=1&b=2 +\n"
            "path-case lower http://www.a.example/b/index.html?sid=1&b=2 +\n"
            "scheme https https://www.a.example/B/index.html?sid=1&b=2 +\n"
            "host-alias a.example http://a.example/B/index.html?sid=1&b=2 +\n");
  EXPECT_EQ(candidates("https://m.a.example/b/", "https://b.example/b"),
            "trailing-slash drop https://m.a.example/b +\n"
            "host-alias www.m.a.example https://www.m.a.example/b/\n"
            "host-alias b.example https://b.example/b/ +\n");
  // Pairs that differ in more than the rule, or not at all.
  for (const std::string_view canonical :
       {"https://a.example/", "https://a.example/c", "https://a.example/b?c=2", "https://a.example/b?c=1",
        "https://a.example:81/b", "http://a.example/b", "ftp://a.example/b"})
    EXPECT_EQ(candidates("https://a.example/b?c=1", canonical).find('+'), std::string::npos) << canonical;
  EXPECT_EQ(candidates("https://a.example/b", "https://a.example/b/").find('+'), std::string::npos);
}

}  // namespace rule_candidates_test
}  // namespace urlsieve
