#include "src/url/explain/difference.hpp"

#include <gtest/gtest.h>

#include <string>

#include "src/url/explain/ladder_trace.hpp"
#include "tests/url/all_conventions.hpp"

namespace urlsieve {
namespace difference_test {

std::string explained_difference(std::string_view a, std::string_view b) {
  std::string all;
  for (const component_difference& difference : differences(a, b)) {
    all.append(difference.component).append(" ");
    all.append(difference.a ? "<" + std::string(*difference.a) + ">" : "-").append(" ");
    all.append(difference.b ? "<" + std::string(*difference.b) + ">" : "-").append("; ");
  }
  return all;
}

TEST(difference, names_each_component_and_both_values) {
  EXPECT_EQ(explained_difference("http://a/", "http://a/"), "");
  EXPECT_EQ(explained_difference("http://a/", "https://a/"), "scheme <http> <https>; ");
  EXPECT_EQ(explained_difference("http://u@a:1/x?y#z", "http://a/"),
            "userinfo <u> -; port <1> -; path </x> </>; query <y> -; fragment <z> -; ");
  EXPECT_EQ(explained_difference("http://a?", "http://a"), "query <> -; ");
  EXPECT_EQ(explained_difference("//a", "a"), "host <a> -; path <> <a>; ");
}

TEST(convention_trace, names_conventions_with_an_effect) {
  const convention_options all = testing::all_conventions();
  const auto rules = trace_conventions(all, "https://www.a.example/index.html?b&a&utm_source=x");
  ASSERT_EQ(rules.size(), 5U);
  EXPECT_EQ(rules[0].form, "https://www.a.example/index.html?a&b&utm_source=x");
  EXPECT_EQ(rules[1].form, "https://www.a.example/index.html?a&b");
  EXPECT_EQ(rules[2].form, "https://a.example/index.html?a&b");
  EXPECT_EQ(rules[3].form, "https://a.example/?a&b");
  EXPECT_EQ(rules[4].form, "http://a.example/?a&b");
  EXPECT_TRUE(trace_conventions(all, "ftp://www.a.example/index.html").empty());
  EXPECT_TRUE(trace_conventions({}, "http://www.a.example/").empty());
}

}  // namespace difference_test
}  // namespace urlsieve
