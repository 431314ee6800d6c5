// A merge in several steps equals a merge in one step, for any steps.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/shards/shard_reader.hpp"
#include "tests/sanitized.hpp"
#include "tests/shared_data.hpp"
#include "urlsieve/input_options.hpp"
#include "urlsieve/merge_shards.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {
namespace merge_steps_test {

namespace fs = std::filesystem;

// Limits open files, so that a single worker can open few files per step besides `shards` outputs.
class few_files {
 public:
  explicit few_files(rlim_t inputs, rlim_t shards = 1) {
    ::getrlimit(RLIMIT_NOFILE, &before_);
    rlimit few = before_;
    for (few.rlim_cur = 34; few.rlim_cur - few.rlim_cur / 16 - 32 < inputs + shards;) ++few.rlim_cur;
    ::setrlimit(RLIMIT_NOFILE, &few);
  }
  ~few_files() { ::setrlimit(RLIMIT_NOFILE, &before_); }
  few_files(const few_files&) = delete;
  few_files& operator=(const few_files&) = delete;

 private:
  rlimit before_{};
};

class merge_steps : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "urlsieve-steps-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }

  [[nodiscard]] std::string at(const std::string& name) const { return (folder_ / name).string(); }

  // Returns pages with shared links and texts of every kind.
  std::vector<std::string> pages(std::size_t count) {
    std::mt19937_64 random(7);
    std::vector<std::string> names;
    for (std::size_t i = 0; i < count; ++i) {
      names.push_back(at((i % 3 == 0 ? "a\tpage\n" : "page") + std::to_string(i) + ".html"));
      std::ofstream out(names.back());
      out << "<base href=\"http://h" << random() % 5 << ".example/\">";
      for (std::uint64_t link = 0, links = 20 + random() % 60; link < links; ++link) {
        out << "<p><a rel='nofollow' href=\"http://h" << random() % 9 << ".example/" << random() % 30 << '"'
            << "\">text\t" << random() % 3 << "\n\\ \"&#233;&#x1F600;" << i << "</a> http://x"
            << random() % 40 << ".example/a?b=" << random() % 3 << '\n';
      }
      // A link longer than the blocks of a reader.
      if (i % 4 == 0) out << "<a href=\"/" << std::string(40000 + random() % 3, 'l') << "\">long</a>";
    }
    return names;
  }

  std::vector<std::string> make(const std::vector<std::string>& inputs, extract_options options) {
    std::vector<std::string> outputs;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      options.input.paths = {inputs[i]};
      options.output.directory = at("d" + std::to_string(i));
      options.output.force = true;
      options.threads = 1;
      const result<run_summary> done = extract(options, -1);
      EXPECT_TRUE(done) << done.error().message;
      outputs.push_back(options.output.directory);
    }
    return outputs;
  }

  [[nodiscard]] std::map<std::string, std::string> files_of(const std::string& directory) const {
    std::map<std::string, std::string> files;
    for (const fs::directory_entry& file : fs::directory_iterator(folder_ / directory))
      files[file.path().filename().string()] = testing::read_file(file.path());
    return files;
  }

  void compare(merge_options merge, std::size_t shards_a_job = 1) {
    merge.force = true;
    merge.threads = 1;
    merge.output = at("flat");
    const result<manifest> flat = merge_shards(merge);
    ASSERT_TRUE(flat) << flat.error().message;
    const std::map<std::string, std::string> expected = files_of("flat");
    merge.output = at("steps");
    for (const auto& [fan_in, threads] : {std::pair(2U, 1U), {3U, 2U}, {11U, 1U}}) {
      merge.threads = threads;
      run_monitor monitor;
      const few_files limit(fan_in * threads, shards_a_job * threads);
      const result<manifest> done = merge_shards(merge, &monitor);
      ASSERT_TRUE(done) << done.error().message;
      EXPECT_EQ(files_of("steps"), expected) << "fan-in " << fan_in;
      EXPECT_EQ(monitor.stored_bytes_done, monitor.stored_bytes_total);
    }
    for (const fs::directory_entry& entry : fs::directory_iterator(folder_))
      EXPECT_FALSE(entry.path().filename().string().starts_with('.')) << entry.path();
  }

  fs::path folder_;
};

