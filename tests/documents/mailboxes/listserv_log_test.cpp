#include "src/documents/mailboxes/listserv_log.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "tests/documents/split_in_every_way.hpp"
#include "urlsieve/input_options.hpp"

namespace urlsieve {
namespace listserv_log_test {

using testing::bytes_of;
using testing::fed;

fed split(const std::string& input, const input_options& options = {}) {
  return testing::split_in_every_way<listserv_splitter>(input, options);
}

const std::string line = std::string(73, '=') + "\n";
const std::string mail =
    "Date:         Fri, 1 Mar 1996 10:00:00 EST\nReply-To:     LINKS@EXAMPLE.COM\n\nbody http://a/\n";

TEST(listserv_log, gives_each_message) {
  const std::string log = line + mail + line + mail + "\n" + line + mail;
  const fed result = split(log);
  EXPECT_EQ(bytes_of(result), mail + "|" + mail + "\n|" + mail);
  EXPECT_EQ(result.slices[1].offset, line.size() + mail.size());
  EXPECT_EQ(result.slices[1].body_offset, line.size());
  EXPECT_EQ(result.slices[1].kind, slice_kind::message);
  EXPECT_EQ(result.counted.total_damage(), 0U);
}

TEST(listserv_log, knows_its_line) {
  const std::string others[] = {std::string(72, '=') + "\n", std::string(74, '=') + "\n",
                                std::string(73, '=') + "x\n", " " + line, std::string(73, '-') + "\n"};
  for (const std::string& other : others)
    EXPECT_EQ(bytes_of(split(line + mail + other + mail)), mail + other + mail) << other;
  EXPECT_EQ(bytes_of(split(line + mail + line + "plain text\n")), mail + line + "plain text\n");
  EXPECT_EQ(bytes_of(split(line + mail + line + "Note: plain text\n")), mail + line + "Note: plain text\n");
  EXPECT_EQ(bytes_of(split(line + mail + line.substr(0, 73) + " \r\n" + mail)), mail + "|" + mail);
}

TEST(listserv_log, gives_bytes_before_the_first_message_as_text) {
  const fed result = split("\nnotes http://b/\n" + line + mail);
  EXPECT_EQ(bytes_of(result), "notes http://b/\n|" + mail);
  EXPECT_EQ(result.slices[0].kind, slice_kind::whole);
  EXPECT_EQ(testing::damages(result.counted), "bad-message@1 ");
}

TEST(listserv_log, is_the_same_however_bytes_arrive) {
  const std::string parts[] = {line, mail, "\n", "==", "Date: x\n", "body\n", std::string(80, '=')};
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

}  // namespace listserv_log_test
}  // namespace urlsieve
