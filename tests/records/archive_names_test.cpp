#include "src/records/archive_names.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <tuple>

namespace urlsieve {
namespace {

// Every spelling of a directory and of a path below it gives the same name.
TEST(archive_names, are_relative_to_any_spelling_of_the_directory) {
  const std::string here = std::filesystem::current_path().string();
  for (const std::string& root : {std::string("ar"), std::string("./ar"), std::string("ar/"),
                                  std::string("x/../ar"), here + "/ar", here + "//ar/./"}) {
    archive_names names(root, {});
    for (const std::string& input : {std::string("ar/b/a.warc"), std::string("./ar/b/a.warc"),
                                     std::string("ar//b/./a.warc"), here + "/ar/b/a.warc"}) {
      EXPECT_EQ(std::string(names.find(input).written).substr(0, 1), "b") << root << ' ' << input;
      EXPECT_TRUE(names.find(input).is_below) << root << ' ' << input;
    }
    for (const std::string_view input :
         {"arc/a.warc", "a.warc", "ar", "../ar/a.warc", "http://a.example/ar/a.warc"}) {
      EXPECT_EQ(names.find(input).written, input) << root;
      EXPECT_FALSE(names.find(input).is_below) << root << ' ' << input;
    }
  }
}

TEST(archive_names, are_relative_to_members_and_urls) {
  for (const auto& [root, input, written] : {std::tuple<std::string_view, std::string_view, std::string_view>{
                                                 "c.wacz!archive", "./c.wacz!archive/a.warc", "a.warc"},
                                             {"c.wacz", "c.wacz!archive/../a.warc", "archive/../a.warc"},
                                             {"https://a.example", "https://a.example/b/a.warc", "b/a.warc"},
                                             {"https://a.example/", "https://a.example/b/a.warc", "b/a.warc"},
                                             {"/", "/b/a.warc", "b/a.warc"},
                                             {"", "b/a.warc", "b/a.warc"}})
    EXPECT_EQ(archive_names(root, {}).find(input).written, written) << root << ' ' << input;
}

TEST(archive_names, of_standard_input_and_missing_members_cannot_be_read) {
  archive_names names("", {});
  EXPECT_EQ(names.find("-").unreadable, "standard input cannot be read again");
  EXPECT_NE(names.find("none.wacz!a.warc").unreadable, "");
  EXPECT_EQ(names.find("/dev/null").unreadable, "not a regular file");
  EXPECT_EQ(names.find(std::filesystem::read_symlink("/proc/self/exe").string()).unreadable, "");
  EXPECT_EQ(names.find("https://a.example/a.warc").unreadable, "");
}

}  // namespace
}  // namespace urlsieve