TEST_F(merge_steps, do_not_affect_any_rows) {
  const std::vector<std::string> inputs = pages(17);
  extract_options options;
  options.output.shards = 3;
  const std::vector<std::vector<field>> columns{
      {field::url},
      {field::url, field::count, field::sources},
      {field::sources, field::url, field::shard, field::text, field::rel, field::raw, field::count},
      {field::count, field::host, field::url, field::source, field::offset, field::flags}};
  // All pairs of form, order and columns.
  unsigned turn = 0;
  for (const row_form form : {row_form::tsv, row_form::jsonl, row_form::parquet}) {
    ++turn;
    for (const std::vector<field>& fields : columns) {
      const bool even = ++turn % 2 == 0;
      if (testing::sanitized && turn % 4 != 0) continue;  // each form once
      options.output.format = form;
      options.output.order = even ? row_order::bytes : row_order::surt;
      options.output.fields = fields;
      options.output.max_sources = turn % 3 == 0 ? 1 : 4;
      options.output.compress = even ? compression::none : compression::zstd;
      merge_options merge;
      merge.directories = make(inputs, options);
      compare(merge);
      if (HasFailure()) return;
    }
  }
}

TEST_F(merge_steps, do_not_affect_rows_of_several_forms) {
  const std::vector<std::string> inputs = pages(9);
  extract_options options;
  options.output.shards = 2;
  options.output.shard_by = partition_key::url;
  options.output.fields = {field::sources, field::url, field::query, field::shard, field::text, field::count};
  merge_options merge;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    options.output.format = i % 3 == 0 ? row_form::tsv : i % 3 == 1 ? row_form::jsonl : row_form::parquet;
    const std::string outcome = make({inputs[i]}, options).front();
    merge.directories.push_back(at("of" + std::to_string(i)));
    fs::rename(outcome, merge.directories.back());
  }
  for (const row_form form : {row_form::tsv, row_form::jsonl, row_form::parquet}) {
    merge.format = form;
    merge.fields = {field::url, field::host, field::port, field::count, field::sources, field::text};
    compare(merge);
    merge.fields.clear();
    compare(merge);
  }
}

// Earlier versions replaced TAB, CR and LF in Parquet by spaces and escapes.
TEST_F(merge_steps, keep_separators_of_text_in_parquet) {
  const std::vector<std::string> inputs{at("a\tb\r\nc.html"), at("d\te.html")};
  for (const std::string& input : inputs) std::ofstream(input) << "<a href='http://h.example/'>x</a>";
  extract_options options;
  options.output.shards = 1;
  options.output.format = row_form::parquet;
  options.output.fields = {field::url, field::source, field::sources, field::count};
  merge_options merge;
  merge.directories = make(inputs, options);
  merge.output = at("merged");
  const result<manifest> of = merge_shards(merge);
  ASSERT_TRUE(of) << of.error().message;
  const row_layout layout(*of);
  result<shard_reader> reader = shard_reader::open(merge.output, of->shards[0], *of, layout);
  ASSERT_TRUE(reader && reader->next());
  const std::span<const row_value> row = reader->values();
  ASSERT_EQ(row.size(), 4U);
  EXPECT_EQ(row[0].text(), "http://h.example/");
  EXPECT_EQ(row[1].text(), inputs[0]);
  const std::vector<std::string_view> sources(row[2].elements().begin(), row[2].elements().end());
  EXPECT_EQ(sources, std::vector<std::string_view>(inputs.begin(), inputs.end()));
  EXPECT_EQ(row[3].number(), 2U);
  EXPECT_EQ(std::ranges::count(reader->row(), '\t'), 3);  // the text form has spaces
  EXPECT_FALSE(reader->next());
  EXPECT_TRUE(reader->check());
}

TEST_F(merge_steps, do_not_affect_other_shards_and_columns) {
  extract_options options;
  options.output.shards = 3;
  options.output.fields = {field::shard, field::url, field::count};
  options.output.compress = compression::gzip;
  merge_options merge;
  merge.directories = make(pages(13), options);
  merge.reshard = 8;
  compare(merge, 3);
  merge.reshard = 2;
  compare(merge);
  merge.reshard = 7;
  merge.only_shard = 4;
  compare(merge);
  merge.reshard = 0;
  merge.only_shard = {};
  merge.fields = {field::domain, field::url, field::count, field::shard, field::surt};
  merge.compress = compression::none;
  compare(merge);
  merge.reshard = 8;
  compare(merge, 3);
}

