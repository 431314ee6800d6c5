#include "src/pipeline/filters/host_set.hpp"

#include <gtest/gtest.h>

#include <initializer_list>
#include <random>
#include <set>
#include <string>

namespace urlsieve {
namespace host_set_test {

host_set set_of(std::initializer_list<std::string_view> names) {
  host_set output;
  for (const std::string_view name : names) output.add(name);
  output.settle();
  return output;
}

TEST(host_set, contains_names_and_subdomains) {
  const host_set set = set_of({"example.com", "a.b.org", "net", "1.2.3.4", "[::1]"});
  for (const char* in : {"example.com", "example.com.", "a.b.org", "net", "1.2.3.4", "[::1]"}) {
    EXPECT_TRUE(set.has(in)) << in;
    EXPECT_TRUE(set.has_above(in)) << in;
  }
  for (const char* below : {"www.example.com", "x.y.example.com.", "x.net", "q.a.b.org"}) {
    EXPECT_FALSE(set.has(below)) << below;
    EXPECT_TRUE(set.has_above(below)) << below;
  }
  for (const char* out : {"", ".", "com", "b.org", "xexample.com", "example.com.x", "0.1.2.3.4", "2.3.4"}) {
    EXPECT_FALSE(set.has(out)) << out;
    EXPECT_FALSE(set.has_above(out)) << out;
  }
}

TEST(host_set, empty_set_contains_nothing) {
  EXPECT_FALSE(set_of({}).has_above("example.com"));
  EXPECT_FALSE(set_of({}).has("example.com"));
}

// Reference: tries every suffix after a dot.
bool slow_above(const std::set<std::string>& names, std::string host) {
  if (host.ends_with('.')) host.pop_back();
  while (true) {
    if (names.contains(host)) return true;
    const std::size_t dot = host.find('.');
    if (dot == std::string::npos) return false;
    host.erase(0, dot + 1);
  }
}

TEST(host_set, agrees_with_a_set_of_strings) {
  std::mt19937 random(3);
  const auto name = [&](unsigned most) {
    std::string output;
    for (unsigned labels = 1 + random() % most; labels != 0; --labels) {
      output += static_cast<char>('a' + random() % 6);
      if (random() % 2 == 0) output += static_cast<char>('a' + random() % 3);
      if (labels != 1) output += '.';
    }
    return output;
  };
  for (const std::size_t size : {1U, 3U, 50U, 70'000U}) {
    std::set<std::string> names;
    host_set set;
    for (std::size_t i = 0; i < size; ++i) {
      const std::string host = name(5);
      names.insert(host);
      set.add(host);
    }
    set.settle();
    EXPECT_EQ(set.size(), size);
    std::size_t found = 0;
    for (int i = 0; i < 20'000; ++i) {
      const std::string host = name(80) + (random() % 5 == 0 ? "." : "");
      const std::string bare = host.ends_with('.') ? host.substr(0, host.size() - 1) : host;
      EXPECT_EQ(set.has(host), names.contains(bare)) << host;
      EXPECT_EQ(set.has_above(host), slow_above(names, host)) << host;
      found += set.has_above(host) ? 1U : 0U;
    }
    if (size > 3) {
      EXPECT_GT(found, 100U);
    }
  }
}

TEST(host_set, takes_few_bytes_a_name) {
  host_set set;
  constexpr std::size_t many = 1'000'000;
  for (std::size_t i = 0; i < many; ++i) set.add("host" + std::to_string(i) + ".example.org");
  set.settle();
  EXPECT_LE(set.memory(), 40 * many);
  EXPECT_TRUE(set.has_above("x.host7.example.org"));
  EXPECT_FALSE(set.has_above("x.host.example.org"));
}

}  // namespace host_set_test
}  // namespace urlsieve
