#include "src/documents/mailboxes/message_file.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "tests/documents/split_in_every_way.hpp"
#include "urlsieve/input_options.hpp"

namespace urlsieve {
namespace message_file_test {

using testing::bytes_of;
using testing::fed;
using testing::kept_slice;

fed split(const std::string& input, const input_options& options = {}) {
  return testing::split_in_every_way<message_file_splitter>(input, options);
}

const std::string header = "From: Joe <joe@example.com>\nSubject: x\n";
const std::string mail = header + "\nbody http://a/\n";
const std::string plist =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" "
    "\"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n<plist version=\"1.0\"></plist>\n";

TEST(message_file, yields_the_file_as_a_message) {
  const fed result = split(mail);
  ASSERT_EQ(result.slices.size(), 1U);
  EXPECT_EQ(result.slices[0].kind, slice_kind::message);
  EXPECT_EQ(result.slices[0].bytes, mail);
  EXPECT_EQ(result.slices[0].offset, 0U);
  EXPECT_EQ(result.slices[0].stuffing, line_stuffing::none);
  EXPECT_EQ(result.counted.total_damage(), 0U);
}

TEST(message_file, skips_bytes_before_the_header) {
  EXPECT_EQ(bytes_of(split("\xEF\xBB\xBF" + mail)), mail);
  EXPECT_EQ(bytes_of(split("\r\n\n" + mail)), mail);
  const fed result = split("\nFrom x y z\n>From here\n" + mail);
  EXPECT_EQ(bytes_of(result), mail);
  EXPECT_EQ(result.slices.at(0).offset, 1U);
  EXPECT_EQ(result.slices.at(0).body_offset, 22U);
  EXPECT_TRUE(split("").slices.empty());
  EXPECT_TRUE(split("\n\n").slices.empty());
}

TEST(message_file, leaves_out_the_property_list_of_apple_mail) {
  const std::string size = std::to_string(mail.size());
  for (const std::string& line : {size + "\n", size + "     \n"}) {
    const fed result = split(line + mail + plist);
    EXPECT_EQ(bytes_of(result), mail);
    EXPECT_EQ(result.slices.at(0).body_offset, line.size());
    EXPECT_EQ(result.counted.total_damage(), 0U);
  }
  EXPECT_EQ(bytes_of(split(size + "\n" + mail)), mail);
  EXPECT_EQ(bytes_of(split(std::to_string(mail.size() - 1) + "\n" + mail + plist)),
            mail.substr(0, mail.size() - 1));
}

TEST(message_file, finds_the_property_list_where_the_size_is_wrong) {
  for (const std::size_t wrong : {std::size_t{3}, mail.size() + 3, std::size_t{100'000}}) {
    const fed result = split(std::to_string(wrong) + "\n" + mail + plist);
    EXPECT_EQ(bytes_of(result), mail) << wrong;
    EXPECT_EQ(testing::damages(result.counted), "bad-message@0 ") << wrong;
  }
  EXPECT_EQ(bytes_of(split("9999999999\n" + mail + plist)), mail);
}

std::string wire(std::string text) {
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2) text.insert(at, 1, '\r');
  return text;
}

TEST(message_file, takes_articles_as_nntp_sends_them_apart) {
  const std::string article = wire("Path: a!b\nFrom: joe\nNewsgroups: x.y\n\n..dot\nbody\n");
  for (const std::string& announced : {std::string(), std::string("220 12 <a@b> article follows\r\n")}) {
    const std::string input = announced + article + ".\r\n" + announced + article + ".\r\n";
    const fed result = split(input);
    EXPECT_EQ(bytes_of(result), article + "|" + article);
    for (const kept_slice& part : result.slices) {
      EXPECT_EQ(part.stuffing, line_stuffing::nntp);
      EXPECT_EQ(part.body_offset, announced.size());
      EXPECT_EQ(input.substr(part.offset + part.body_offset, 5), "Path:");
    }
    EXPECT_EQ(result.counted.total_damage(), 0U);
  }
}

TEST(message_file, knows_the_end_of_an_article_from_a_dot) {
  const std::string article = wire("From: joe\nNewsgroups: x\n\nbody\n");
  EXPECT_EQ(bytes_of(split(article + ".\r\nand more\r\n")), article + ".\r\nand more\r\n");
  EXPECT_EQ(bytes_of(split(article + ".\r\nNote: more\r\n")), article + ".\r\nNote: more\r\n");
  EXPECT_EQ(bytes_of(split(article + ".x\r\n" + article + ".\r\n")), article + ".x\r\n" + article);
  EXPECT_EQ(bytes_of(split(article + ".\r\n220 0 <x@y>\r\n" + article)), article + "|" + article);
  // With bare line feeds, only a message that a server announced is dot-stuffed.
  EXPECT_EQ(split(mail + ".\n").slices.at(0).stuffing, line_stuffing::none);
  EXPECT_EQ(bytes_of(split(mail + ".\n" + mail)), mail + ".\n" + mail);
  EXPECT_EQ(bytes_of(split("220 1 <x@y>\n" + mail + ".\n220 2 <z@y>\n" + mail + ".\n")), mail + "|" + mail);
}

// A hint about dot-stuffing saves a search and changes no result.
TEST(message_file, a_hint_about_dots_changes_nothing) {
  const std::string parts[] = {header,      wire(header), "\n",    ".\r\n", "220 1 <a>\r\n",
                               "body . \n", "a.b",        "300\n", plist};
  std::mt19937 random(5);
  input_options small;
  small.max_document = 300;
  for (int round = 0; round < 150; ++round) {
    std::string input;
    for (auto left = random() % 25; left > 0; --left) input += parts[random() % std::size(parts)];
    const std::size_t dotted = std::min(input.find("\n."), input.size() - 1) + 1;
    const fed hinted_run = testing::same_in_every_way([&](const testing::way& how) {
      message_file_splitter splitter(small);
      splitter.hint_no_dot_stuffing(round % 3 == 0 ? dotted / 2 : dotted);
      return testing::feed(splitter, input, how);
    });
    const fed plain = split(input, small);
    EXPECT_EQ(hinted_run.slices, plain.slices) << input;
    EXPECT_EQ(testing::damages(hinted_run.counted), testing::damages(plain.counted)) << input;
  }
}

TEST(message_file, delivers_oversized_messages_as_text) {
  input_options small;
  small.max_document = 2000;
  std::string body = header + "\n";
  for (int i = 0; body.size() < 9'000; ++i) body += "line http://a/" + std::to_string(i) + "\n";
  const fed result = split(body, small);
  EXPECT_EQ(testing::damages(result.counted), "too-large@0 ");
  std::string together;
  for (const kept_slice& part : result.slices) {
    together += part.bytes;
    EXPECT_EQ(part.continues, part.kind == slice_kind::whole);
  }
  EXPECT_EQ(together, body);
  EXPECT_LE(result.slices.at(0).bytes.size(), 2000U);
}

TEST(message_file, is_the_same_however_bytes_arrive) {
  const std::string parts[] = {header,
                               wire(header),
                               "\n",
                               "\r\n",
                               ".\r\n",
                               ".\n",
                               ".",
                               "220 1 <a>\r\n",
                               plist,
                               "..\r\n",
                               "body\n",
                               "From x\n",
                               "Newsgroups: y\r\n",
                               "300\n"};
  std::mt19937 random(3);
  input_options small;
  small.max_document = 200;
  for (int round = 0; round < 150; ++round) {
    std::string input;
    for (auto left = random() % 25; left > 0; --left) input += parts[random() % std::size(parts)];
    split(input);
    split(input, small);
  }
}

}  // namespace message_file_test
}  // namespace urlsieve
