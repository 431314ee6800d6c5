#include "src/pipeline/resume/journal.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "src/text/scan/fingerprint.hpp"

namespace urlsieve {
namespace journal_test {

namespace fs = std::filesystem;

class scratch_folder {
 public:
  scratch_folder()
      : path_(fs::temp_directory_path() / ("urlsieve-journal-" + std::to_string(std::random_device()()))) {
    fs::create_directory(path_);
  }
  ~scratch_folder() { fs::remove_all(path_); }
  [[nodiscard]] std::string operator/(const std::string& name) const { return (path_ / name).string(); }

 private:
  fs::path path_;
};

journal_state example() {
  journal_state state;
  state.inputs = 7;
  state.inputs_checksum = "00ff";
  state.next_batch = 41;
  state.counted.inputs.add_read("warc");
  state.counted.inputs.add_read("a format\t");
  state.counted.inputs.add_damaged({"some\tinput", "warc", {}});
  state.counted.inputs.damaged[0].damaged[static_cast<std::size_t>(damage::truncated_record)] = 3;
  state.counted.not_read(damage::unknown_format, "b\n.zip", "zip archive");
  state.counted.references = 1000;
  state.counted.kept = 900;
  state.counted.reject(rejection::no_url, "http:\t\x01%");
  state.counted.unique = 800;
  state.counted.contents.begin(media::html);
  state.counted.contents.found(5);
  state.counted.contents.begin(media::css);
  state.counted.contents.found(3);
  state.counted.lengths.add(70, 9);
  state.counted.where["a@href"] = 900;
  state.counted.reject(rejection::internal);
  state.counted.mark(flag::odd_port | flag::reg_name);
  state.counted.repaired[2] = 5;
  state.counted.count_skipped("type", "image/png\t100%\n", 3);
  state.counted.damaged_at(damage::bad_json, "a file\twith\nodd %41 name", 77, "");
  state.counted.damaged_at(damage::unknown_charset, "", 0, "x-\xFF");
  state.counted.damaged_in(damage::corrupt_compression, "c", {0, std::nullopt}, "gzip");
  state.runs.push_back({3, {"run 1", 100, 20, ~std::uint64_t{0}}});
  state.runs.push_back({0, {"run-2", 0, 0, 0}});
  return state;
}

damage_counts state_damage() {
  return example().counted.inputs.damaged[0].damaged;
}

TEST(journal_text, comes_back_as_it_was) {
  const std::string text = journal_text(example(), "what shapes\tthe result");
  const auto back = read_journal_text(text);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->second, "what shapes\tthe result");
  EXPECT_EQ(journal_text(back->first, back->second), text);
  EXPECT_EQ(back->first.inputs, 7U);
  EXPECT_EQ(back->first.next_batch, 41U);
  EXPECT_EQ(back->first.counted.skipped.begin()->first, "type:image/png\t100%\n");
  const stats& counted = back->first.counted;
  ASSERT_EQ(counted.examples.size(), 4U);
  EXPECT_EQ(counted.examples[0].place.stored, std::nullopt);
  EXPECT_EQ(counted.examples[1].input, "a file\twith\nodd %41 name");
  EXPECT_EQ(counted.examples[1].place.plain, 77U);
  EXPECT_EQ(counted.examples[2].detail, "x-\xFF");
  EXPECT_EQ(counted.examples[3].place.stored, 0U);
  EXPECT_EQ(counted.inputs.total_read(), 2U);
  EXPECT_EQ(counted.unique, 800U);
  EXPECT_EQ(counted.contents.by_references(), example().counted.contents.by_references());
  EXPECT_EQ(counted.contents.by_type, example().counted.contents.by_type);
  EXPECT_EQ(counted.lengths, example().counted.lengths);
  EXPECT_EQ(counted.where, example().counted.where);
  ASSERT_EQ(counted.rejected_examples.all().size(), 1U);
  EXPECT_EQ(counted.rejected_examples.all()[0].text, "http:\t\x01%");
  EXPECT_EQ(counted.inputs.with_damage, 1U);
  EXPECT_EQ(counted.inputs.damaged.at(0).name, "some\tinput");
  EXPECT_EQ(counted.inputs.damaged.at(0).damaged, state_damage());
  EXPECT_EQ(counted.inputs.not_read, 1U);
  EXPECT_EQ(counted.inputs.unread.at(0).name, "b\n.zip");
  EXPECT_EQ(counted.inputs.unread.at(0).why, damage::unknown_format);
  ASSERT_EQ(back->first.runs.size(), 2U);
  EXPECT_EQ(back->first.runs[0].file.checksum, ~std::uint64_t{0});
  EXPECT_EQ(back->first.publishing, "");
}

TEST(journal_text, separates_totals_from_earlier_counts) {
  journal_state state = example();
  state.publishing = "ab12";
  state.totals = state.counted;
  state.totals.references = 5000;
  state.totals.count_skipped("type", "video/mp4");
  const auto back = read_journal_text(journal_text(state, "id"));
  ASSERT_TRUE(back);
  EXPECT_EQ(back->first.publishing, "ab12");
  EXPECT_EQ(back->first.counted.references, 1000U);
  EXPECT_EQ(back->first.counted.skipped.size(), 1U);
  EXPECT_EQ(back->first.totals.references, 5000U);
  EXPECT_EQ(back->first.totals.skipped.size(), 2U);
  EXPECT_EQ(back->first.runs.size(), 2U);
}

TEST(journal_text, keeps_counts_divided_at_gaps) {
  journal_state state = example();
  state.names = "a1";
  state.published = true;
  state.gaps.resize(2);
  state.gaps[0].place = {3, 17, 99, "ab"};
  state.gaps[0].before.references = 7;
  state.gaps[0].counted.not_read(damage::unreadable, "gone", "404");
  state.gaps[1].place = {7, 100, 200, ""};
  state.gaps[1].before.contents.before = 5;
  state.publishing = "ab12";
  state.totals.references = 5000;
  const std::string text = journal_text(state, "id");
  const auto back = read_journal_text(text);
  ASSERT_TRUE(back);
  EXPECT_EQ(journal_text(back->first, back->second), text);
  EXPECT_EQ(back->first.names, "a1");
  EXPECT_TRUE(back->first.published);
  EXPECT_EQ(back->first.counted.references, 1000U);
  EXPECT_EQ(back->first.totals.references, 5000U);
  ASSERT_EQ(back->first.gaps.size(), 2U);
  const counted_gap& first = back->first.gaps[0];
  EXPECT_EQ(first.place.inputs, 3U);
  EXPECT_EQ(first.place.first_batch, 17U);
  EXPECT_EQ(first.place.end_batch, 99U);
  EXPECT_EQ(first.place.next, "ab");
  EXPECT_EQ(first.before.references, 7U);
  EXPECT_EQ(first.counted.inputs.unread.at(0).name, "gone");
  EXPECT_EQ(back->first.gaps[1].before.contents.before, 5U);
  EXPECT_EQ(back->first.gaps[1].counted.inputs.not_read, 0U);
}

TEST(journal_text, is_refused_when_cut_or_altered_anywhere) {
  const std::string text = journal_text(example(), "id");
  for (std::size_t i = 0; i < text.size(); ++i) {
    EXPECT_FALSE(read_journal_text(text.substr(0, i))) << i;
    std::string altered = text;
    altered[i] = static_cast<char>(altered[i] ^ 1);
    EXPECT_FALSE(read_journal_text(altered)) << i;
  }
}

TEST(journal_text, is_refused_where_the_checksum_begins_no_line) {
  const std::string text = journal_text(example(), "id");
  const std::string lines = text.substr(0, text.rfind("checksum\t") - 1);
  EXPECT_FALSE(read_journal_text(lines + "checksum\t" + checksum_of(lines) + "\n"));
  EXPECT_TRUE(read_journal_text(lines + "\nchecksum\t" + checksum_of(lines + "\n") + "\n"));
}

TEST(journal, continues_after_the_last_record) {
  const scratch_folder folder;
  std::string runs;
  {
    auto fresh = journal::open(folder / "out", "id");
    ASSERT_TRUE(fresh);
    EXPECT_FALSE(fresh->found());
    ASSERT_TRUE(fresh->clean());
    const redirect seen{"http://a/", "http://b/"};
    ASSERT_TRUE(fresh->add({&seen, 1}));
    ASSERT_TRUE(fresh->record(example()));
    runs = fresh->run_directory();
    for (const char* name : {"run 1", "run-2", "later"}) std::ofstream(runs + "/" + name) << "x";
    std::ofstream(folder / ".out.resume/redirects", std::ios::app) << "torn";
  }
  auto again = journal::open(folder / "out/", "id");
  ASSERT_TRUE(again);
  ASSERT_TRUE(again->found());
  EXPECT_EQ(again->found()->inputs, 7U);
  ASSERT_TRUE(again->clean());
  EXPECT_TRUE(fs::exists(runs + "/run 1"));
  EXPECT_FALSE(fs::exists(runs + "/later"));
  std::vector<std::pair<std::string, std::string>> pairs;
  ASSERT_TRUE(again->read_redirects([&](auto from, auto to) { pairs.emplace_back(from, to); }));
  ASSERT_EQ(pairs.size(), 1U);
  EXPECT_EQ(pairs[0].second, "http://b/");
  again->discard();
  EXPECT_FALSE(fs::exists(folder / ".out.resume"));
}

TEST(journal, writes_many_pairs_before_they_count) {
  const scratch_folder folder;
  const fs::path file = folder / ".out.resume/redirects";
  const std::string from(1000, 'f');
  const redirect seen{from, "to"};
  const auto pairs_of = [](const journal& item) {
    std::size_t pairs = 0;
    EXPECT_TRUE(item.read_redirects([&](auto, auto) { ++pairs; }));
    return pairs;
  };
  {
    auto fresh = journal::open(folder / "out", "id");
    ASSERT_TRUE(fresh);
    ASSERT_TRUE(fresh->clean());
    for (int i = 0; i < 3000; ++i) ASSERT_TRUE(fresh->add({&seen, 1}));
    EXPECT_GT(fs::file_size(file), 2000000U);
    ASSERT_TRUE(fresh->record(example()));
    for (int i = 0; i < 3000; ++i) ASSERT_TRUE(fresh->add({&seen, 1}));
    EXPECT_GT(fs::file_size(file), 5000000U);
  }
  auto again = journal::open(folder / "out", "id");
  ASSERT_TRUE(again);
  EXPECT_EQ(pairs_of(*again), 3000U);
  ASSERT_TRUE(again->clean());
  EXPECT_LT(fs::file_size(file), 4000000U);
  ASSERT_TRUE(again->add({&seen, 1}));
  ASSERT_TRUE(again->record(example()));
  EXPECT_EQ(pairs_of(*again), 3001U);
  again->discard();
}

TEST(journal, leaves_nothing_where_nothing_was_recorded) {
  const scratch_folder folder;
  ASSERT_TRUE(journal::open(folder / "out", "id")->clean());
  EXPECT_FALSE(fs::exists(folder / ".out.resume"));
}

TEST(journal, refuses_another_run_other_options_and_damage) {
  const scratch_folder folder;
  {
    auto first = journal::open(folder / "out", "id");
    ASSERT_TRUE(first);
    EXPECT_EQ(journal::open(folder / "out", "id").error().code, error_code::output_exists);
    EXPECT_TRUE(fs::exists(folder / ".out.resume"));
    ASSERT_TRUE(first->record(example()));
  }
  EXPECT_EQ(journal::open(folder / "out", "other").error().code, error_code::usage);
  std::ofstream(folder / ".out.resume/journal", std::ios::app) << "x";
  EXPECT_EQ(journal::open(folder / "out", "id").error().code, error_code::cannot_read);
}

}  // namespace journal_test
}  // namespace urlsieve
