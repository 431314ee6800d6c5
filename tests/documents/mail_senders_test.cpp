#include "src/documents/mail_senders.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

namespace urlsieve {
namespace mail_senders_test {

std::string domains_in(std::string_view from) {
  std::string all;
  each_sender_domain(from,
                     [&](std::string_view domain) { all.append(all.empty() ? "" : " ").append(domain); });
  return all;
}

TEST(mail_senders, finds_the_domain_of_each_address) {
  constexpr std::pair<std::string_view, std::string_view> rows[] = {
      {"j@a.example", "a.example"},
      {"J. Doe <j@a.example>", "a.example"},
      {"\"Doe, J. <x@no.example>\" <j@a.example>", "a.example"},
      {"\"say \\\"hi@no.example\\\"\" <j@a.example>", "a.example"},
      {"j@a.example (J. Doe, j@no.example)", "a.example"},
      {"j@a.example, K <k@b.example>,l@c.example", "a.example b.example c.example"},
      {"J <@route.example,@other.example:j@a.example>", "a.example"},
      {"j at a.example (J. Doe)", "a.example"},
      {"J <j@a.example", "a.example"},
      {"Group: j@a.example;", "a.example"},
      {"undisclosed", ""},
      {"", ""},
      {"(only @ comment", ""},
      {"\"only @ quote", ""},
      {"J :( <j@a.example>", "a.example"},
      {"5\" J <j@a.example>, k@b.example", "a.example"},
      {"j@", ""},
      {"=?utf-8?q?J=40x?= <j@a.example>\r\n", "a.example"},
  };
  for (const auto& [from, domains] : rows) EXPECT_EQ(domains_in(from), domains) << from;
}

TEST(mail_senders, finds_the_identifier_of_a_list) {
  EXPECT_EQ(list_id_in("Talk <talk.lists.example>"), "talk.lists.example");
  EXPECT_EQ(list_id_in(" talk.lists.example "), "talk.lists.example");
  EXPECT_EQ(list_id_in("\"a <b>\" < talk.lists.example >"), "talk.lists.example");
  EXPECT_EQ(list_id_in("Talk <talk.lists.example"), "talk.lists.example");
  EXPECT_EQ(list_id_in(""), "");
  EXPECT_EQ(list_id_in("<>"), "");
}

}  // namespace mail_senders_test
}  // namespace urlsieve
