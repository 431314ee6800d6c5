// The exact tokenizer on html5lib's tests and own cases: tags and attributes.
#include "src/markup/html_tokenizer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

#include "src/text/encodings/character_reference.hpp"
#include "src/text/json/json_escape.hpp"
#include "tests/references/json_rows.hpp"

namespace urlsieve {
namespace html_tokenizer_test {

struct seen_tag {
  bool closing = false;
  std::string name;
  std::map<std::string, std::string> attributes;
  bool self_closing = false;

  friend bool operator==(const seen_tag&, const seen_tag&) = default;
  friend void PrintTo(const seen_tag& tag, std::ostream* out) {
    *out << (tag.closing ? "</" : "<") << tag.name;
    for (const auto& [key, value] : tag.attributes) *out << " [" << key << "]=[" << value << "]";
    *out << (tag.self_closing ? "/>" : ">");
  }
};

// Returns a name like the tokenizer of the standard: ASCII letters in lower case, U+0000 replaced.
std::string name_token(std::string_view written) {
  std::string name;
  for (const char c : written) {
    if (c == '\0') {
      name += "\xEF\xBF\xBD";
    } else {
      name += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    }
  }
  return name;
}

std::string value_token(std::string_view written) {
  std::string value(3 * written.size() + 4, '\0');
  char* const end = decode_character_references(written, reference_context::attribute, value.data());
  value.resize(static_cast<std::size_t>(end - value.data()));
  return value;
}

seen_tag seen(const html_tag& tag) {
  seen_tag token{tag.closing, name_token(tag.name), {}, tag.self_closing};
  if (tag.closing) return {true, token.name, {}, false};
  for (const html_attribute& attribute : tag.attributes)
    token.attributes.emplace(name_token(attribute.name), value_token(attribute.value));
  return token;
}

// Returns the tags of `input` from `at` in the data state; tags do not change the state.
std::vector<seen_tag> tags_from(std::string_view input, std::size_t at) {
  std::vector<seen_tag> tags;
  html_tag tag;
  while ((at = input.find('<', at)) != std::string_view::npos) {
    const markup found = read_markup(input, at, false);
    if (found.kind != markup_kind::tag) {
      at = found.end;
      continue;
    }
    at = read_tag(input, at, tag);
    if (at == unfinished) break;
    tags.push_back(seen(tag));
  }
  return tags;
}

std::size_t data_begins(const std::string& input, std::string_view state, const std::string& last_tag) {
  if (state == "Data state") return 0;
  if (state == "CDATA section state") {
    const std::size_t end = input.find("]]>");
    return end == std::string::npos ? input.size() : end + 3;
  }
  const text_mode mode = state == "RCDATA state"        ? text_mode::rcdata
                         : state == "RAWTEXT state"     ? text_mode::rawtext
                         : state == "Script data state" ? text_mode::script
                                                        : text_mode::plaintext;
  // Without a previous start tag, no end tag is "appropriate".
  return last_tag.empty() ? input.size() : raw_text_end(input, 0, last_tag, mode);
}

std::string unescaped_twice(testing::json_element row, std::string_view text) {
  bool twice = false;
  if (row["doubleEscaped"].get(twice) != simdjson::SUCCESS || !twice) return std::string(text);
  std::string meaning(text.size(), '\0');
  meaning.resize(decode_json_escapes(text, meaning.data(), invalid_escape_policy::repair));
  return meaning;
}

std::vector<seen_tag> expected_tags(testing::json_element row) {
  std::vector<seen_tag> tags;
  for (const testing::json_element token : row["output"].get_array()) {
    simdjson::dom::array parts;
    if (token.get(parts) != simdjson::SUCCESS) continue;
    const std::string_view kind = parts.at(0).get_string();
    if (kind != "StartTag" && kind != "EndTag") continue;
    seen_tag tag;
    tag.closing = kind == "EndTag";
    tag.name = unescaped_twice(row, parts.at(1).get_string());
    if (!tag.closing) {
      for (const auto field : parts.at(2).get_object())
        tag.attributes.emplace(unescaped_twice(row, field.key),
                               unescaped_twice(row, field.value.get_string()));
      tag.self_closing = parts.size() > 3;
    }
    tags.push_back(tag);
  }
  return tags;
}

TEST(html_tokenizer_html5lib, start_and_end_tags_of_the_tokenizer_tests) {
  URLSIEVE_SHARED_OR_SKIP(file, "suites/html5lib/html5lib-tokenizer.jsonl");
  std::size_t checked = 0;
  testing::for_each_row(*file, [&](std::size_t number, testing::json_element row) {
    const std::string input = unescaped_twice(row, testing::text_of(row, "input"));
    const std::string last_tag = testing::text_of(row, "lastStartTag");
    std::vector<std::string> states;
    simdjson::dom::array named;
    if (row["initialStates"].get(named) == simdjson::SUCCESS)
      for (const testing::json_element state : named) states.emplace_back(std::string_view(state));
    if (states.empty()) states.emplace_back("Data state");
    for (const std::string& state : states) {
      EXPECT_EQ(tags_from(input, data_begins(input, state, last_tag)), expected_tags(row))
          << "line " << number << " in " << state << ": " << input;
      ++checked;
    }
  });
  EXPECT_GT(checked, 6900U);
}

TEST(read_tag, attributes_in_every_notation) {
  const std::string input = "<A hReF=x b='y' c=\"z\" d e = f =g=h i=\"\"j=k/>";
  html_tag tag;
  EXPECT_EQ(read_tag(input, 0, tag), input.size());
  EXPECT_EQ(
      seen(tag),
      (seen_tag{
          false,
          "a",
          {{"href", "x"}, {"b", "y"}, {"c", "z"}, {"d", ""}, {"e", "f"}, {"=g", "h"}, {"i", ""}, {"j", "k/"}},
          false}));
}

TEST(read_tag, is_missing_if_the_input_ends_inside) {
  const std::string whole = "<a b='c' d=\"e\" f=g >";
  html_tag tag;
  for (std::size_t size = 2; size < whole.size(); ++size)
    EXPECT_EQ(read_tag(std::string_view(whole).substr(0, size), 0, tag), unfinished) << size;
  EXPECT_EQ(read_tag(whole, 0, tag), whole.size());
}

TEST(read_markup, comments_end_as_in_the_standard) {
  const auto rest = [](std::string_view input) {
    const markup found = read_markup(input, 0, false);
    EXPECT_EQ(found.kind, markup_kind::comment) << input;
    return std::string(input.substr(found.end));
  };
  EXPECT_EQ(rest("<!-->x"), "x");
  EXPECT_EQ(rest("<!--->x"), "x");
  EXPECT_EQ(rest("<!---->x"), "x");
  EXPECT_EQ(rest("<!-- a -- b --!>x"), "x");
  EXPECT_EQ(rest("<!---!> -->x"), "x");
  EXPECT_EQ(rest("<!-- <!-- -->x-->"), "x-->");
  EXPECT_EQ(rest("<!-- > -->x"), "x");
  EXPECT_EQ(rest("<!x>y>"), "y>");
  EXPECT_EQ(rest("<?x>y>"), "y>");
  EXPECT_EQ(rest("</ x>y>"), "y>");
  EXPECT_EQ(rest("<!DOCTYPE a \"b>c\">"), "c\">");
  EXPECT_EQ(rest("<![CDATA[a>b]]>"), "b]]>");
  EXPECT_EQ(rest("<!-- without end"), "");
}

TEST(read_markup, cdata_only_where_it_is_allowed) {
  const std::string_view input = "<![CDATA[a>b]]]>x";
  const markup found = read_markup(input, 0, true);
  EXPECT_EQ(found.kind, markup_kind::cdata);
  EXPECT_EQ(found.content, "a>b]");
  EXPECT_EQ(input.substr(found.end), "x");
}

TEST(raw_text_end, of_script_data_with_its_escapes) {
  const auto rest = [](std::string_view input) {
    return std::string(input.substr(raw_text_end(input, 0, "script", text_mode::script)));
  };
  EXPECT_EQ(rest("a</script>b"), "</script>b");
  EXPECT_EQ(rest("a</scriptx></SCRIPT\n>b"), "</SCRIPT\n>b");
  EXPECT_EQ(rest("<!-- </script>b"), "</script>b");
  EXPECT_EQ(rest("<!-- <script> </script> --> </script>b"), "</script>b");
  EXPECT_EQ(rest("<!-- <script> </script> </script>b"), "</script>b");
  EXPECT_EQ(rest("<!--> <script> </script>b"), "</script>b");
  EXPECT_EQ(rest("<!-- <scripty> </script>b"), "</script>b");
  EXPECT_EQ(rest("<script> </script>b"), "</script>b");
  EXPECT_EQ(rest("a</script"), "");
}

TEST(raw_text_end, of_the_other_modes) {
  const std::string_view input = "a<title></titl></title/>";
  EXPECT_EQ(raw_text_end(input, 0, "title", text_mode::rcdata), input.find("</title/"));
  EXPECT_EQ(raw_text_end(input, 0, "style", text_mode::rawtext), input.size());
  EXPECT_EQ(raw_text_end(input, 0, "plaintext", text_mode::plaintext), input.size());
  EXPECT_EQ(raw_text_end(input, 3, "a", text_mode::data), 3U);
}

}  // namespace html_tokenizer_test
}  // namespace urlsieve
