#include "src/pipeline/filters/filter_column.hpp"

#include <gtest/gtest.h>

#include <string_view>

namespace urlsieve {
namespace {

TEST(filter_column, extension_is_that_of_the_last_segment) {
  constexpr std::pair<std::string_view, std::string_view> rows[] = {
      {"/a.pdf", "pdf"}, {"/a.tar.gz", "gz"}, {"/", ""},     {"", ""},         {"/a.b/c", ""},
      {"/.profile", ""}, {"/a.", ""},         {"a@b.c", ""}, {"/x/.a.b", "b"}, {"/..a", "a"},
  };
  for (const auto& [path, extension] : rows) EXPECT_EQ(extension_of(path), extension) << path;
}

TEST(filter_column, names_are_told_apart) {
  for (std::size_t i = 0; i < filter_column_names.size(); ++i)
    EXPECT_EQ(filter_column_named(filter_column_names[i]), static_cast<filter_column>(i));
  EXPECT_FALSE(filter_column_named("hosts"));
  EXPECT_FALSE(filter_column_named(""));
}

TEST(filter_column, takes_a_url_apart) {
  const url_view url = url_view::of("https://u:p@a.b.example.co.uk:81/x/y.html?q=1#f");
  constexpr std::string_view expected[] = {"https://u:p@a.b.example.co.uk:81/x/y.html?q=1#f",
                                           "https",
                                           "u:p",
                                           "a.b.example.co.uk",
                                           "a.b",
                                           "example.co.uk",
                                           "co.uk",
                                           "81",
                                           "/x/y.html",
                                           "html",
                                           "q=1",
                                           "f"};
  for (std::size_t i = 0; i < filter_column_names.size(); ++i)
    EXPECT_EQ(column_of(url, static_cast<filter_column>(i)), expected[i]) << filter_column_names[i];
}

TEST(filter_column, what_is_not_there_is_empty) {
  for (const char* text :
       {"mailto:a@b.c", "http://1.2.3.4/", "http://localhost/", "http://[::1]/", "http://co.uk/"})
    for (const filter_column one : {filter_column::domain, filter_column::subdomain, filter_column::port,
                                    filter_column::extension, filter_column::query, filter_column::fragment})
      EXPECT_EQ(column_of(url_view::of(text), one), "") << text;
  EXPECT_EQ(column_of(url_view::of("http://example.com/"), filter_column::subdomain), "");
  EXPECT_EQ(column_of(url_view::of("http://example.com/"), filter_column::domain), "example.com");
}

}  // namespace
}  // namespace urlsieve
