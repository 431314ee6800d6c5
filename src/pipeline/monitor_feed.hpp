// Reports progress, damage, and the imminent publication of the output to the run_monitor of the caller.
#ifndef URLSIEVE_PIPELINE_MONITOR_FEED_HPP
#define URLSIEVE_PIPELINE_MONITOR_FEED_HPP

#include <array>
#include <cstdint>
#include <string_view>

#include "src/pipeline/run_observer.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

class monitor_feed final : public run_observer {
 public:
  explicit monitor_feed(run_monitor& monitor) : monitor_(monitor) {}

  void on_batch(const batch& done, std::uint64_t unique) override;
  void on_counted(const stats& counted) override;
  void on_notice(std::string_view sentence) override;
  result<void> without_output(const run_summary& summary) override;
  result<void> before_publish(std::string_view manifest, const run_summary& summary) override;
  void after_publish() override;

 private:
  run_monitor& monitor_;
  std::array<std::uint64_t, damage_count> report_counts_{};  // reported examples by kind of damage
};

}  // namespace urlsieve

#endif
