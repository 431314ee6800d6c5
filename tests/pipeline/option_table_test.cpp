#include "urlsieve/option_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "src/api/option_check.hpp"
#include "urlsieve/option_words.hpp"

namespace urlsieve {
namespace option_table_test {

constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

// Assigns `number` to the member of a row. Returns false if the member is not a number of this size, or if
// `number` is the default.
bool assign(const option_row& row, std::uint64_t number, extract_options& options) {
  if (const auto* const small = std::get_if<option_access<std::uint32_t>>(&row.access)) {
    if (number > std::numeric_limits<std::uint32_t>::max() || number == small->of(options)) return false;
    small->in(options) = static_cast<std::uint32_t>(number);
    return true;
  }
  const auto* const large = std::get_if<option_access<std::uint64_t>>(&row.access);
  if (large == nullptr || number == large->of(options)) return false;
  large->in(options) = number;
  return true;
}

bool is_number(const option_row& row) {
  return row.kind == option_kind::number || row.kind == option_kind::size;
}

// Returns the numbers next to the range of a row.
std::vector<std::uint64_t> outside(const option_row& row) {
  std::vector<std::uint64_t> numbers;
  if (row.range.least != 0) numbers.push_back(row.range.least - 1);
  if (row.range.most != unlimited) numbers.push_back(row.range.most + 1);
  return numbers;
}

TEST(option_table, words_are_unique_and_lead_to_their_rows) {
  std::vector<std::string_view> words;
  for (const option_row& row : option_table) {
    EXPECT_EQ(find_option(row.word), &row);
    words.push_back(row.word);
  }
  std::sort(words.begin(), words.end());
  EXPECT_EQ(std::adjacent_find(words.begin(), words.end()), words.end());
  std::vector<std::string_view> named;
  for (const option_word& word : option_words()) named.push_back(word.name);
  EXPECT_EQ(named, words);
  EXPECT_EQ(find_option("no-such"), nullptr);
}

TEST(option_table, rows_know_their_members) {
  EXPECT_EQ(find_option("output")->member, "output_options::directory");
  EXPECT_EQ(find_option("fold-www")->member, "convention_options::fold_www");
  EXPECT_EQ(find_option("base")->member, "extract_options::base");
}

// Help texts name other options as "{word}", never as flags.
TEST(option_table, rows_name_options_of_the_table) {
  for (const option_row& row : option_table) {
    for (const std::string_view word : {row.needed, row.excluded[0], row.excluded[1]})
      EXPECT_TRUE(word.empty() || find_option(word) != nullptr) << row.word << " names " << word;
    for (const std::string_view text : {row.help, row.standing}) {
      EXPECT_EQ(text.find(" --"), std::string_view::npos) << text;
      for (std::size_t open = text.find('{'); open != std::string_view::npos;
           open = text.find('{', open + 1)) {
        const std::size_t close = text.find('}', open);
        ASSERT_NE(close, std::string_view::npos) << text;
        EXPECT_NE(find_option(text.substr(open + 1, close - open - 1)), nullptr) << text;
      }
    }
  }
}

TEST(option_table, set_option_reads_words_of_switches) {
  extract_options options;
  for (const std::string_view word : {"", "true", "1", "yes"}) {
    options.url.conventions.fold_www = false;
    EXPECT_TRUE(set_option(options, "fold-www", word)) << word;
    EXPECT_TRUE(options.url.conventions.fold_www) << word;
  }
  for (const std::string_view word : {"false", "0", "no"}) {
    options.url.conventions.fold_www = true;
    EXPECT_TRUE(set_option(options, "fold-www", word)) << word;
    EXPECT_FALSE(options.url.conventions.fold_www) << word;
  }
  for (const std::string_view word : {"on", "YES", "2", "maybe", " "})
    EXPECT_FALSE(set_option(options, "fold-www", word)) << word;
}

TEST(option_table, set_option_accepts_exactly_the_range_of_the_row) {
  for (const option_row& row : option_table) {
    if (!is_number(row)) continue;
    extract_options options;
    for (const std::uint64_t number : {row.range.least, row.range.most})
      EXPECT_TRUE(set_option(options, row.word, std::to_string(number))) << row.word << '=' << number;
    for (const std::uint64_t number : outside(row))
      EXPECT_FALSE(set_option(options, row.word, std::to_string(number))) << row.word << '=' << number;
  }
}

TEST(option_table, runs_accept_exactly_the_range_of_the_row_and_the_default) {
  for (const option_row& row : option_table) {
    if (!is_number(row)) continue;
    for (const std::uint64_t number : {row.range.least, row.range.most}) {
      extract_options options;
      if (assign(row, number, options) && row.word != "limit") options.output.directory = "output";
      if (row.word == "count-column") options.input.format = input_format::urls;
      EXPECT_TRUE(check_options(options)) << row.word << '=' << number;
    }
    for (const std::uint64_t number : outside(row)) {
      extract_options options;
      if (!assign(row, number, options)) continue;
      const result<void> checked = check_options(options);
      ASSERT_FALSE(checked) << row.word << '=' << number;
      EXPECT_EQ(checked.error().code, error_code::usage);
      EXPECT_TRUE(checked.error().message.starts_with(std::string(row.member) + " is "))
          << checked.error().message;
    }
  }
  EXPECT_TRUE(check_options(extract_options()));
}

TEST(option_table, runs_reject_compressions_of_inputs) {
  extract_options options;
  options.output.directory = "output";
  for (const compression packing : {compression::none, compression::gzip, compression::zstd}) {
    options.output.compress = packing;
    EXPECT_TRUE(check_options(options)) << name_of(packing);
  }
  for (const compression packing : {compression::bzip2, compression::xz}) {
    options.output.compress = packing;
    const result<void> checked = check_options(options);
    ASSERT_FALSE(checked) << name_of(packing);
    EXPECT_EQ(checked.error().code, error_code::usage);
  }
}

// The program and the library accept the same sizes.
TEST(option_table, units_and_limits_of_sizes) {
  extract_options options;
  EXPECT_TRUE(set_option(options, "memory", "1PiB"));
  EXPECT_EQ(options.output.memory, std::uint64_t{1} << 50U);
  EXPECT_FALSE(set_option(options, "memory", "2PiB"));
  EXPECT_TRUE(set_option(options, "max-document", "256"));
  EXPECT_TRUE(set_option(options, "expect", "1125899906842624"));
  EXPECT_FALSE(set_option(options, "expect", "2000000000000000"));
}

}  // namespace option_table_test
}  // namespace urlsieve
