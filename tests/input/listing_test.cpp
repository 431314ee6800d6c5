#include "src/input/lists/listing.hpp"
#include "urlsieve/input_options.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace urlsieve {
namespace listing_test {

namespace fs = std::filesystem;

class listed_inputs : public ::testing::Test {
 protected:
  void SetUp() override {
    root = fs::temp_directory_path() / ("listing_" + std::to_string(::getpid()));
    fs::remove_all(root);
    fs::create_directories(root / "d" / "b");
    fs::create_directories(root / "d" / "empty");
    write("d/b/2", "22");
    write("d/b/10", "1");
    write("d/a.txt", "aaa");
    write("d/B", "B");
    write("d/z", "");
    write("d/.hidden", "h");
    fs::create_symlink(root / "d" / "a.txt", root / "d" / "link");
    fs::create_directory_symlink(root / "d", root / "d" / "loop");
    fs::create_symlink(root / "nowhere", root / "d" / "dangling");
    ASSERT_EQ(::mkfifo((root / "d" / "pipe").c_str(), 0600), 0);
  }
  void TearDown() override { fs::remove_all(root); }

  void write(const std::string& name, std::string_view bytes) { std::ofstream(root / name) << bytes; }

  std::vector<std::string> all(const input_options& options) {
    std::vector<std::string> paths;
    auto opened = listing::open(options);
    EXPECT_TRUE(opened.has_value());
    while (const auto input = opened->next(counted)) {
      paths.push_back(input->path.starts_with(root.string()) ? input->path.substr(root.string().size() + 1)
                                                             : input->path);
      total += input->size;
    }
    EXPECT_FALSE(opened->next(counted).has_value());
    return paths;
  }

