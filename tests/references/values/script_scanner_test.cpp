#include "src/references/values/script_scanner.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/processor_time.hpp"

namespace urlsieve {
namespace script_scanner_test {

using words = std::vector<std::string>;

words strings_of(std::string_view script) {
  words all;
  script_scanner scanner(script);
  for (script_string found; scanner.next(found);) all.emplace_back(found.text);
  return all;
}

struct row {
  std::string_view script;
  words expected;
};

TEST(script_scanner, finds_strings_between_everything_else) {
  for (const row& each : {
           row{R"(a = "x"; b='y')", {"x", "y"}},
           row{R"("a\"b" 'c\'d' "e'f" '')", {R"(a\"b)", R"(c\'d)", "e'f", ""}},
           row{"// \"no\"\n\"x\" /* 'no' */ 'y' /* \"no\"", {"x", "y"}},
           row{"<!-- 'no'\n'x'\n  --> 'no'\n'y'-->0", {"x", "y"}},
           row{"'broken\n'x'", {"x"}},
           row{"'a\\\nb' 'c\\\r\nd'", {"a\\\nb", "c\\\r\nd"}},
           row{"'open", {}},
           row{"'open\\", {}},
       })
    EXPECT_EQ(strings_of(each.script), each.expected) << each.script;
}

TEST(script_scanner, skips_templates) {
  for (const row& each : {
           row{"`'no'` 'x'", {"x"}},
           row{"`\\`'no'` 'x'", {"x"}},
           row{"`${'no'}'no'` 'x'", {"x"}},
           row{"`${ {a:'no', b:`${'no'}`} } 'no'` + 'x'", {"x"}},
           row{"`$ {'no'} $${'no'}` 'x'", {"x"}},
           row{"`${f('}')}'no'` 'x'", {"x"}},
           row{"`open ${'no'", {}},
           row{"{`a`}'x'", {"x"}},
       })
    EXPECT_EQ(strings_of(each.script), each.expected) << each.script;
}

TEST(script_scanner, distinguishes_regular_expressions_from_division) {
  for (const row& each : {
           row{"x = /'/; 'y'", {"y"}},
           row{"x = a / 'y' / b", {"y"}},
           row{"f(/[/']/g, 'y')", {"y"}},
           row{"return /\\/'/.test('y')", {"y"}},
           row{"a[0] / 'x' / 2", {"x"}},
           row{"(a + b) / 'x' / c", {"x"}},
           row{"if (a) /'/.test('x')", {"x"}},
           row{"while (f(a)) /'/.exec('x')", {"x"}},
           row{"i++ / 'x' / 2", {"x"}},
           row{"}/'/.test('x')", {"x"}},
           row{"a.return / 'x' / 2", {"x"}},
           row{"1 / 'x' / 2", {"x"}},
           row{"x = /unclosed\n'y'", {"y"}},
           row{"x = /a\\\n'y'", {"y"}},
           row{"!/'/.test('x')", {"x"}},
           row{"a ? /'/ : 'x'", {"x"}},
           row{"`t` / 'x' / 2", {"x"}},
           row{"'s' / 'x' / 2", {"s", "x"}},
       })
    EXPECT_EQ(strings_of(each.script), each.expected) << each.script;
}

script_string only(std::string_view script) {
  script_string last;
  script_scanner scanner(script);
  for (script_string found; scanner.next(found);)
    if (found.text == "s") last = found;
  EXPECT_EQ(last.text, "s") << script;
  return last;
}

TEST(script_scanner, reports_the_context) {
  for (const std::string_view script : {"a + 's'", "a += 's'", "'b' +\n's'"})
    EXPECT_TRUE(only(script).joined_before) << script;
  for (const std::string_view script : {"'s' + a", "'s'\n+ a", "'s'.concat(b)"})
    EXPECT_TRUE(only(script).joined_behind) << script;
  for (const std::string_view script : {"{'s': 1}", "{a: 1, 's' :2}", "'s': 1"})
    EXPECT_TRUE(only(script).names_member) << script;
  for (const std::string_view script :
       {"a.indexOf('s')", "a.replace(/x/, 's')", "new RegExp('s')", "require('s')", "define(['s'])"})
    EXPECT_TRUE(only(script).is_pattern) << script;
  for (const std::string_view script :
       {"a = 's';", "f(a, 's')", "a ? 's' : 'b'", "location.replace('s')", "a.replace(b, f)('s')", "[a, 's']",
        "{b: 's'}", "x.split('a').push('s')"}) {
    const script_string found = only(script);
    EXPECT_FALSE(found.joined_before || found.joined_behind || found.names_member || found.is_pattern)
        << script;
  }
}

TEST(script_scanner, decodes_escapes) {
  const auto decoded = [](std::string_view text) {
    std::string out(text.size(), '\0');
    out.resize(decode_script_escapes(text, out.data()));
    return out;
  };
  EXPECT_EQ(decoded(R"(\/a\u002Fb\x2Fc\u{2f}d)"), "/a/b/c/d");
  EXPECT_EQ(decoded(R"(\u00e9\ud83d\ude00\u{1F600})"), "\xC3\xA9\xF0\x9F\x98\x80\xF0\x9F\x98\x80");
  EXPECT_EQ(decoded("a\\\nb\\\r\nc\\'d\\qe"), "abc'dqe");
  EXPECT_EQ(decoded(R"(\xZZ\u{110000}\u{d800}\x2)"), "xZZu{110000}u{d800}x2");
  EXPECT_EQ(decoded("\\"), "");
}

// Backtracking is bounded.
TEST(script_scanner, takes_linear_time) {
  const auto seconds_for = [](const std::string& script) {
    return testing::processor_seconds([&] { strings_of(script); });
  };
  for (const std::string_view piece : {"=/[", "'a' ", "`${", "((", "}", "\\", "+'", "/*/", "<!-", "=/\\"}) {
    std::string script;
    while (script.size() < (std::size_t{4} << 20U)) script += piece;
    EXPECT_LT(seconds_for(script), 5) << piece;
  }
}

}  // namespace script_scanner_test
}  // namespace urlsieve
