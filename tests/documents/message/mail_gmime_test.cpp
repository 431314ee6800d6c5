// The mail reader against GMime: GMime parses, decodes and converts the message, the same finders read both
// results, and the distinct references must be equal. mail_deviations.md lists differences with reasons; the
// test fails for a missing or outdated entry.
#include <gtest/gtest.h>

#include <filesystem>
#include <iostream>
#include <map>
#include <set>
#include <string>

#include "tests/documents/message/mail_comparison.hpp"

namespace urlsieve {
namespace mail_gmime_test {

namespace fs = std::filesystem;
using testing::comparison;
using testing::deviation;

bool is_message_file(const fs::path& file) {
  const std::string end = file.extension().string();
  static const std::set<std::string> others{".json", ".html", ".golden", ".tokens", ".md",  ".cs", ".py",
                                            ".png",  ".jpg",  ".gif",    ".css",    ".htm", ".go"};
  return !others.contains(end);
}

TEST(mail_gmime, finds_the_same_in_every_fixture) {
  URLSIEVE_SHARED_OR_SKIP(folder, "suites/mime");
  std::map<std::string, deviation> expected = testing::read_table("Fixtures");
  comparison both;
  std::size_t files = 0;
  std::size_t common = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(*folder)) {
    if (!entry.is_regular_file() || !is_message_file(entry.path())) continue;
    ++files;
    both.compare(testing::read_file(entry.path()));
    common += both.common();
    const std::string name = fs::relative(entry.path(), *folder).string();
    const deviation row = expected.contains(name) ? expected[name] : deviation();
    expected.erase(name);
    EXPECT_TRUE(both.only_ours().size() == row.ours && both.only_theirs().size() == row.theirs)
        << name << ": | " << both.only_ours().size() << " | " << both.only_theirs().size()
        << " |\n  only ours:" << testing::listed(both.only_ours())
        << "\n  only GMime's:" << testing::listed(both.only_theirs());
  }
  for (const auto& [name, row] : expected) ADD_FAILURE() << "no such difference any more: " << name;
  EXPECT_GT(files, 300U);
  std::cout << files << " files, " << common << " references in common\n";
}

}  // namespace mail_gmime_test
}  // namespace urlsieve
