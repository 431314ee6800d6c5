#include "src/url/hosts/public_suffix.hpp"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <string_view>

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

// A public suffix, an unknown last label (only "*" matches), and the section of private registries.
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

// The Mozilla list has rules with wildcards and exceptions, and a section of private registries.
TEST(public_suffix, suffixes_that_rules_name) {
  using section = public_suffix_list::section;
  const public_suffix_list& list = public_suffix_list::system();
  struct row {
    std::string_view host, registries, all;
  };
  for (const auto& [host, registries, all] :
       std::initializer_list<row>{{"www.example.com", "com", "com"},
                                  {"a.bbc.co.uk", "co.uk", "co.uk"},
                                  {"co.uk", "co.uk", "co.uk"},
                                  {"com", "com", "com"},
                                  {"a.user.github.io", "io", "github.io"},
                                  {"github.io", "io", "github.io"},
                                  {"a.b.kawasaki.jp", "b.kawasaki.jp", "b.kawasaki.jp"},
                                  {"city.kawasaki.jp", "kawasaki.jp", "kawasaki.jp"},
                                  {"www.ck", "ck", "ck"},
                                  {"localhost", "", ""},
                                  {"a.nosuchtld", "", ""},
                                  {"", "", ""},
                                  {std::string_view("a\0.com", 6), "", ""}}) {
    EXPECT_EQ(list.named_suffix(host, section::registries), registries) << host;
    EXPECT_EQ(list.named_suffix(host, section::all), all) << host;
  }
}

}  // namespace public_suffix_test
}  // namespace urlsieve
