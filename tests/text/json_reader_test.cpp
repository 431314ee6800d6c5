#include "src/text/json/json_reader.hpp"

#include <gtest/gtest.h>

#include <string>

#include "src/text/json/json_writer.hpp"

namespace urlsieve {
namespace json_reader_test {

using kind = json_value::kind;

std::string fault_of(std::string_view text) {
  const result<json_value> read = read_json(text);
  return read ? "none" : read.error().message;
}

TEST(json_reader, reads_every_kind_of_value) {
  const result<json_value> read = read_json(
      R"( {"a": null, "b": [true, false, 0, 18446744073709551615], "c": {"d": "e", "f": []}, "g": ""} )");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->is, kind::object);
  EXPECT_EQ(read->find("a")->is, kind::null);
  const json_value& list = *read->find("b");
  ASSERT_EQ(list.items.size(), 4U);
  EXPECT_TRUE(list.items[0].truth);
  EXPECT_FALSE(list.items[1].truth);
  EXPECT_EQ(list.items[2].number, 0U);
  EXPECT_EQ(list.items[3].number, ~std::uint64_t{0});
  EXPECT_EQ(read->find("c")->find("d")->text, "e");
  EXPECT_EQ(read->find("c")->find("f")->is, kind::list);
  EXPECT_EQ(read->find("g")->is, kind::text);
  EXPECT_EQ(read->find("h"), nullptr);
  EXPECT_EQ(read->dump(),
            R"({"a": null, "b": [true, false, 0, 18446744073709551615], "c": {"d": "e", "f": []}, "g": ""})");
}

TEST(json_reader, decodes_escapes) {
  const result<json_value> read = read_json(R"("\"\\\/\b\f\n\r\t\u0041\u00e9\u20AC\ud83d\ude00")");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->text, "\"\\/\b\f\n\r\tA\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80");
}

TEST(json_reader, reads_back_all_pairs_of_bytes) {
  for (unsigned first = 0; first < 128; ++first) {
    for (unsigned second = 0; second < 128; ++second) {
      const std::string text{static_cast<char>(first), static_cast<char>(second)};
      json_writer json;
      json.begin_array();
      json.value(text);
      json.end_array();
      const result<json_value> read = read_json(json.take());
      ASSERT_TRUE(read) << read.error().message;
      ASSERT_EQ(read->items.at(0).text, text);
    }
  }
}

TEST(json_reader, rejects_other_json_with_its_position) {
  EXPECT_EQ(fault_of(""), "no JSON of urlsieve: no value at byte 0");
  EXPECT_EQ(fault_of("{} {}"), "no JSON of urlsieve: something behind the end at byte 3");
  EXPECT_EQ(fault_of("[1,]"), "no JSON of urlsieve: no value at byte 3");
  EXPECT_EQ(fault_of("{\"a\": 1, \"a\": 1}"), "no JSON of urlsieve: a member twice at byte 12");
  for (const char* text :
       {"[1",          "[1 2]",    "{\"a\" 1}", "{a: 1}",      "{\"a\": 1",   "tru",
        "nul",         "-1",       "1.5",       "01",          "1e3",         "18446744073709551616",
        "\"open",      "\"\\x\"",  "\"\\u12\"", "\"\\u12g4\"", "\"\\ud800\"", "\"\\ud800\\u0041\"",
        "\"\\udc00\"", "\"\x01\"", "\"\xFF\"",  "\"\xC3\"",    "\"\\"}) {
    EXPECT_NE(fault_of(text), "none") << text;
  }
  EXPECT_EQ(fault_of(std::string(16, '[') + std::string(16, ']')), "none");
  EXPECT_NE(fault_of(std::string(18, '[') + std::string(18, ']')), "none");
  EXPECT_NE(fault_of(std::string(1000000, '[')), "none");
}

// Every truncation of a valid text is invalid.
TEST(json_reader, takes_no_beginning_for_the_whole) {
  const std::string whole = R"({"a": [null, true, {"b": "\u00e9\n"}], "c": 17})";
  EXPECT_EQ(fault_of(whole), "none");
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_NE(fault_of(std::string_view(whole).substr(0, size)), "none") << size;
}

TEST(json_reader, members_by_kind) {
  const result<json_value> read = read_json(R"({"a": "x", "b": 7, "c": true, "d": null})");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->text_of("a"), "x");
  EXPECT_EQ(read->text_of("b"), "");
  EXPECT_EQ(read->number_of("b"), 7U);
  EXPECT_EQ(read->number_of("c"), std::nullopt);
  EXPECT_EQ(read->number_of("e"), std::nullopt);
  EXPECT_TRUE(read->truth_of("c"));
  EXPECT_FALSE(read->truth_of("a"));
}

}  // namespace json_reader_test
}  // namespace urlsieve
