#include "src/cli/option_flags.hpp"

#include <gtest/gtest.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "src/cli/help/flag_text.hpp"
#include "urlsieve/option_table.hpp"

namespace urlsieve::cli {
namespace option_flags_test {

// Returns true if extract accepts the value for the option of a row, beside an option that the row needs.
bool is_accepted(const option_row& row, const std::string& value) {
  extract_options options;
  CLI::App flags;
  add_all_flags(flags, options);
  std::vector<std::string> arguments{value, "--" + std::string(row.word)};  // in reverse
  if (row.word == "checkpoint") arguments.insert(arguments.end(), {"DIR", "-o", "--resume"});
  if (row.word == "rejects-limit") arguments.insert(arguments.end(), {"FILE", "--rejects"});
  try {
    flags.parse(arguments);
  } catch (const CLI::ParseError&) {
    return false;
  }
  return true;
}

TEST(option_flags, each_row_is_a_flag_of_extract) {
  extract_options options;
  CLI::App flags;
  add_all_flags(flags, options);
  for (const option_row& row : option_table) {
    const CLI::Option* const flag = flags.get_option_no_throw("--" + std::string(row.word));
    ASSERT_NE(flag, nullptr) << row.word;
    EXPECT_FALSE(flag->get_description().empty()) << row.word;
    EXPECT_EQ(flag->get_description().find('{'), std::string::npos) << flag->get_description();
    EXPECT_EQ(flag->get_default_str().find('{'), std::string::npos) << flag->get_default_str();
  }
  EXPECT_EQ(flags.get_options().size(), option_table.size() + 1) << "with --help";
}

// set_option() and runs accept the same range; see option_table_test.
TEST(option_flags, flags_accept_exactly_the_range_of_the_row) {
  constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();
  for (const option_row& row : option_table) {
    if (row.kind != option_kind::number && row.kind != option_kind::size) continue;
    EXPECT_TRUE(is_accepted(row, std::to_string(row.range.least))) << row.word;
    EXPECT_TRUE(is_accepted(row, std::to_string(row.range.most))) << row.word;
    if (row.range.least != 0) {
      EXPECT_FALSE(is_accepted(row, std::to_string(row.range.least - 1))) << row.word;
    }
    if (row.range.most != unlimited) {
      EXPECT_FALSE(is_accepted(row, std::to_string(row.range.most + 1))) << row.word;
    }
    EXPECT_EQ(is_accepted(row, "1KiB"), row.kind == option_kind::size && row.range.has(1024)) << row.word;
  }
}

TEST(option_flags, rows_decide_which_flags_need_or_exclude_each_other) {
  const auto accepted = [](std::vector<std::string> arguments) {
    extract_options options;
    CLI::App flags;
    add_all_flags(flags, options);
    try {
      flags.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
    } catch (const CLI::ParseError&) {
      return false;
    }
    return true;
  };
  EXPECT_TRUE(accepted({"--order", "surt", "-o", "DIR"}));
  EXPECT_FALSE(accepted({"--order", "surt"}));
  EXPECT_TRUE(accepted({"--exact"}));
  EXPECT_FALSE(accepted({"--exact", "-o", "DIR"}));
  EXPECT_FALSE(accepted({"--exact", "--no-dedup"}));
  EXPECT_FALSE(accepted({"--jsonl", "--output-format", "tsv"}));
}

TEST(option_flags, messages_name_flags_with_their_short_name) {
  EXPECT_EQ(flag_of(*find_option("output")), "-o");
  EXPECT_EQ(flag_of(*find_option("max-url")), "--max-url");
}

}  // namespace option_flags_test
}  // namespace urlsieve::cli
