#include "src/pipeline/monitor_feed.hpp"

#include <cstddef>
#include <string>

namespace urlsieve {

void monitor_feed::on_batch(const batch& done, std::uint64_t unique) {
  monitor_.stored_bytes_done = done.stored_bytes_done;
  monitor_.bytes_done += done.counted.bytes;
  monitor_.documents += done.counted.documents;
  monitor_.unique = unique;
  if (!monitor_.on_warning) return;
  for (const std::string& warning : done.warnings) monitor_.on_warning(warning);
}

void monitor_feed::on_counted(const stats& counted) {
  if (!monitor_.on_damage) return;
  for (const damage_example& example : counted.examples) {
    std::uint64_t& times = report_counts_[static_cast<std::size_t>(example.reason)];
    if (times++ < stats::max_examples) monitor_.on_damage(example);
  }
}

void monitor_feed::on_notice(std::string_view sentence) {
  if (monitor_.on_warning) monitor_.on_warning(sentence);
}

// Publishes the summary, because its counts explain why there is no output.
result<void> monitor_feed::without_output(const run_summary& summary) {
  result<void> status = before_publish({}, summary);
  if (status) after_publish();
  return status;
}

result<void> monitor_feed::before_publish(std::string_view, const run_summary& summary) {
  return monitor_.before_publishing ? monitor_.before_publishing(summary) : result<void>{};
}

void monitor_feed::after_publish() {
  if (monitor_.after_publishing) monitor_.after_publishing();
}

}  // namespace urlsieve