  fs::path root;
  stats counted;
  std::uint64_t total = 0;
};

using paths = std::vector<std::string>;

TEST_F(listed_inputs, walks_directories_in_the_byte_order_of_names) {
  input_options options;
  options.paths = {(root / "d").string()};
  EXPECT_EQ(all(options), (paths{"d/.hidden", "d/B", "d/a.txt", "d/b/10", "d/b/2", "d/link", "d/z"}));
  EXPECT_EQ(total, 1U + 1 + 3 + 1 + 2 + 3 + 0);
  EXPECT_EQ(listing::total_size(options), total);
  EXPECT_EQ(counted.skipped["file:directory-link"], 1U);
  EXPECT_EQ(counted.skipped["file:fifo"], 1U);
  EXPECT_EQ(counted.damaged[static_cast<std::size_t>(damage::unreadable)], 1U) << "the dangling link";
  EXPECT_TRUE(counted.examples.at(0).input.ends_with("d/dangling"));
}

TEST_F(listed_inputs, keeps_the_order_of_arguments_before_the_list) {
  write("list", (root / "d" / "B").string() + "\r\n\n" + (root / "missing").string() + "\n" +
                    (root / "d" / "b").string());
  input_options options;
  options.paths = {(root / "d" / "z").string(), (root / "d" / "a.txt").string(),
                   (root / "d" / "pipe").string(), (root / "d" / "loop" / "b").string()};
  options.files_from = (root / "list").string();
  EXPECT_EQ(all(options),
            (paths{"d/z", "d/a.txt", "d/pipe", "d/loop/b/10", "d/loop/b/2", "d/B", "d/b/10", "d/b/2"}));
  EXPECT_EQ(counted.damaged[static_cast<std::size_t>(damage::unreadable)], 1U);
  EXPECT_EQ(counted.examples.at(0).input, (root / "missing").string());
  EXPECT_EQ(listing::total_size(options), 0U) << "a FIFO has no size";
}

TEST_F(listed_inputs, accepts_standard_input_once) {
  EXPECT_EQ(all({}), paths{"-"});
  input_options options;
  options.paths = {"-", (root / "d" / "z").string()};
  EXPECT_EQ(all(options), (paths{"-", "d/z"}));
  EXPECT_EQ(listing::total_size(options), 0U);
  options.paths = {"-", "-"};
  EXPECT_EQ(listing::open(options).error().code, error_code::usage);
  options.paths = {"-"};
  options.files_from = "-";
  EXPECT_EQ(listing::open(options).error().code, error_code::usage);
  options.paths = {};
  options.files_from = (root / "none").string();
  EXPECT_EQ(listing::open(options).error().code, error_code::no_such_input);
}

TEST_F(listed_inputs, reads_only_messages_of_a_maildir) {
  for (const char* const folder : {"m/cur", "m/new", "m/tmp", "m/.Sent/cur", "m/.Sent/new", "m/.Sent/tmp"})
    fs::create_directories(root / folder);
  for (const char* const file :
       {"m/cur/1:2,S", "m/new/2", "m/tmp/3", "m/.Sent/cur/4", "m/.Sent/tmp/5", "m/dovecot.index.cache",
        "m/dovecot-uidlist", "m/.Sent/maildirfolder", "m/subscriptions", "m/notes"})
    write(file, "x");
  input_options options;
  options.paths = {(root / "m").string()};
  EXPECT_EQ(all(options), (paths{"m/.Sent/cur/4", "m/cur/1:2,S", "m/new/2", "m/notes"}));
  EXPECT_EQ(counted.skipped["file:maildir-tmp"], 2U);
  EXPECT_EQ(counted.skipped["file:mail-index"], 4U);
  EXPECT_EQ(listing::total_size(options), 4U);
}

TEST_F(listed_inputs, reads_only_messages_of_an_mh_folder_and_a_spool) {
  for (const char* const folder : {"mh", "mh/.sub", "spool", "other", "other/tmp"})
    fs::create_directories(root / folder);
  for (const char* const file :
       {"mh/1", "mh/10", "mh/,2", "mh/#3", "mh/.mh_sequences", "mh/.cache", "mh/.sub/1", "spool/7",
        "spool/.overview", "spool/,8", "spool/.x", "other/,1", "other/.hidden", "other/tmp/x",
        "other/subscriptions", "other/,a"})
    write(file, "x");
  input_options options;
  options.paths = {(root / "mh").string(), (root / "spool").string(), (root / "other").string()};
  EXPECT_EQ(all(options), (paths{"mh/.sub/1", "mh/1", "mh/10", "spool/.x", "spool/7", "other/,1", "other/,a",
                                 "other/.hidden", "other/subscriptions", "other/tmp/x"}));
  EXPECT_EQ(counted.skipped["file:mail-index"], 6U);
  // A file named explicitly is read.
  options.paths = {(root / "mh" / ".mh_sequences").string()};
  EXPECT_EQ(all(options), paths{"mh/.mh_sequences"});
}

TEST_F(listed_inputs, survives_deep_trees_and_unusual_names) {
  fs::path deep = root / "deep";
  for (int i = 0; i < 100; ++i) deep /= "x";
  fs::create_directories(deep);
  std::ofstream(deep / "name with\nline break \xFF") << "x";
  input_options options;
  options.paths = {(root / "deep").string() + "/"};
  const paths found = all(options);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_TRUE(found[0].ends_with("x/name with\nline break \xFF"));
  EXPECT_TRUE(found[0].starts_with("deep/x/"));
}

TEST_F(listed_inputs, lists_are_read_up_to_line_ends_or_nuls) {
  const std::string a = (root / "d/a.txt").string();
  const std::string b = (root / "d/B").string();
  const struct {
    std::string text;
    paths expected;
  } lists[] = {{a + '\n' + b + '\n', {"d/a.txt", "d/B"}}, {a + "\r\n\r\n" + b, {"d/a.txt", "d/B"}},
               {a + '\0' + b + '\0', {"d/a.txt", "d/B"}}, {a + '\0' + b, {"d/a.txt", "d/B"}},
               {"\xEF\xBB\xBF" + a + '\n', {"d/a.txt"}},  {"", {}}};
  for (const auto& list : lists) {
    write("list", list.text);
    input_options options;
    options.files_from = (root / "list").string();
    EXPECT_EQ(all(options), list.expected) << list.text;
  }
  EXPECT_EQ(counted.total_damage(), 0U);
}

TEST_F(listed_inputs, a_list_of_many_names_is_read_whole) {
  for (const char separator : {'\n', '\0'}) {
    std::string text;
    for (int i = 0; i < 30000; ++i) text += (root / "d/a.txt").string() + separator;
    write("list", text);
    input_options options;
    options.files_from = (root / "list").string();
    EXPECT_EQ(all(options).size(), 30000U);
  }
}

TEST_F(listed_inputs, rejects_invalid_lists) {
  write("binary", std::string("\x7F"
                              "ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0\x3E\0",
                              20));
  for (const char* name : {"d", "binary"}) {
    input_options options;
    options.files_from = (root / name).string();
    const auto opened = listing::open(options);
    ASSERT_FALSE(opened.has_value()) << name;
    EXPECT_EQ(opened.error().code, error_code::usage);
    EXPECT_NE(opened.error().message.find(options.files_from), std::string::npos);
  }
}

TEST_F(listed_inputs, a_list_that_breaks_off_is_a_failure) {
  write("list", std::string("\x1F\x8B\x08\0\0\0\0\0\0\3", 10));
  input_options options;
  options.files_from = (root / "list").string();
  const auto opened = listing::open(options);
  ASSERT_FALSE(opened.has_value());
  EXPECT_EQ(opened.error().code, error_code::cannot_read);
}

}  // namespace listing_test
}  // namespace urlsieve
