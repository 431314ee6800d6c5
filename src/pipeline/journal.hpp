// What a run that may be killed needs to go on (--resume): a hidden directory beside the output with the runs
// that were spilled and one small file that says what is done. That file is replaced as a whole, durably, at
// each checkpoint, so after a crash it names a state that is on the disk.
//
//   .NAME.resume/journal    the state, closed by its own checksum
//   .NAME.resume/redirects  the pairs seen so far; the state says how many bytes of it count
//   .NAME.resume/runs/      sorted runs; those that the state does not name are left from after it
#ifndef URLSIEVE_PIPELINE_JOURNAL_HPP
#define URLSIEVE_PIPELINE_JOURNAL_HPP

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/dedup/redirect_table.hpp"
#include "src/dedup/shard_store.hpp"
#include "src/pipeline/batch.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

struct journal_state {
  std::uint64_t inputs = 0;     // of the listing, done
  std::string inputs_checksum;  // which ones: intake::inputs_checksum()
  std::uint64_t next_batch = 0;
  std::uint64_t redirect_bytes = 0;
  stats counted;
  std::vector<shard_run> runs;
  std::string publishing;  // checksum of the manifest that was about to be published; empty: not yet
  stats totals;            // of the whole run; only while publishing
};

// As it is in the file, and back; nothing if the text is torn or not ours.
[[nodiscard]] std::string journal_text(const journal_state& state, std::string_view identity);
[[nodiscard]] std::optional<std::pair<journal_state, std::string>> read_journal_text(std::string_view text);

class journal {
 public:
  // For the output directory `output`. `identity` stands for everything that shapes the result: a journal of
  // another one is refused with error_code::usage. Fails with output_exists while another run has the
  // journal.
  [[nodiscard]] static result<journal> open(const std::string& output, std::string identity);

  journal(journal&& other) noexcept;
  journal& operator=(journal&&) = delete;
  ~journal();  // leaves what was recorded where it is

  // What an earlier run recorded.
  [[nodiscard]] const std::optional<journal_state>& found() const { return found_; }

  [[nodiscard]] std::string run_directory() const { return directory_ + "/runs"; }

  // Removes runs that `found()` does not name, and makes the directory for new ones.
  [[nodiscard]] result<void> clean();

  // Calls take(from, to) for the pairs recorded.
  template <class Take>
  [[nodiscard]] result<void> read_redirects(Take&& take) const;

  // The pairs come with the next record().
  void add(std::span<const redirect> seen);

  // Makes `state` what a later run goes on from; state.redirect_bytes is filled in.
  [[nodiscard]] result<void> record(journal_state state);

  // The output is complete: nothing is left of the journal.
  void discard() noexcept;

 private:
  journal() = default;

  [[nodiscard]] result<void> lock();
  [[nodiscard]] result<void> read();
  [[nodiscard]] result<void> append_redirects();
  [[nodiscard]] result<std::string> recorded_redirects() const;

  std::string directory_;
  std::string output_;
  std::string identity_;
  std::optional<journal_state> found_;
  std::uint64_t redirect_bytes_ = 0;
  std::string pending_redirects_;
  bool holds_state_ = false;  // there is a journal to go on from
  int lock_ = -1;
};

template <class Take>
result<void> journal::read_redirects(Take&& take) const {
  const result<std::string> lines = recorded_redirects();
  if (!lines) return tl::make_unexpected(lines.error());
  for (std::size_t begin = 0; begin < lines->size();) {
    const std::size_t end = lines->find('\n', begin);
    const std::size_t tab = lines->find('\t', begin);
    take(std::string_view(*lines).substr(begin, tab - begin),
         std::string_view(*lines).substr(tab + 1, end - tab - 1));
    begin = end + 1;
  }
  return {};
}

}  // namespace urlsieve

#endif
