#include "src/documents/mailboxes/imap_fetch.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "tests/documents/split_in_every_way.hpp"
#include "urlsieve/input_options.hpp"

namespace urlsieve {
namespace imap_fetch_test {

using testing::bytes_of;
using testing::fed;

fed split(const std::string& input, const input_options& options = {}) {
  return testing::split_in_every_way<imap_fetch_splitter>(input, options);
}

const std::string mail = "From: a@b\r\nSubject: x\r\n\r\n* 1 body http://a/\r\n)\r\n";

std::string fetched(const std::string& number, const std::string& message,
                    const std::string& behind = ")\r\n") {
  return "* " + number + " FETCH (UID 7 RFC822 {" + std::to_string(message.size()) + "}\r\n" + message +
         behind;
}

std::string with_bare_feeds(std::string text) {
  std::erase(text, '\r');
  return text;
}

TEST(imap_fetch, gives_each_literal) {
  const std::string first = fetched("1", mail);
  const fed result =
      split(first + fetched("2", mail + "no line end") + fetched("3", mail, " FLAGS (\\Seen))\r\n"));
  EXPECT_EQ(bytes_of(result), mail + "|" + mail + "no line end|" + mail);
  EXPECT_EQ(result.slices[1].offset, first.size());
  EXPECT_EQ(result.counted.total_damage(), 0U);
}

TEST(imap_fetch, recognizes_lines_of_the_protocol) {
  const std::string dump =
      "* OK ready\r\na1 LOGIN joe secret\r\na1 OK done\r\n* 9 EXISTS\r\na2 FETCH 1 RFC822\r\n" +
      fetched("1", mail) + "* 2 FETCH (FLAGS (\\Seen))\r\na2 OK FETCH done\r\n";
  EXPECT_EQ(bytes_of(split(dump)), mail);
  EXPECT_EQ(split(dump).counted.total_damage(), 0U);
}

TEST(imap_fetch, gives_every_literal_of_a_list) {
  const std::string text = "body http://b/";
  EXPECT_EQ(bytes_of(split(fetched("1", mail, " BODY[TEXT] {14}\r\n" + text + ")\r\n"))), mail + "|" + text);
}

TEST(imap_fetch, counts_line_ends_that_lost_their_return) {
  const std::string dump = with_bare_feeds(fetched("1", mail) + fetched("2", mail));
  EXPECT_EQ(bytes_of(split(dump)), with_bare_feeds(mail) + "|" + with_bare_feeds(mail));
  EXPECT_EQ(split(dump).counted.total_damage(), 0U);
}

TEST(imap_fetch, finds_the_next_message_where_a_size_is_wrong) {
  for (const char* const size : {"3", "4000", "99999999999999999999"}) {
    const std::string dump =
        "* 1 FETCH (RFC822 {" + std::string(size) + "}\r\n" + mail + ")\r\n" + fetched("2", mail);
    const fed result = split(dump);
    EXPECT_NE(bytes_of(result).find(mail + ")\r\n|" + mail), std::string::npos) << size;
    EXPECT_EQ(result.slices.size(), 2U) << size;
    EXPECT_EQ(result.counted.total_damage(), 1U) << size;
  }
}

TEST(imap_fetch, gives_other_bytes_as_text) {
  const fed result = split("see http://b/\r\n" + fetched("1", mail));
  EXPECT_EQ(bytes_of(result), "see http://b/\r\n|" + mail);
  EXPECT_EQ(testing::damages(result.counted), "bad-message@0 ");
}

TEST(imap_fetch, does_not_depend_on_delivery) {
  const std::string parts[] = {
      fetched("1", mail), mail, "* 1 FETCH (RFC822 {40}\r\n", ")\r\n", "\n", "* OK x\r\n", " FLAGS ())\r\n",
      "a1 OK\r\n",        "* ", std::string(600, 'x')};
  std::mt19937 random(3);
  input_options small;
  small.max_document = 200;
  for (int round = 0; round < 60; ++round) {
    std::string input;
    for (auto left = random() % 25; left > 0; --left) input += parts[random() % std::size(parts)];
    split(input);
    split(input, small);
  }
}

}  // namespace imap_fetch_test
}  // namespace urlsieve
