// Keeps the journal of a run that may be killed: records the finished work at each pause of the run, and once
// more right before its output appears.
#ifndef URLSIEVE_PIPELINE_CHECKPOINTS_HPP
#define URLSIEVE_PIPELINE_CHECKPOINTS_HPP

#include <functional>
#include <span>
#include <string_view>

#include "src/pipeline/outputs/output.hpp"
#include "src/pipeline/resume/journal.hpp"
#include "src/pipeline/resume/run_identity.hpp"
#include "src/pipeline/run_observer.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

class checkpoints final : public run_observer {
 public:
  // `identify` is called after the last batch. Requires: `record` and `sink` outlive the observer, and `sink`
  // holds the rows of the runs in `record.found()`.
  checkpoints(journal& record, output& sink, std::function<run_identity()> identify);

  // True once the journal has everything that a later run needs to read the gaps alone; the journal then
  // outlives the output.
  [[nodiscard]] bool lacks_gaps_alone() const { return lacks_gaps_alone_; }

  // Records that the output is published and that the journal stays, so that a run with other options may
  // ignore it.
  [[nodiscard]] result<void> keep();

  result<void> on_redirects(std::span<const redirect> seen) override { return journal_.add(seen); }
  result<void> on_pause(const run_position& at, const stats& counted) override;
  result<void> before_publish(std::string_view manifest, const run_summary& summary) override;

 private:
  journal& journal_;
  output& sink_;
  std::function<run_identity()> identify_;
  journal_state recorded_;
  bool paused_before_ = false;
  bool lacks_gaps_alone_ = false;
};

}  // namespace urlsieve

#endif
