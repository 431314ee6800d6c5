// Computes the verdict on each input after its last batch: an input may span batches, and several stages find
// its faults.
#ifndef URLSIEVE_PIPELINE_INPUT_LEDGER_HPP
#define URLSIEVE_PIPELINE_INPUT_LEDGER_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "src/pipeline/batch.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

class input_ledger {
 public:
  // Adds the counters of `done`, and returns the verdicts on inputs that ended: stats::inputs, and damage
  // that only the end of an input shows. Requires: calls in input order.
  [[nodiscard]] stats add(const batch& done);

  // take_notices() returns sentences on ended inputs that gave few or no URLs, at most 10 in a run.
  // further_notices() returns, behind the last input, a sentence with the number of other such inputs.
  [[nodiscard]] std::vector<std::string> take_notices() { return std::exchange(notices_, {}); }
  [[nodiscard]] std::optional<std::string> further_notices() const;

  // Ends the last input, if any, and returns its verdict as add() does.
  [[nodiscard]] stats close();

 private:
  // The members of the open archive, including those of archives in it.
  struct archive_members {
    bool all_skipped = true;
    skipped_names skipped;  // by what they are, "PDF document"
  };

  void end(stats& verdicts);

  // Keeps the sentence `reason`, if any, for take_notices().
  void notice(std::optional<std::string> reason);

  void note_member(const batch_input& member);

  // Returns the sentence for an archive of which no member was read or found unreadable; otherwise nullopt.
  [[nodiscard]] std::optional<std::string> all_members_skipped(const std::string& archive) const;

  static constexpr std::uint64_t most_notices = 10;

  std::optional<batch_input> open_;
  archive_members members_;
  std::vector<std::string> notices_;
  std::uint64_t noticed_ = 0;
};

}  // namespace urlsieve

#endif
