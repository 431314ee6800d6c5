#include "src/pipeline/resume/checkpoints.hpp"

#include <utility>
#include <vector>

#include "src/text/scan/fingerprint.hpp"

namespace urlsieve {

checkpoints::checkpoints(journal& record, output& sink, std::function<run_identity()> identify)
    : journal_(record), sink_(sink), identify_(std::move(identify)) {
  if (record.found()) recorded_ = *record.found();
}

// A run with a single pause needs no checkpoint, unless a later run would complete it.
result<void> checkpoints::on_pause(const run_position& at, const stats& counted) {
  const bool is_only_pause = !std::exchange(paused_before_, true) && !at.more_follow;
  lacks_gaps_alone_ = at.lacks_gaps_alone;
  if (is_only_pause && !lacks_gaps_alone_) return {};
  result<std::vector<shard_run>> runs = sink_.checkpoint();
  if (!runs) return tl::unexpected(std::move(runs.error()));
  recorded_ = journal_state{};
  recorded_.names = identify_().names;
  recorded_.inputs = at.inputs;
  recorded_.inputs_checksum = at.inputs_checksum;
  recorded_.next_batch = at.next_batch;
  recorded_.gaps = at.gaps;
  recorded_.counted = counted;
  recorded_.runs = std::move(*runs);
  return journal_.record(recorded_);
}

// If the run is killed while its files are being published, a later run resumes from the checkpoint.
result<void> checkpoints::before_publish(std::string_view manifest, const run_summary& summary) {
  recorded_.published = false;
  recorded_.publishing = checksum_of(manifest);
  recorded_.totals = summary.counted;
  store_identity(summary.directory, identify_());
  return journal_.record(recorded_);
}

result<void> checkpoints::keep() {
  recorded_.published = true;
  return journal_.record(recorded_);
}

}  // namespace urlsieve
