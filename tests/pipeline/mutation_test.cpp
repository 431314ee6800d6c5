// Mutated outputs and journals: verify names each change, and no run resumes from a changed journal to
// another result. URLSIEVE_MUTATIONS: the number of changed bytes of shards and of journals (default: 400
// each).
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/pipeline/resume/interrupted_run.hpp"
#include "tests/sanitized.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/verify_shards.hpp"

namespace urlsieve {
namespace mutation_test {

namespace fs = std::filesystem;
using testing::files;
using testing::files_below;
using testing::scratch_directory;

std::size_t asked_for() {
  const char* const set = std::getenv("URLSIEVE_MUTATIONS");
  return set == nullptr ? testing::random_cases(std::size_t{400})
                        : static_cast<std::size_t>(std::strtoull(set, nullptr, 10));
}

// Returns offsets to change in `size` bytes: all, or `most` evenly spread.
std::vector<std::size_t> places(std::size_t size, std::size_t most) {
  std::vector<std::size_t> chosen;
  const std::size_t count = std::min(size, most);
  for (std::size_t i = 0; i < count; ++i) chosen.push_back(i * size / count);
  return chosen;
}

std::string with_bit_flipped(std::string bytes, std::size_t place, std::size_t round) {
  bytes[place] = static_cast<char>(static_cast<unsigned char>(bytes[place]) ^ (1U << (round % 8)));
  return bytes;
}

void put(const fs::path& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
}

// An output that is restored after each change.
class changed_output {
 public:
  explicit changed_output(compression packing, const std::string& name = "out") : folder_(scratch_ / name) {
    std::string list;
    for (int i = 0; i < 60; ++i)
      list += "http://" + name + std::to_string(i % 7) + ".example/" + std::to_string(i * i) + "\n";
    scratch_.write("list", list);
    extract_options options;
    options.input.paths = {scratch_ / "list"};
    options.output.directory = folder_;
    options.output.shards = 3;
    options.output.fields = {field::url, field::count};
    options.output.compress = packing;
    EXPECT_TRUE(extract(options, -1));
    content_ = files_below(folder_);
  }

  // True if verify succeeds.
  [[nodiscard]] bool sound() const {
    const result<verify_report> report = verify_shards({folder_}, 1);
    return report && report->faults.empty();
  }
  [[nodiscard]] bool sound_with(const std::string& name, const std::string& bytes) const {
    put(folder_ / name, bytes);
    const bool passed = sound();
    put(folder_ / name, content_.at(name));
    return passed;
  }
  [[nodiscard]] const files& content() const { return content_; }
  [[nodiscard]] const fs::path& folder() const { return folder_; }

