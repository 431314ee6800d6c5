#include "src/url/conventions/look_alike.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace urlsieve {
namespace look_alike_test {

std::string key_of(std::string_view url, dedup_choice how) {
  arena storage;
  return std::string(near_duplicate_key(url, how, storage));
}

struct row {
  std::string_view url;
  std::string_view key;
};

TEST(look_alike, of_parameters_the_names_count) {
  constexpr row rows[] = {
      {"http://a/x?q=1&p=2", "http://a/x?p&q"},
      {"http://a/x?p=&q#f", "http://a/x?p&q"},
      {"http://a/x?q=1&p=2&q=3", "http://a/x?p&q"},
      {"http://a/x?q=1=2", "http://a/x?q"},
      {"http://a/x", "http://a/x"},
      {"http://a/x?", "http://a/x"},
      {"http://a/x?&&=1", "http://a/x"},
      {"http://a/x#?q", "http://a/x"},
      {"http://a:80/x?Q", "http://a:80/x?Q"},
      {"mailto:a@b?subject=1", "mailto:a@b?subject"},
  };
  for (const row& item : rows) EXPECT_EQ(key_of(item.url, dedup_choice::params), item.key) << item.url;
}

TEST(look_alike, numbers_count_only_in_hosts_and_escapes) {
  constexpr row rows[] = {
      {"http://a1:81/2/b34c?d=5&e=60#f7", "http://a1:81/0/b0c?d=0&e=0#f0"},
      {"http://a/%20%41x42", "http://a/%20%41x0"},
      {"http://a/%2", "http://a/%0"},
      {"http://a/%zz12", "http://a/%zz0"},
      {"http://a/", "http://a/"},
      {"mailto:a12@b", "mailto:a0@b"},
      {"urn:isbn:0451450523", "urn:isbn:0"},
  };
  for (const row& item : rows) EXPECT_EQ(key_of(item.url, dedup_choice::numbers), item.key) << item.url;
}

}  // namespace look_alike_test
}  // namespace urlsieve
