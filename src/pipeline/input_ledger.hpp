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
  void end(stats& verdicts);

  static constexpr std::uint64_t most_notices = 10;

  std::optional<batch_input> open_;
  std::vector<std::string> notices_;
  std::uint64_t noticed_ = 0;
};

}  // namespace urlsieve

#endif
