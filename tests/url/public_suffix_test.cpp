#include "src/url/hosts/public_suffix.hpp"

#include <gtest/gtest.h>

#include <string>

namespace urlsieve {
namespace public_suffix_test {

TEST(public_suffix, names_below_a_named_rule) {
  const public_suffix_list& list = public_suffix_list::system();
  for (const char* name : {"example.com", "a.b.example.com", "EXAMPLE.Co.UK", "b.co.uk", "x.de",
                           "b\xC3\xBC"
                           "cher.de",
                           "example.xn--p1ai", "example.\xD1\x80\xD1\x84", "kawasaki-sub.jp"})
    EXPECT_TRUE(list.is_under_named_suffix(name)) << name;
}

// A suffix itself, an unknown last label (only "*" covers it), and the section of private registries.
TEST(public_suffix, other_names) {
  const public_suffix_list& list = public_suffix_list::system();
  for (const char* name :
       {"", "com", "co.uk", "file.txt", "readme.html", "main.cpp", "localhost", ".", "..", ".com.."})
    EXPECT_FALSE(list.is_under_named_suffix(name)) << name;
  EXPECT_TRUE(list.is_under_named_suffix("user.github.io")) << "below io, which is in the ICANN section";
  EXPECT_TRUE(list.is_under_named_suffix("github.io"))
      << "a suffix of the private section is a name below io";
}

TEST(public_suffix, names_longer_than_any_host_are_refused) {
  EXPECT_FALSE(public_suffix_list::system().is_under_named_suffix(std::string(600, 'a') + ".com"));
}

}  // namespace public_suffix_test
}  // namespace urlsieve
