// Test vectors of other link finders. deviations.md lists intentional differences with their rules; the test
// fails for missing and outdated entries.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "src/references/text/in_text.hpp"
#include "tests/references/json_rows.hpp"
#include "tests/shared_data.hpp"

namespace urlsieve {
namespace in_text_suites_test {

using strings = std::vector<std::string>;

strings strings_of(testing::json_element row, const char* key) {
  strings all;
  simdjson::dom::array array;
  if (row[key].get(array) != simdjson::SUCCESS) return all;
  for (const testing::json_element element : array) {
    std::string_view text;
    if (element.get(text) == simdjson::SUCCESS) all.emplace_back(text);
  }
  return all;
}

strings found_in(std::string_view text, bool schemeless) {
  text_search options;
  if (schemeless) options.abbreviated = abbreviated_choice::host;
  text_finder finder(options);
  findings found;
  stats counted;
  document searched;
  searched.body = text;
  finder.find(searched, found, counted);
  strings urls;
  for (const reference& link : found.references) urls.emplace_back(link.raw);
  return urls;
}

bool agrees(strings found, strings expected, const std::string& mode) {
  if (mode == "first") {
    found.resize(std::min<std::size_t>(found.size(), 1));
    expected.resize(std::min<std::size_t>(expected.size(), 1));
  }
  if (mode == "contains")
    return std::all_of(expected.begin(), expected.end(), [&](const std::string& text) {
      return std::find(found.begin(), found.end(), text) != found.end();
    });
  if (mode == "set") {
    std::sort(found.begin(), found.end());
    std::sort(expected.begin(), expected.end());
  }
  return found == expected;
}

// True if the vector needs an option that urlsieve lacks.
bool needs_other_option(const strings& tags) {
  static const std::set<std::string> others{
      "iri-off", "tld-required", "strict-charset", "angle-autolink-core", "entity", "whitespace-stripped"};
  return std::any_of(tags.begin(), tags.end(), [](const std::string& tag) { return others.contains(tag); });
}

// True if the vector expects mail addresses, "//host" or addresses without brackets, which are not URLs here.
bool asks_for_other_things(const strings& expected) {
  return std::any_of(expected.begin(), expected.end(), [](const std::string& text) {
    if (text.find("://") != std::string::npos) return false;
    const std::string authority = text.substr(0, text.find('/'));
    return text.starts_with("//") || authority.find('@') != std::string::npos ||
           std::count(authority.begin(), authority.end(), ':') > 1;
  });
}

std::set<std::string> listed_deviations() {
  std::set<std::string> listed;
  std::istringstream lines(
      testing::read_file(std::filesystem::path(URLSIEVE_SOURCE_DIR) / "tests/references/text/deviations.md"));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream cells(line);
    std::string bar;
    std::string file;
    cells >> bar >> file >> bar;
    if (!file.starts_with("text-")) continue;
    for (std::string number; cells >> number && number != "|";) listed.insert(file + ":" + number);
  }
  return listed;
}

struct tally {
  int asked = 0;
  int agreed = 0;
  [[nodiscard]] double rate() const { return asked == 0 ? 0 : static_cast<double>(agreed) / asked; }
};

TEST(in_text_suites, agree_but_for_the_deviations_listed) {
  URLSIEVE_SHARED_OR_SKIP(folder, "suites");
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(*folder))
    if (entry.path().filename().string().starts_with("text-")) files.push_back(entry.path());
  ASSERT_FALSE(files.empty());
  std::set<std::string> differing;
  tally with_scheme;
  tally without_scheme;
  for (const std::filesystem::path& file : files) {
    const std::string name = file.filename().string();
    const bool schemeless = name.find("schemeless") != std::string::npos;
    testing::for_each_row(file, [&](std::size_t number, testing::json_element row) {
      const strings expected = strings_of(row, "expected");
      const strings found = found_in(testing::text_of(row, "text"), schemeless);
      const bool same = agrees(found, expected, testing::text_of(row, "mode"));
      if (!same) differing.insert(name + ":" + std::to_string(number + 1));
      if (needs_other_option(strings_of(row, "tags")) || (schemeless && asks_for_other_things(expected)))
        return;
      tally& counted = schemeless ? without_scheme : with_scheme;
      ++counted.asked;
      counted.agreed += same ? 1 : 0;
    });
  }
  const std::set<std::string> listed = listed_deviations();
  for (const std::string& text : differing) EXPECT_TRUE(listed.contains(text)) << "not listed: " << text;
  for (const std::string& text : listed)
    EXPECT_TRUE(differing.contains(text)) << "listed, but agrees: " << text;
  EXPECT_GE(with_scheme.rate(), 0.95) << with_scheme.agreed << " of " << with_scheme.asked;
  EXPECT_GE(without_scheme.rate(), 0.90) << without_scheme.agreed << " of " << without_scheme.asked;
  RecordProperty("with_scheme", std::to_string(with_scheme.agreed) + "/" + std::to_string(with_scheme.asked));
  RecordProperty("without_scheme",
                 std::to_string(without_scheme.agreed) + "/" + std::to_string(without_scheme.asked));
}

}  // namespace in_text_suites_test
}  // namespace urlsieve
