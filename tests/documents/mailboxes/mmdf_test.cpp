#include "src/documents/mailboxes/mmdf.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "tests/documents/split_in_every_way.hpp"
#include "urlsieve/input_options.hpp"

namespace urlsieve {
namespace mmdf_test {

using testing::bytes_of;
using testing::fed;

fed split(const std::string& input, const input_options& options = {}) {
  return testing::split_in_every_way<mmdf_splitter>(input, options);
}

const std::string line = "\1\1\1\1\n";
const std::string mail = "From: a@b\nSubject: x\n\nbody http://a/\n";

TEST(mmdf, gives_each_message) {
  const std::string box = line + mail + line + line + mail + "\n" + line + "\n" + line + mail + line;
  const fed result = split(box);
  EXPECT_EQ(bytes_of(result), mail + "|" + mail + "\n|" + mail);
  EXPECT_EQ(result.slices[1].offset, 2 * line.size() + mail.size());
  EXPECT_EQ(result.slices[1].body_offset, line.size());
  EXPECT_EQ(result.slices[1].kind, slice_kind::message);
  EXPECT_EQ(result.counted.total_damage(), 0U);
}

TEST(mmdf, knows_its_line) {
  for (const std::string other : {"\1\1\1\n", "\1\1\1\1\1\n", " \1\1\1\1\n", "\1\1\1\1x\n"})
    EXPECT_EQ(bytes_of(split(line + mail + other + mail + line)), mail + other + mail);
  EXPECT_EQ(bytes_of(split("\1\1\1\1\r\n" + mail + "\1\1\1\1\r\n" + line + mail + "\1\1\1\1")),
            mail + "|" + mail);
}

TEST(mmdf, passes_over_envelopes_and_empty_messages) {
  const std::string envelope = "From a@b Thu Jan  1 00:00:00 1970\n";
  const fed result =
      split(line + envelope + mail + line + line + line + line + envelope + line + line + mail);
  EXPECT_EQ(bytes_of(result), mail + "|" + mail);
  EXPECT_EQ(result.slices[0].body_offset, line.size() + envelope.size());
}

TEST(mmdf, gives_other_bytes_as_text) {
  const fed result = split("tail http://b/\n" + line + mail + line);
  EXPECT_EQ(bytes_of(result), "tail http://b/\n|" + mail);
  EXPECT_EQ(testing::damages(result.counted), "bad-message@0 ");
}

TEST(mmdf, is_the_same_however_bytes_arrive) {
  const std::string parts[] = {line,       mail,        "\n",     "\1\1", "\1\1\1\1",
                               "From a\n", "Date: x\n", "body\n", "\r\n", std::string(1100, 'x')};
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

}  // namespace mmdf_test
}  // namespace urlsieve
