#include "src/documents/mailboxes/babyl.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "tests/documents/split_in_every_way.hpp"
#include "urlsieve/input_options.hpp"

namespace urlsieve {
namespace babyl_test {

using testing::bytes_of;
using testing::fed;

fed split(const std::string& input, const input_options& options = {}) {
  return testing::split_in_every_way<babyl_splitter>(input, options);
}

const std::string options =
    "BABYL OPTIONS: -*- rmail -*-\nVersion: 5\nLabels:\nNote:   This is the header.\n\x1F";
const std::string original = "Received: from x\nFrom: a@b\nMIME-Version: 1.0\nContent-Type: text/html\n\n";
const std::string shown = "From: a@b\nSubject: x\n\n";
const std::string body = "body http://a/\n";
const std::string eooh = "*** EOOH ***\n";
const std::string pruned = "\f\n1, answered,,\n" + original + eooh + shown + body + "\x1F";
const std::string whole = "\f\n0, unseen,,\n" + eooh + shown + body + "\x1F";

TEST(babyl, gives_each_message_with_its_original_header) {
  const fed result = split(options + pruned + whole);
  EXPECT_EQ(bytes_of(result), original + body + "|" + shown + body);
  EXPECT_EQ(result.slices[0].offset, options.size() - 1);
  EXPECT_EQ(result.slices[1].offset, options.size() - 1 + pruned.size());
  EXPECT_EQ(result.counted.total_damage(), 0U);
}

TEST(babyl, uses_the_available_header) {
  EXPECT_EQ(bytes_of(split(options + "\f\n1,,\n" + shown + body + "\x1F")), shown + body);
  EXPECT_EQ(bytes_of(split(options + "\f\n1,,\nFrom: a\n" + eooh + shown + body)), "From: a\n\n" + body);
  EXPECT_EQ(bytes_of(split(options + "\f\n1,,\n" + original + eooh)), original);
  EXPECT_EQ(bytes_of(split(options + "\f\n1,,\n" + original + "*** EOOH ***")), original);
}

TEST(babyl, ends_messages_only_at_its_mark) {
  const std::string odd = "a \x1F b\n\x1Fx\n";
  EXPECT_EQ(bytes_of(split(options + "\f\n0,,\n" + eooh + shown + odd + "\x1F\n")), shown + odd);
}

TEST(babyl, loses_no_other_bytes) {
  const fed result = split(options + "\nhttp://lost/\n\x1F" + pruned);
  EXPECT_EQ(bytes_of(result), "http://lost/\n|" + original + body);
  EXPECT_EQ(result.slices[0].kind, slice_kind::whole);
  EXPECT_EQ(testing::damages(result.counted), "bad-message@" + std::to_string(options.size() + 1) + " ");
}

TEST(babyl, does_not_depend_on_delivery) {
  const std::string parts[] = {options,        pruned,
                               whole,          "\x1F",
                               "\f",           "\n",
                               eooh,           shown,
                               body,           "BABYL OPTIONS:\n",
                               "Version: 5\n", std::string(1100, 'x')};
  std::mt19937 random(3);
  input_options small;
  small.max_document = 200;
  for (int round = 0; round < 60; ++round) {
    std::string input = options;
    for (auto left = random() % 15; left > 0; --left) input += parts[random() % std::size(parts)];
    split(input);
    split(input, small);
  }
}

}  // namespace babyl_test
}  // namespace urlsieve
