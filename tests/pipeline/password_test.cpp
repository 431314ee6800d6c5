#include "urlsieve/password.hpp"

#include <gtest/gtest.h>

#include <utility>

#include "urlsieve/stats.hpp"

namespace urlsieve {
namespace password_test {

TEST(password, is_not_shown) {
  EXPECT_EQ(without_password("http://me:secret@host/a"), "http://me:***@host/a");
  EXPECT_EQ(without_password("//me:se:cr@et@host"), "//me:***@host");
  EXPECT_EQ(without_password("ftp://:secret@host?a"), "ftp://:***@host?a");
}

TEST(password, nothing_else_is_changed) {
  for (const char* text : {"", "file", "a/b:c@d", "http://host:80/a:b@c", "http://me@host/",
                           "http://host?a:b@c", "http://h/x//y:z@w", "mailto:a@b"}) {
    EXPECT_EQ(without_password(text), text);
  }
}

TEST(password, of_presigned_urls_is_not_shown) {
  const std::pair<const char*, const char*> cases[] = {
      {"https://b.s3.example/"
       "k?X-Amz-Algorithm=A&X-Amz-Credential=AKIA%2F2026&X-Amz-Signature=0a1b&X-Amz-Expires=60",
       "https://b.s3.example/k?X-Amz-Algorithm=A&X-Amz-Credential=***&X-Amz-Signature=***&X-Amz-Expires=60"},
      {"https://h/k?x-amz-SECURITY-token=t", "https://h/k?x-amz-SECURITY-token=***"},
      {"https://h/k?sv=1&sig=a%2Bb%3D", "https://h/k?sv=1&sig=***"},
      {"https://h/k?Expires=1&Signature=s~_&Key-Pair-Id=k",
       "https://h/k?Expires=1&Signature=***&Key-Pair-Id=k"},
      {"https://h/k?token=a;access_token=b#id_token=c",
       "https://h/k?token=***;access_token=***#id_token=***"},
      {"https://h/k?%74oken=a", "https://h/k?%74oken=***"},
      {"http://u:p@h/?token=a", "http://u:***@h/?token=***"},
      {"cannot open https://h/k?sig=a: refused", "cannot open https://h/k?sig=*** refused"},
      {"\"https://h/k?sig=a\" is gone", "\"https://h/k?sig=***\" is gone"}};
  for (const auto& [text, shown] : cases) {
    EXPECT_EQ(without_password(text), shown);
    EXPECT_TRUE(has_secret(text));
  }
  for (const char* text :
       {"https://h/k?tokens=a", "https://h/token=a", "https://h/k?token=", "https://h/k?token",
        "https://h/?a&b=sig", "file?token=a", "https://h/?x=token=a"}) {
    EXPECT_EQ(without_password(text), text);
    EXPECT_FALSE(has_secret(text));
  }
}

TEST(password, is_no_part_of_an_example) {
  stats counted;
  counted.damaged_at(damage::bad_json, "http://me:secret@host/", 0, "http://me:secret@host/");
  EXPECT_EQ(counted.examples[0].input, "http://me:***@host/");
  EXPECT_EQ(counted.examples[0].detail, "http://me:***@host/");
}

TEST(stats, flags_are_counted_separately_and_added_up) {
  stats first;
  first.mark(flag::userinfo | flag::odd_port);
  stats later;
  later.mark(flag::odd_port);
  first.add(later);
  std::size_t known = 0;
  for (std::size_t i = 0; i < flag::names.size(); ++i) {
    const std::uint64_t expected =
        flag::names[i].name == "odd-port" ? 2U : (flag::names[i].name == "userinfo" ? 1U : 0U);
    EXPECT_EQ(first.flagged[i], expected) << flag::names[i].name;
    known += expected != 0 ? 1U : 0U;
  }
  EXPECT_EQ(known, 2U);
}

}  // namespace password_test
}  // namespace urlsieve
