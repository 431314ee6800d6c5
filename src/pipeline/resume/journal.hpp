// The journal of a run that may be killed (--resume): a hidden directory beside the output with the spilled
// runs, and a small file with the state of the run. Each checkpoint replaces the file durably and as a whole,
// so after a crash the state matches the files on disk.
//
//   .NAME.resume/journal    the state, which ends with its own checksum
//   .NAME.resume/redirects  the pairs seen so far; the state has the size and checksum of the valid part
//   .NAME.resume/runs/      sorted runs; runs that the state does not name are younger leftovers
//   .NAME.resume-done       the journal of an ended run, while the rest of the above is removed
//
// The directory belongs to this user alone, is no link, and carries the mark of temporary directories
// (shards/temporary_mark.hpp), because its contents are written and removed.
#ifndef URLSIEVE_PIPELINE_JOURNAL_HPP
#define URLSIEVE_PIPELINE_JOURNAL_HPP

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/dedup/redirect.hpp"
#include "src/dedup/shard_store.hpp"
#include "src/pipeline/batch.hpp"
#include "src/pipeline/input_gap.hpp"
#include "src/shards/parent_directories.hpp"
#include "src/text/scan/fingerprint.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

struct journal_state {
  std::string names;            // checksum of the names of inputs as given
  std::uint64_t inputs = 0;     // inputs of the listing, opened and done
  std::string inputs_checksum;  // gap_walk::checksum() of these inputs
  std::uint64_t next_batch = 0;
  std::vector<counted_gap> gaps;  // of inputs that could not be opened
  std::uint64_t redirect_bytes = 0;
  std::string redirect_checksum;  // of those bytes
  stats counted;                  // counts behind the last gap
  std::vector<shard_run> runs;
  bool published = false;  // the run has ended, and its output lacks only the gaps
  std::string publishing;  // checksum of the manifest being published; empty: not yet
  stats totals;            // of the whole run; only while publishing
};

// Convert a state to the text of the file, and back. read_journal_text() returns nullopt if the text is
// incomplete or of another program.
[[nodiscard]] std::string journal_text(const journal_state& state, std::string_view identity);
[[nodiscard]] std::optional<std::pair<journal_state, std::string>> read_journal_text(std::string_view text);

class journal {
 public:
  // Opens the journal for the output directory `output`, and creates missing parent directories. `identity`
  // identifies everything that shapes the result: a journal with another identity is rejected with
  // error_code::usage, unless its run has ended. Fails with output_exists if another run holds the journal,
  // or if its directory has no mark and is not empty; with cannot_open if its directory does not belong to
  // this user alone; with cannot_read if the journal is damaged.
  [[nodiscard]] static result<journal> open(const std::string& output, std::string identity);

  // Returns the directory of the journal for the output directory `output`.
  [[nodiscard]] static std::string place_beside(const std::string& output);

  journal(journal&& other) noexcept;
  journal& operator=(journal&&) = delete;
  ~journal();  // keeps the recorded state

  [[nodiscard]] const std::string& identity() const { return identity_; }

  // Returns the state that an earlier run recorded, to resume from.
  [[nodiscard]] const std::optional<journal_state>& found() const { return found_; }

  // Returns the state of a run with another identity whose output is published; null if there is none.
  [[nodiscard]] const journal_state* published_before() const {
    return published_before_ ? &*published_before_ : nullptr;
  }

  // Returns the state of an earlier run that was killed after it had published its output; null if there is
  // none. `manifest`: the checksum of the present manifest.
  [[nodiscard]] const journal_state* ended(std::string_view manifest) const;

  [[nodiscard]] std::string run_directory() const { return directory_ + "/runs"; }

  // Removes the state of an earlier run, so that this run begins anew. clean() then removes its sorted runs.
  [[nodiscard]] result<void> begin_anew();

  // Removes runs that found() does not name, and creates the directory for new runs.
  [[nodiscard]] result<void> clean();

  // True if the pairs exist. They are lost once the removal of a journal has begun.
  [[nodiscard]] bool has_redirects() const { return found_.has_value(); }

  // Calls take(from, to) for each recorded pair.
  using take_pair = std::function<void(std::string_view from, std::string_view to)>;
  [[nodiscard]] result<void> read_redirects(const take_pair& take) const;

  // Adds pairs to the next record(). Many pairs are written before, but are valid only after record().
  [[nodiscard]] result<void> add(std::span<const redirect> seen);

  // Records `state` for a later run, with the size and checksum of the redirects filled in.
  [[nodiscard]] result<void> record(journal_state state);

  // Removes the journal after the output was published. Until the last step of the removal, a resumed run
  // finds that the run was done.
  void discard() noexcept;

 private:
  journal() = default;

  [[nodiscard]] result<void> lock();
  [[nodiscard]] result<void> read();
  enum class durability { later, now };
  [[nodiscard]] result<void> append_redirects(durability synced);
  [[nodiscard]] result<void> check_redirects();
  [[nodiscard]] std::string done_path() const { return directory_ + "-done"; }

  parent_directories parents_;
  std::string directory_;
  std::string output_;
  std::string identity_;
  std::optional<journal_state> found_;
  std::optional<journal_state> published_before_;
  std::optional<journal_state> done_;  // of done_path()
  std::uint64_t redirect_bytes_ = 0;
  running_checksum redirect_sum_;
  std::string pending_redirects_;
  bool holds_state_ = false;     // the directory has a state to resume from
  bool owns_done_file_ = false;  // done_path() is the journal of an earlier run
  int lock_ = -1;
};

}  // namespace urlsieve

#endif
