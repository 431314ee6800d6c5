#include "src/documents/mailboxes/git_batch.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "tests/documents/split_in_every_way.hpp"
#include "urlsieve/input_options.hpp"

namespace urlsieve {
namespace git_batch_test {

using testing::bytes_of;
using testing::fed;

fed split(const std::string& input, const input_options& options = {}) {
  return testing::split_in_every_way<git_batch_splitter>(input, options);
}

const std::string name = "9b4fb84a1a17bc5f6e4ea9a7ac73a8a6d1c1ec4c";
const std::string long_name = name + "9b4fb84a1a17bc5f6e4ea9a7";
const std::string mail = "From: a@b\nSubject: x\n\nbody http://a/\n";

std::string line(std::size_t size, const std::string& of = name) {
  return of + " blob " + std::to_string(size) + "\n";
}

std::string entry(const std::string& message, const std::string& of = name) {
  return line(message.size(), of) + message + "\n";
}

TEST(git_batch, gives_each_message_by_its_size) {
  const std::string tricky = mail + "\n" + line(5) + "x\n\n\n";
  const fed result = split(entry(mail) + entry("") + entry(tricky) + entry("x") + entry(mail, long_name));
  EXPECT_EQ(bytes_of(result), mail + "|" + tricky + "|x|" + mail);
  EXPECT_EQ(result.slices[0].kind, slice_kind::message);
  EXPECT_EQ(result.slices[0].offset, 0U);
  EXPECT_EQ(result.slices[0].body_offset, line(mail.size()).size());
  EXPECT_EQ(result.slices[1].offset, entry(mail).size() + entry("").size());
  EXPECT_EQ(result.counted.total_damage(), 0U);
}

TEST(git_batch, knows_its_line) {
  EXPECT_TRUE(begins_git_batch(entry(mail)));
  EXPECT_TRUE(begins_git_batch(entry(mail, long_name)));
  EXPECT_TRUE(begins_git_batch(entry("") + entry(mail)));
  for (const std::string& other : std::vector<std::string>{
           entry("int main() {}\n"), " " + entry(mail), "x" + entry(mail), entry(mail, name + "0"),
           name + " missing\n", name + " tree 12\nx", name + " blob \n" + mail, name + " blob 5x\n" + mail,
           name + " blob -5\n" + mail, name + " blob 99999999999999999999\n" + mail,
           entry(mail, "9B4FB84A1A17BC5F6E4EA9A7AC73A8A6D1C1EC4C")})
    EXPECT_FALSE(begins_git_batch(other)) << other;
}

TEST(git_batch, reports_missing_objects) {
  const fed result = split(entry(mail) + name + " missing\n" + entry(mail));
  EXPECT_EQ(bytes_of(result), mail + "|" + name + " missing|" + mail);
  EXPECT_EQ(testing::damages(result.counted), "bad-message@" + std::to_string(entry(mail).size()) + " ");
}

TEST(git_batch, continues_after_a_wrong_size) {
  for (const std::size_t size : {mail.size() - 1, mail.size() + 1, mail.size() + 500, std::size_t{0}}) {
    const fed result = split(line(size) + mail + "\n" + entry(mail));
    EXPECT_EQ(bytes_of(result), mail + "|" + mail) << size;
    EXPECT_EQ(testing::damages(result.counted), "bad-record-length@0 ") << size;
  }
}

TEST(git_batch, reports_a_truncation) {
  const std::string whole = entry(mail) + entry(mail);
  const fed result = split(whole.substr(0, whole.size() - 8));
  EXPECT_EQ(bytes_of(result), mail + "|" + mail.substr(0, mail.size() - 7));
  EXPECT_EQ(testing::damages(result.counted),
            "bad-record-length@" + std::to_string(entry(mail).size()) + " ");
}

TEST(git_batch, does_not_depend_on_delivery) {
  const std::string parts[] = {line(6),   line(37),  mail,          "\n",
                               name,      " blob ",  "body\n",      name + " missing",
                               "\n\n",    long_name, "Date: x\n\n", std::string(300, 'x'),
                               line(250), line(300)};
  std::mt19937 random(5);
  input_options small;
  small.max_document = 200;
  for (int round = 0; round < 60; ++round) {
    std::string input;
    for (auto left = random() % 25; left > 0; --left) input += parts[random() % std::size(parts)];
    split(input);
    split(input, small);
  }
}

}  // namespace git_batch_test
}  // namespace urlsieve