TEST_F(merge_steps, do_not_affect_edges_and_marks) {
  const std::vector<std::string> inputs = pages(12);
  extract_options options;
  options.output.edges = edge_choice::host;
  options.output.fields = {field::url, field::count};
  options.output.shards = 2;
  merge_options merge;
  merge.directories = make(inputs, options);
  compare(merge);

  options = {};
  options.output.shards = 2;
  options.output.fields = {field::url, field::count};
  fs::rename(make({inputs[3]}, options)[0], at("seen"));
  options.output.seen = {at("seen")};
  options.output.mark_new = true;
  merge.directories = make(inputs, options);
  // An input without marks among inputs with marks.
  merge.directories.insert(merge.directories.begin() + 5, at("seen"));
  compare(merge);
}

// Rows of several hundred KiB in 24 directories: memory suffices for two directories at a time, but not for
// all.
TEST_F(merge_steps, are_smaller_where_rows_are_long) {
  constexpr std::size_t long_row = std::size_t{300} << 10U;
  std::vector<std::string> inputs;
  for (std::size_t i = 0; i < 24; ++i) {
    inputs.push_back(at("list" + std::to_string(i)));
    std::ofstream(inputs.back()) << "http://a.example/" << std::string(long_row, 'x') << "\nhttp://b.example/"
                                 << i << std::string(long_row, 'y') << "\nhttp://c.example/" << i % 3 << '\n';
  }
  extract_options options;
  options.input.format = input_format::urls;
  options.url.max_url = std::size_t{1} << 20U;
  options.output.shards = 2;
  options.output.fields = {field::url, field::count};
  merge_options merge;
  merge.directories = make(inputs, options);
  merge.force = true;
  merge.threads = 1;
  merge.output = at("wide");
  merge.memory = std::uint64_t{1} << 30U;
  const result<manifest> wide = merge_shards(merge);
  ASSERT_TRUE(wide) << wide.error().message;
  merge.output = at("narrow");
  for (const std::uint64_t memory : {100U, 60U, 40U}) {
    merge.memory = memory << 20U;
    run_monitor monitor;
    const result<manifest> narrow = merge_shards(merge, &monitor);
    ASSERT_TRUE(narrow) << memory << ": " << narrow.error().message;
    EXPECT_EQ(files_of("narrow"), files_of("wide")) << memory;
    EXPECT_EQ(monitor.stored_bytes_done, monitor.stored_bytes_total) << memory;
    EXPECT_EQ(monitor.unique, 3 * inputs.size()) << memory;
  }
  // Memory does not suffice for two.
  merge.force = false;
  merge.output = at("none");
  merge.memory = std::uint64_t{22} << 20U;
  const result<manifest> none = merge_shards(merge);
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().message.find("exceeds the memory budget"), std::string::npos)
      << none.error().message;
  EXPECT_FALSE(fs::exists(at("none")));
  EXPECT_FALSE(fs::exists(at(".none.urlsieve")));
}

TEST_F(merge_steps, are_made_elsewhere_and_leave_nothing) {
  extract_options options;
  options.output.shards = 2;
  merge_options merge;
  merge.directories = make(pages(9), options);
  ASSERT_TRUE(fs::create_directory(at("scratch")));
  merge.temporary = at("scratch");
  compare(merge);
  EXPECT_TRUE(fs::is_empty(at("scratch")));
  merge.temporary = at("none");
  const result<manifest> refused = merge_shards(merge);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, error_code::no_such_input);
}

TEST_F(merge_steps, say_which_input_is_damaged) {
  extract_options options;
  options.output.shards = 1;
  merge_options merge;
  merge.directories = make(pages(9), options);
  merge.output = at("merged");
  const std::string part = merge.directories[7] + "/part-00000-of-00001.txt";
  std::string bytes = testing::read_file(part);
  bytes[bytes.size() / 2] ^= 1;
  std::ofstream(part) << bytes;
  const few_files limit(3);
  const result<manifest> refused = merge_shards(merge);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, error_code::cannot_read);
  EXPECT_NE(refused.error().message.find("d7/part"), std::string::npos) << refused.error().message;
  EXPECT_FALSE(fs::exists(at("merged")));
  EXPECT_FALSE(fs::exists(at(".merged.urlsieve")));
}

}  // namespace merge_steps_test
}  // namespace urlsieve