 private:
  scratch_directory scratch_;
  fs::path folder_;
  files content_;
};

TEST(mutated_output, of_any_byte_of_manifest_and_mark_is_named) {
  const changed_output out(compression::none);
  ASSERT_TRUE(out.sound());
  std::size_t tried = 0;
  for (const char* name : {"manifest.json", "_SUCCESS"}) {
    const std::string& bytes = out.content().at(name);
    for (std::size_t i = 0; i < bytes.size(); i += testing::case_step, ++tried) {
      EXPECT_FALSE(out.sound_with(name, with_bit_flipped(bytes, i, i))) << name << " at " << i;
      EXPECT_FALSE(out.sound_with(name, bytes.substr(0, i))) << name << " cut at " << i;
    }
    EXPECT_FALSE(out.sound_with(name, bytes + "\n"));
    EXPECT_FALSE(out.sound_with(name, bytes + std::string(1, '\0')));
  }
  EXPECT_GT(tried, 1000U / testing::case_step);
  EXPECT_TRUE(out.sound());
}

TEST(mutated_output, of_shards_is_named) {
  for (const compression packing : {compression::none, compression::gzip, compression::zstd}) {
    const changed_output out(packing);
    for (const auto& [name, bytes] : out.content()) {
      if (!name.starts_with("part-")) continue;
      for (const std::size_t place : places(bytes.size(), asked_for() / 9)) {
        EXPECT_FALSE(out.sound_with(name, with_bit_flipped(bytes, place, place))) << name << " at " << place;
        EXPECT_FALSE(out.sound_with(name, bytes.substr(0, place))) << name << " cut at " << place;
      }
      EXPECT_FALSE(out.sound_with(name, bytes + bytes));
    }
    EXPECT_TRUE(out.sound());
  }
}

TEST(mutated_output, files_that_are_swapped_missing_extra_or_of_another_run_are_named) {
  const changed_output out(compression::none);
  const changed_output other(compression::none, "other");
  const std::vector<std::string> names{"_SUCCESS", "manifest.json", "part-00000-of-00003.tsv",
                                       "part-00001-of-00003.tsv", "part-00002-of-00003.tsv"};
  for (const std::string& name : names) {
    EXPECT_FALSE(out.sound_with(name, other.content().at(name))) << name << " of another run";
    EXPECT_FALSE(out.sound_with(name, "")) << name << " is empty";
    fs::remove(out.folder() / name);
    EXPECT_FALSE(out.sound()) << name << " is missing";
    fs::create_directory(out.folder() / name);
    EXPECT_FALSE(out.sound()) << name << " is a directory";
    fs::remove(out.folder() / name);
    put(out.folder() / name, out.content().at(name));
    for (const std::string& second : names) {
      if (second <= name) continue;
      put(out.folder() / second, out.content().at(name));
      EXPECT_FALSE(out.sound_with(name, out.content().at(second))) << name << " and " << second;
      put(out.folder() / second, out.content().at(second));
    }
  }
  // The manifest and mark of another run.
  put(out.folder() / "_SUCCESS", other.content().at("_SUCCESS"));
  EXPECT_FALSE(out.sound_with("manifest.json", other.content().at("manifest.json")));
  put(out.folder() / "_SUCCESS", out.content().at("_SUCCESS"));
  for (const char* extra : {"part-00003-of-00003.tsv", ".hidden", "part-00000-of-00003.tsv.gz"}) {
    put(out.folder() / extra, "");
    EXPECT_FALSE(out.sound()) << extra;
    fs::remove(out.folder() / extra);
  }
  EXPECT_TRUE(out.sound());
}

// A run with a changed journal: the journal is rejected, or the run yields the output of the unchanged
// journal.
class mutated_journal : public ::testing::Test {
 protected:
  void SetUp() override {
    whole_ = run_.whole();
    ASSERT_FALSE(whole_.empty());
    ASSERT_TRUE(run_.fail_at_the_end());
    journal_ = run_.journal();
    ASSERT_TRUE(journal_.contains("journal") && journal_.contains("redirects"));
  }

  // Returns true if the run resumed, false if the journal was rejected.
  bool goes_on(const std::string& name, const std::string& bytes, const std::string& label) {
    files changed = journal_;
    changed[name] = bytes;
    run_.put_journal(changed);
    const bool done = extract(run_.options, -1).has_value();
    const files outcome = run_.output();
    if (done) {
      EXPECT_EQ(outcome, whole_) << name << ' ' << label;
    } else {
      EXPECT_TRUE(outcome.empty()) << name << ' ' << label;
      EXPECT_FALSE(run_.journal().empty()) << name << ' ' << label << ": it is left for the user to look at";
    }
    run_.remove_output();
    return done;
  }

  testing::resumable_run run_;
  files whole_;
  files journal_;
};

TEST_F(mutated_journal, is_refused_or_makes_no_difference) {
  ASSERT_TRUE(goes_on("journal", journal_["journal"], "as it was"));
  std::size_t tried = 0;
  for (const auto& [name, bytes] : files(journal_)) {
    // The mark names the owner of the directory: only its first line matters, and none of it affects the
    // output.
    if (name == ".urlsieve-mark") continue;
    const bool named = name == "journal" || name == "redirects";
    for (const std::size_t place : places(bytes.size(), named ? asked_for() / 2 : asked_for() / 20)) {
      tried += 2;
      EXPECT_FALSE(goes_on(name, with_bit_flipped(bytes, place, place), std::to_string(place)))
          << name << " at " << place;
      // An empty journal is ignored: the run starts from the beginning.
      EXPECT_EQ(goes_on(name, bytes.substr(0, place), "cut at " + std::to_string(place)),
                name == "journal" && place == 0)
          << name << " cut at " << place;
    }
  }
  EXPECT_GT(tried, asked_for());
  // Bytes after the last entry are ignored.
  EXPECT_TRUE(goes_on("redirects", journal_["redirects"] + "http://torn.example/", "torn"));
  EXPECT_TRUE(goes_on("runs/later", "torn", "torn"));
}

}  // namespace mutation_test
}  // namespace urlsieve
