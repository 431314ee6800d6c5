#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>

#include "src/pipeline/rejected_row.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/input_options.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {
namespace rejects_test {

std::string row_of(const rejected_row& row, row_form form) {
  std::string text;
  row.append_to(text, rejected_row::writer(form));
  return text;
}

TEST(rejects, row_has_the_form_of_the_output) {
  const rejected_row row{rejection::no_base, "a\tb\n\"c\"", "http://d/", "a@href", 7};
  for (const row_form form : {row_form::tsv, row_form::parquet}) {
    EXPECT_EQ(row_of(row, form), "no-base\ta b \"c\"\thttp://d/\ta@href\t7\n");
  }
  EXPECT_EQ(row_of(row, row_form::csv), "no-base,\"a\tb\n\"\"c\"\"\",http://d/,a@href,7\n");
  EXPECT_EQ(
      row_of(row, row_form::jsonl),
      "{\"reason\":\"no-base\",\"raw\":\"a\\tb\\n\\\"c\\\"\",\"source\":\"http://d/\",\"where\":\"a@href\","
      "\"offset\":7}\n");
}

std::string told_of(std::string_view bytes, extract_options options, stats& counted) {
  namespace fs = std::filesystem;
  const std::string mine =
      ::testing::TempDir() + ::testing::UnitTest::GetInstance()->current_test_info()->name();
  const std::string input = mine + ".input";
  const std::string file = mine + ".rejects";
  std::ofstream(input, std::ios::binary) << bytes;
  options.input.paths = {input};
  options.rejects.write_to = file;
  const result<run_summary> done = extract_files(options, [](const sieved_url&) {});
  EXPECT_TRUE(done);
  if (done) counted = done->counted;
  std::ifstream written(file, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(written)), std::istreambuf_iterator<char>());
  fs::remove(input);
  fs::remove(file);
  return text;
}

// A row per counted rejection, of any kind, in input order, for any batches.
TEST(rejects, there_is_a_row_for_each_that_is_counted) {
  std::string page = "<base href=http://a.example/>";
  std::string text;
  for (int i = 0; i < 400; ++i) {
    const std::string n = std::to_string(i);
    page += "<p><a href=/" + n + "><a href=${" + n + "}><a href=http://a:" + n + "x/><img src='data:," + n +
            "'>\n";
    text += "http://b.example/" + n + " http://[" + n + "/ www.{{x" + n + "}}.com/ http://b.example:x" + n +
            "/ \n\n";
  }
  for (const auto& [bytes, format] :
       {std::pair(page, input_format::html), std::pair(text, input_format::text)}) {
    extract_options options;
    options.input.format = format;
    options.filters.exclude = {"/[0-9]*7$"};
    stats counted;
    const std::string whole = told_of(bytes, options, counted);
    const auto rows = static_cast<std::uint64_t>(std::count(whole.begin(), whole.end(), '\n'));
    EXPECT_EQ(rows, std::accumulate(counted.rejected.begin(), counted.rejected.end(), std::uint64_t{0}));
    EXPECT_GT(rows, 800U);
    for (const std::size_t batch : {std::size_t{1}, std::size_t{3000}}) {
      for (const unsigned threads : {1U, 4U}) {
        options.batch_bytes = batch;
        options.threads = threads;
        EXPECT_EQ(told_of(bytes, options, counted), whole) << batch << ' ' << threads;
      }
    }
  }
}

TEST(rejects, rows_of_text_are_in_the_order_of_their_places) {
  extract_options options;
  options.input.format = input_format::text;
  stats counted;
  const std::string report =
      told_of("http://a:x/ http://b:x/ http://c.example/${v} http://d:x/\n", options, counted);
  std::size_t last = 0;
  std::size_t rows = 0;
  for (std::size_t at = 0; at < report.size(); ++rows) {
    const std::size_t end = report.find('\n', at);
    const std::size_t place = std::stoul(report.substr(report.rfind('\t', end) + 1, end));
    EXPECT_TRUE(rows == 0 || place > last) << report;
    last = place;
    at = end + 1;
  }
  EXPECT_EQ(rows, 4U) << report;
}

}  // namespace rejects_test
}  // namespace urlsieve
