#include "src/text/json/json_writer.hpp"

#include <gtest/gtest.h>
#include <simdjson.h>

#include <string>

namespace urlsieve {
namespace json_writer_test {

std::string as_string(std::string_view text) {
  json_writer json;
  json.value(text);
  return json.take();
}

TEST(json_writer, escapes_as_json_requires) {
  EXPECT_EQ(as_string(""), "\"\"\n");
  EXPECT_EQ(as_string("a/b"), "\"a/b\"\n");
  EXPECT_EQ(as_string("\"\\"), "\"\\\"\\\\\"\n");
  EXPECT_EQ(as_string("\t\n\x01\x7F"), "\"\\t\\n\\u0001\\u007f\"\n");
  EXPECT_EQ(as_string(std::string_view("\0", 1)), "\"\\u0000\"\n");
  EXPECT_EQ(as_string("\xC3\xA9\xF0\x9F\x98\x80"), "\"\xC3\xA9\xF0\x9F\x98\x80\"\n");
}

TEST(json_writer, replaces_each_byte_of_invalid_utf8) {
  EXPECT_EQ(as_string("\xFF"), "\"\\ufffd\"\n");
  EXPECT_EQ(as_string("\xC3"), "\"\\ufffd\"\n");
  EXPECT_EQ(as_string("\xC0\x80"), "\"\\ufffd\\ufffd\"\n");
  EXPECT_EQ(as_string("\xED\xA0\x80"), "\"\\ufffd\\ufffd\\ufffd\"\n");
  EXPECT_EQ(as_string("\xE0\x80\x80"), "\"\\ufffd\\ufffd\\ufffd\"\n");
  EXPECT_EQ(as_string("\xF4\x90\x80\x80"), "\"\\ufffd\\ufffd\\ufffd\\ufffd\"\n");
  EXPECT_EQ(as_string("a\xE2\x82z"), "\"a\\ufffd\\ufffdz\"\n");
}

TEST(json_writer, every_pair_of_bytes_is_a_string_that_a_parser_takes) {
  simdjson::dom::parser parser;
  for (unsigned first = 0; first < 256; ++first) {
    for (unsigned second = 0; second < 256; ++second) {
      const std::string text{static_cast<char>(first), static_cast<char>(second)};
      std::string json = "[";
      json.append(as_string(text)).append("]");
      std::string_view back;
      ASSERT_EQ(parser.parse(json).at(0).get(back), simdjson::SUCCESS) << json;
      if (first < 0x80 && second < 0x80) {
        ASSERT_EQ(back, text);
      }
    }
  }
}

TEST(json_writer, nests_and_indents) {
  json_writer json;
  json.begin_object();
  json.key("none").begin_object();
  json.end_object();
  json.key("list").begin_array();
  json.value(std::uint64_t{1});
  json.begin_object(true);
  json.key("a").value(true);
  json.key("b").begin_array();
  json.value("x");
  json.value("y");
  json.end_array();
  json.end_object();
  json.end_array();
  json.key("last").value(~std::uint64_t{0});
  json.end_object();
  EXPECT_EQ(json.take(),
            "{\n"
            "  \"none\": {},\n"
            "  \"list\": [\n"
            "    1,\n"
            "    {\"a\": true, \"b\": [\"x\", \"y\"]}\n"
            "  ],\n"
            "  \"last\": 18446744073709551615\n"
            "}\n");
}

}  // namespace json_writer_test
}  // namespace urlsieve
