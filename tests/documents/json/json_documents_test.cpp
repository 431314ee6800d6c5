// Runs of JSON documents and windows of large documents: cuts do not depend on delivery.
#include "src/documents/json/json_documents.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include <string>
#include <vector>
#include "urlsieve/input_options.hpp"

namespace urlsieve {
namespace json_documents_test {
namespace {

struct cut_piece {
  std::string bytes;
  bool continues;
  bool is_window;
};

// Splits the text, delivered in pieces of `step` bytes.
std::vector<cut_piece> pieces_of(const std::string& text, std::size_t step, std::size_t largest) {
  input_options options;
  options.max_document = largest;
  json_document_splitter cutter(options);
  std::vector<cut_piece> pieces;
  std::string pending;
  std::uint64_t offset = 0;
  stats counted;
  for (std::size_t at = 0; at < text.size() || at == 0;) {
    const std::size_t size = std::min(step, text.size() - at);
    pending.append(text, at, size);
    at += size;
    std::vector<slice> out;
    const splitter::progress output = cutter.split(pending, offset, at == text.size(), "input", out, counted);
    for (const slice& part : out) {
      EXPECT_EQ(part.type, media::json);
      EXPECT_EQ(text.substr(part.offset, part.bytes.size()), part.bytes);
      pieces.push_back({std::string(part.bytes), part.continues, !part.head.empty()});
    }
    pending.erase(0, output.consumed);
    offset += output.consumed;
    if (text.empty()) break;
  }
  EXPECT_TRUE(pending.empty());
  EXPECT_EQ(counted.total_damage(), 0U);
  return pieces;
}

std::string joined(const std::vector<cut_piece>& pieces) {
  std::string all;
  for (const cut_piece& piece : pieces) all += piece.bytes;
  return all;
}

TEST(json_documents, come_in_runs_that_end_between_documents) {
  std::string text;
  while (text.size() < 3 * json_document_splitter::run_size)
    text += "{\"a\": [\"}\\\"\n{\", \"http://h/" + std::to_string(text.size()) + "\"]\n}\n";
  const std::vector<cut_piece> whole = pieces_of(text, text.size(), std::size_t{64} << 20U);
  ASSERT_GE(whole.size(), 3U);
  for (const cut_piece& piece : whole) {
    EXPECT_TRUE(piece.bytes.starts_with("{\"a\"") && piece.bytes.ends_with("]\n}\n"));
    EXPECT_FALSE(piece.continues || piece.is_window);
  }
  for (const std::size_t step : {std::size_t{100}, std::size_t{4097}, std::size_t{300000}}) {
    const std::vector<cut_piece> again = pieces_of(text, step, std::size_t{64} << 20U);
    ASSERT_EQ(again.size(), whole.size());
    for (std::size_t i = 0; i < whole.size(); ++i) EXPECT_EQ(again[i].bytes, whole[i].bytes);
  }
}

TEST(json_documents, too_large_to_be_held_come_in_windows) {
  std::string text = "[";
  for (int i = 0; i < 1000; ++i) text += "\"http://h/,\\\"" + std::to_string(i) + "\", ";
  text += "0]";
  const std::vector<cut_piece> whole = pieces_of(text, text.size(), 1000);
  EXPECT_EQ(joined(whole), text);
  ASSERT_GE(whole.size(), 10U);
  for (std::size_t i = 0; i < whole.size(); ++i) {
    EXPECT_TRUE(whole[i].is_window);
    EXPECT_EQ(whole[i].continues, i != 0);
    EXPECT_LE(whole[i].bytes.size(), 1000U);
    EXPECT_TRUE(i + 1 == whole.size() || whole[i].bytes.ends_with(","));
  }
  for (const std::size_t step : {std::size_t{1}, std::size_t{999}, std::size_t{1001}}) {
    const std::vector<cut_piece> again = pieces_of(text, step, 1000);
    ASSERT_EQ(again.size(), whole.size()) << step;
    for (std::size_t i = 0; i < whole.size(); ++i) EXPECT_EQ(again[i].bytes, whole[i].bytes);
  }
}

TEST(json_documents, without_an_end_are_cut_all_the_same) {
  const std::string text = "[\"" + std::string(5000, 'x');
  EXPECT_EQ(joined(pieces_of(text, 700, 1000)), text);
  EXPECT_TRUE(pieces_of("", 10, 1000).empty());
  EXPECT_EQ(pieces_of("{\"a\":1}", 3, 1000).size(), 1U);
}

// A window without a comma outside strings may end anywhere: before a colon, or in a string.
TEST(json_documents, end_windows_behind_the_last_comma_or_line_end_if_there_is_one) {
  struct row {
    std::string text;
    std::vector<std::string> pieces;
  };
  const std::vector<row> rows{
      {R"({"a":1,"b,c":2})", {R"({"a":1,)", R"("b,c":2})"}},
      {R"({"longest1":1})", {R"({"longest1")", ":1}"}},
      {R"({"a":["b"],"cd":[]})", {R"({"a":["b"],)", R"("cd":[]})"}},
      {"{\"a\":1}\n{\"b\":2}", {"{\"a\":1}\n", "{\"b\":2}"}},
      {"{\"a\":1},\n\xFE\xFF[]", {"{\"a\":1},\n", "\xFE\xFF[]"}},
      {"\"a\"\n:\"b\" \n[]", {"\"a\"\n:\"b\" \n", "[]"}},
  };
  for (const auto& [text, expected] : rows) {
    std::vector<std::string> found;
    for (const cut_piece& piece : pieces_of(text, text.size(), 11)) found.push_back(piece.bytes);
    EXPECT_EQ(found, expected) << text;
  }
}

// A document without its end costs no other document: the next line begins a document.
TEST(json_documents, behind_a_cut_string_begin_on_a_line) {
  const std::string cut = "{\"a\": [{\"b\": \"http://cut\n";
  std::string text;
  while (text.size() < 4 * json_document_splitter::run_size) {
    text += "{\"a\": [1, \"http://h/" + std::to_string(text.size()) + "\"]}\n";
    if (text.size() % 7 == 0) text += cut;
  }
  const std::vector<cut_piece> whole = pieces_of(text, text.size(), std::size_t{64} << 20U);
  EXPECT_EQ(joined(whole), text);
  ASSERT_GE(whole.size(), 4U);
  for (const cut_piece& piece : whole) {
    EXPECT_TRUE(piece.bytes.starts_with("{\"a\"") && piece.bytes.ends_with("\n"));
    EXPECT_FALSE(piece.continues || piece.is_window);
  }
  for (const std::size_t step : {std::size_t{101}, std::size_t{4097}, std::size_t{300000}}) {
    const std::vector<cut_piece> again = pieces_of(text, step, std::size_t{64} << 20U);
    ASSERT_EQ(again.size(), whole.size());
    for (std::size_t i = 0; i < whole.size(); ++i) EXPECT_EQ(again[i].bytes, whole[i].bytes);
  }
}

TEST(json_documents, may_follow_one_another_on_a_line) {
  std::string text;
  while (text.size() < 3 * json_document_splitter::run_size)
    text += "{\"a\": \"http://h/" + std::to_string(text.size()) + "\"}";
  for (const std::size_t step : {text.size(), std::size_t{4097}}) {
    const std::vector<cut_piece> pieces = pieces_of(text, step, std::size_t{64} << 20U);
    EXPECT_EQ(joined(pieces), text);
    ASSERT_GE(pieces.size(), 3U);
    for (const cut_piece& piece : pieces) {
      EXPECT_TRUE(piece.bytes.starts_with("{\"a\"") && piece.bytes.ends_with("\"}"));
      EXPECT_FALSE(piece.continues || piece.is_window);
    }
  }
}

}  // namespace
}  // namespace json_documents_test
}  // namespace urlsieve
