// The contract of an output: where the URLs of a batch go.
#ifndef URLSIEVE_PIPELINE_OUTPUT_HPP
#define URLSIEVE_PIPELINE_OUTPUT_HPP

#include "src/pipeline/batch.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

class output {
 public:
  virtual ~output() = default;

  // Whether batch::contexts is to be filled.
  [[nodiscard]] virtual bool wants_contexts() const { return false; }

  // Called for many batches at a time, in any order: the work that needs no order.
  virtual result<void> prepare(batch& done) = 0;

  // Called for one batch at a time, in input order.
  virtual result<void> deliver(batch& done) = 0;

  // Called once after the last batch, or not at all when the run failed; `totals.unique` is filled in.
  virtual result<void> finish(stats& totals) = 0;

  [[nodiscard]] virtual std::uint64_t unique() const = 0;
};

}  // namespace urlsieve

#endif
