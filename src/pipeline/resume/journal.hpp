// What a run that may be killed needs to go on (--resume): a hidden directory beside the output with the runs
// that were spilled and one small file that says what is done. That file is replaced as a whole, durably, at
// each checkpoint, so after a crash it names a state that is on the disk.
//
//   .NAME.resume/journal    the state, closed by its own checksum
//   .NAME.resume/redirects  the pairs seen so far; the state says how many bytes of it count, and their
//   checksum .NAME.resume/runs/      sorted runs; those that the state does not name are left from after it
//   .NAME.resume-done       the journal of a run that ended, while the rest of the above is removed
//
// The directory is this user's alone, is no link, and carries the mark of temporary directories
// (shards/temporary_mark.hpp): what it names is written to and removed.
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
#include "src/text/fingerprint.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

struct journal_state {
  std::string names;            // checksum of the inputs as they were given
  std::uint64_t inputs = 0;     // of the listing, opened and done
  std::string inputs_checksum;  // which ones: gap_walk::checksum()
  std::uint64_t next_batch = 0;
  std::vector<counted_gap> gaps;  // of inputs that could not be opened
  std::uint64_t redirect_bytes = 0;
  std::string redirect_checksum;  // of those bytes
  stats counted;                  // behind the last gap
  std::vector<shard_run> runs;
  bool published = false;  // the run has ended, and its output lacks the gaps alone
  std::string publishing;  // checksum of the manifest that was about to be published; empty: not yet
  stats totals;            // of the whole run; only while publishing
};

// As it is in the file, and back; nothing if the text is torn or not ours.
[[nodiscard]] std::string journal_text(const journal_state& state, std::string_view identity);
[[nodiscard]] std::optional<std::pair<journal_state, std::string>> read_journal_text(std::string_view text);

class journal {
 public:
  // For the output directory `output`. `identity` stands for everything that shapes the result: a journal of
  // another one is refused with error_code::usage, unless the run of that one has ended. Fails with
  // output_exists while another run has the journal, or if its directory has no mark and is not empty, with
  // cannot_open if its directory is not this user's alone, and with cannot_read if it is damaged.
  [[nodiscard]] static result<journal> open(const std::string& output, std::string identity);

  // The directory of the journal for the output directory `output`.
  [[nodiscard]] static std::string place_beside(const std::string& output);

  journal(journal&& other) noexcept;
  journal& operator=(journal&&) = delete;
  ~journal();  // leaves what was recorded where it is

  [[nodiscard]] const std::string& identity() const { return identity_; }

  // What an earlier run recorded, to go on from.
  [[nodiscard]] const std::optional<journal_state>& found() const { return found_; }

  // Returns the state of a run with another identity whose output is published; null if there is none.
  [[nodiscard]] const journal_state* other_published() const { return other_ ? &*other_ : nullptr; }

  // What an earlier run recorded that had published its output and was killed before it ended: `manifest` is
  // the checksum of the manifest that is in place. Null: there was none.
  [[nodiscard]] const journal_state* ended(std::string_view manifest) const;

  [[nodiscard]] std::string run_directory() const { return directory_ + "/runs"; }

  // Removes the state of an earlier run, so that this run begins anew. clean() then removes its sorted runs.
  [[nodiscard]] result<void> begin_anew();

  // Removes runs that `found()` does not name, and makes the directory for new ones.
  [[nodiscard]] result<void> clean();

  // Whether the pairs are still there: not any more once the removal of a journal has begun.
  [[nodiscard]] bool has_redirects() const { return found_.has_value(); }

  // Calls take(from, to) for the pairs recorded.
  using take_pair = std::function<void(std::string_view from, std::string_view to)>;
  [[nodiscard]] result<void> read_redirects(const take_pair& take) const;

  // The pairs come with the next record(). Many of them are written before it, and count from it on.
  [[nodiscard]] result<void> add(std::span<const redirect> seen);

  // Makes `state` what a later run goes on from; what it says of redirects is filled in.
  [[nodiscard]] result<void> record(journal_state state);

  // The output is in its place: nothing is left of the journal. Until its last step a run that is taken up
  // finds that it was done.
  void discard() noexcept;

 private:
  journal() = default;

  [[nodiscard]] result<void> lock();
  [[nodiscard]] result<void> read();
  enum class durability { later, now };
  [[nodiscard]] result<void> append_redirects(durability synced);
  [[nodiscard]] result<void> check_redirects();
  [[nodiscard]] std::string done_path() const { return directory_ + "-done"; }

  std::string directory_;
  std::string output_;
  std::string identity_;
  std::optional<journal_state> found_;
  std::optional<journal_state> other_;
  std::optional<journal_state> done_;  // of done_path()
  std::uint64_t redirect_bytes_ = 0;
  running_checksum redirect_sum_;
  std::string pending_redirects_;
  bool holds_state_ = false;   // there is a journal to go on from
  bool done_is_ours_ = false;  // done_path() is the journal of an earlier run
  int lock_ = -1;
};

}  // namespace urlsieve

#endif
