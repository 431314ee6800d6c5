#include "src/pipeline/filters/host_list.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace urlsieve {
namespace host_list_test {

namespace fs = std::filesystem;

class list_file {
 public:
  explicit list_file(std::string_view bytes)
      : path_(::testing::TempDir() + ::testing::UnitTest::GetInstance()->current_test_info()->name()) {
    std::ofstream(path_, std::ios::binary) << bytes;
  }
  list_file(const list_file&) = delete;
  list_file& operator=(const list_file&) = delete;
  ~list_file() { fs::remove(path_); }

  result<void> add_to(host_set& set) const {
    running_checksum sum;
    const std::vector<std::string> paths{path_};
    result<void> added = add_hosts(paths, nullptr, set, sum);
    set.settle();
    return added;
  }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

TEST(host_list, normalizes_as_hosts_are) {
  constexpr std::pair<std::string_view, std::string_view> rows[] = {
      {"example.com", "example.com"},
      {"EXAMPLE.Com", "example.com"},
      {"b\xC3\xBC"
       "cher.example",
       "xn--bcher-kva.example"},
      {"ex%61mple.com", "example.com"},
      {"0x7f.1", "127.0.0.1"},
      {"[0:0::1]", "[::1]"},
      {"a_b.example", "a_b.example"},
      {"a.example.", "a.example."},
      {"localhost", "localhost"},
  };
  std::string buffer;
  for (const auto& [written, normal] : rows) EXPECT_EQ(normal_host(written, buffer), normal) << written;
  for (const char* none :
       {"", "a/b", "a b", "a:80", "u@a", "http://a/", "a?b", "a#b", "*.a", ".a", "[::1", "a\\b", "["})
    EXPECT_EQ(normal_host(none, buffer), "") << none;
}

TEST(host_list, passes_over_comments_and_empty_lines) {
  host_set set;
  const list_file file("# all of it\n\n  a.example  \r\nb.example # why\n\t\n#c.example\nd.example");
  ASSERT_TRUE(file.add_to(set));
  EXPECT_EQ(set.size(), 3U);
  for (const char* in : {"a.example", "b.example", "d.example"}) EXPECT_TRUE(set.has(in)) << in;
  EXPECT_FALSE(set.has("c.example"));
}

TEST(host_list, names_the_line_that_holds_no_host) {
  host_set set;
  const list_file file("a.example\n# x\nhttp://b.example/\n");
  const result<void> added = file.add_to(set);
  ASSERT_FALSE(added);
  EXPECT_EQ(added.error().code, error_code::usage);
  EXPECT_EQ(added.error().message, file.path() + ", line 3: \"http://b.example/\" is no host");
}

TEST(host_list, refuses_a_line_that_never_ends) {
  host_set set;
  const list_file file("a.example\n" + std::string(3'000'000, 'a') + "\nb.example\n");
  const result<void> added = file.add_to(set);
  ASSERT_FALSE(added);
  EXPECT_NE(added.error().message.find("line 2"), std::string::npos);
}

// Lines across the borders of reads.
TEST(host_list, reads_every_line_of_a_long_list) {
  std::string bytes;
  for (int i = 0; i < 60'000; ++i) bytes += "host" + std::to_string(i) + ".example\n";
  host_set set;
  ASSERT_TRUE(list_file(bytes).add_to(set));
  EXPECT_EQ(set.size(), 60'000U);
  for (int i = 0; i < 60'000; ++i) EXPECT_TRUE(set.has("host" + std::to_string(i) + ".example")) << i;
}

TEST(host_list, a_file_that_is_not_there_is_an_error) {
  host_set set;
  running_checksum sum;
  const std::vector<std::string> paths{::testing::TempDir() + "no such list"};
  const result<void> added = add_hosts(paths, nullptr, set, sum);
  ASSERT_FALSE(added);
  EXPECT_EQ(added.error().code, error_code::cannot_open);
}

}  // namespace host_list_test
}  // namespace urlsieve
