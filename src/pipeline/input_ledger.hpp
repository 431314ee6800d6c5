// The verdict on each input, which is known when its last batch is through: an input is cut over batches, and
// what is wrong with it is met by several stages.
#ifndef URLSIEVE_PIPELINE_INPUT_LEDGER_HPP
#define URLSIEVE_PIPELINE_INPUT_LEDGER_HPP

#include <optional>

#include "src/pipeline/batch.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

class input_ledger {
 public:
  // To be called for the batches in input order. Returns the verdicts on the inputs that ended.
  [[nodiscard]] stats add(const batch& done);

  // Nothing of the last input is to come.
  [[nodiscard]] stats close();

 private:
  void end(stats& verdicts);

  std::optional<batch_input> open_;
};

}  // namespace urlsieve

#endif
