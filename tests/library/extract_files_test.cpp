// extract_files(): URLs arrive in input order for any number of threads, and the consumer may stop or throw.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "urlsieve/extract.hpp"
#include "urlsieve/field.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {
namespace extract_files_test {

class extract_files_test : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "urlsieve-files-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
    for (int file = 0; file < 6; ++file) {
      const std::string path = folder_ / (std::to_string(file) + ".txt");
      std::ofstream out(path);
      for (int i = 0; i < 3000; ++i) out << "line http://a.example/" << (file * 2000 + i) << " and so on\n";
      options_.input.paths.push_back(path);
    }
    for (int i = 0; i < 13000; ++i) expected_.push_back("http://a.example/" + std::to_string(i));
    options_.batch_bytes = 4096;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path folder_;
  extract_options options_;
  std::vector<std::string> expected_;
};

TEST_F(extract_files_test, gives_urls_in_input_order) {
  for (const unsigned threads : {1U, 4U}) {
    options_.threads = threads;
    std::vector<std::string> urls;
    const result<run_summary> done =
        extract_files(options_, [&](const sieved_url& found) { urls.emplace_back(found.url); });
    ASSERT_TRUE(done.has_value());
    EXPECT_EQ(urls, expected_);
    EXPECT_FALSE(done->stopped);
    EXPECT_EQ(done->counted.unique, expected_.size());
    EXPECT_EQ(done->counted.references, 18000U);
  }
}

TEST_F(extract_files_test, reports_the_source_of_a_url_on_request) {
  for (const bool asked : {false, true})
    for (const unsigned threads : {1U, 4U}) {
      options_.threads = threads;
      options_.output.fields = {field::url};
      if (asked) options_.output.fields.push_back(field::line);
      std::size_t number = 0;
      const result<run_summary> done = extract_files(options_, [&](const sieved_url& found) {
        const std::size_t file = number < 3000 ? 0 : (number - 1000) / 2000;
        ASSERT_EQ(found.from != nullptr, asked);
        EXPECT_EQ(found.line, asked ? number - file * 2000 + 1 : 0) << number;
        if (asked) {
          EXPECT_EQ(found.from->input, options_.input.paths[file]);
          EXPECT_EQ(found.from->record_offset, std::nullopt);
        }
        ++number;
      });
      ASSERT_TRUE(done.has_value());
      EXPECT_EQ(number, expected_.size());
    }
}

TEST_F(extract_files_test, ends_where_the_taker_wants_no_more) {
  std::vector<std::uint64_t> references;
  for (const unsigned threads : {1U, 4U}) {
    options_.threads = threads;
    std::size_t taken = 0;
    const result<run_summary> done =
        extract_files(options_, [&](const sieved_url&) { return ++taken < 1000; });
    ASSERT_TRUE(done.has_value());
    EXPECT_TRUE(done->stopped);
    EXPECT_EQ(taken, 1000U);
    references.push_back(done->counted.references);
  }
  EXPECT_EQ(references[0], references[1]);
  EXPECT_LT(references[0], 18000U);
}

TEST_F(extract_files_test, propagates_exceptions_of_the_consumer) {
  for (const unsigned threads : {1U, 4U}) {
    options_.threads = threads;
    EXPECT_THROW(static_cast<void>(
                     extract_files(options_, [](const sieved_url&) { throw std::runtime_error("enough"); })),
                 std::runtime_error);
  }
  EXPECT_THROW(static_cast<void>(extract("http://a.example/", {},
                                         [](const sieved_url&) { throw std::runtime_error("enough"); })),
               std::runtime_error);
}

TEST_F(extract_files_test, rejects_output_options) {
  options_.output.directory = (folder_ / "out").string();
  const result<run_summary> refused = extract_files(options_, [](const sieved_url&) {});
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, error_code::usage);
}

}  // namespace extract_files_test
}  // namespace urlsieve
