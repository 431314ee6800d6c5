#include "urlsieve/password.hpp"

#include <gtest/gtest.h>

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

TEST(password, is_no_part_of_an_example) {
  stats counted;
  counted.damaged_at(damage::bad_json, "http://me:secret@host/", 0, "http://me:secret@host/");
  EXPECT_EQ(counted.examples[0].input, "http://me:***@host/");
  EXPECT_EQ(counted.examples[0].detail, "http://me:***@host/");
}

TEST(stats, flags_are_counted_one_by_one_and_added_up) {
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
