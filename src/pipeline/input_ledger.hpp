// The verdict on each input, which is known when its last batch is through: an input is cut over batches, and
// what is wrong with it is met by several stages.
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
  // To be called for the batches in input order. Returns the verdicts on the inputs that ended.
  [[nodiscard]] stats add(const batch& done);

  // Sentences on inputs that ended and gave nothing (fruitless_input.hpp), the first 10 of the run; then,
  // behind the last input, how many more there are.
  [[nodiscard]] std::vector<std::string> take_notices() { return std::exchange(notices_, {}); }
  [[nodiscard]] std::optional<std::string> further_notices() const;

  // Nothing of the last input is to come.
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
