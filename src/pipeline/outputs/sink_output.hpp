// Delivers URLs to the user of the library in input order, optionally without duplicates.
#ifndef URLSIEVE_PIPELINE_SINK_OUTPUT_HPP
#define URLSIEVE_PIPELINE_SINK_OUTPUT_HPP

#include <atomic>
#include <cstdint>
#include <exception>
#include <memory>

#include "src/dedup/fingerprint_set.hpp"
#include "src/pipeline/outputs/host_limit.hpp"
#include "src/pipeline/outputs/output.hpp"
#include "urlsieve/sieved_url.hpp"

namespace urlsieve {

class sink_output final : public output {
 public:
  // Applies the limits of `filters`: filter_options::limit, max_per_host and max_per_domain.
  sink_output(const url_consumer& take, bool dedup, const filter_options& filters = {},
              dedup_choice dedup_by = dedup_choice::url)
      : take_(take), dedup_(dedup), limit_(filters.limit), by_host_(filters), dedup_by_(dedup_by) {}

  [[nodiscard]] sieved_rows wanted_rows() const override { return sieved_rows::copied; }
  result<void> prepare(batch& done) override;
  result<void> deliver(batch& done) override;
  result<void> finish(stats& totals, const publish_hook& complete) override;
  [[nodiscard]] bool has_enough() const override { return has_enough_; }
  [[nodiscard]] std::uint64_t unique() const override { return known_.size() - beyond_; }

  // True if the consumer returned false or threw; deliver() then returned an error, which ended the run. The
  // caller must rethrow thrown() behind the threads of the run, because exceptions must not pass through
  // them.
  [[nodiscard]] bool stopped() const { return stopped_; }
  [[nodiscard]] const std::exception_ptr& thrown() const { return thrown_; }

 private:
  bool deliver_to_consumer(batch& done);

  url_consumer take_;
  bool dedup_;
  std::uint64_t limit_;  // 0: no limit
  host_counter by_host_;
  dedup_choice dedup_by_;
  std::uint64_t delivered_ = 0;
  std::uint64_t beyond_ = 0;  // known URLs beyond a limit
  std::atomic<bool> has_enough_{false};
  std::uint64_t seed_ = process_seed();
  fingerprint_set known_;
  std::unique_ptr<bool[]> is_new_;
  std::size_t is_new_size_ = 0;
  bool stopped_ = false;
  std::exception_ptr thrown_;
};

}  // namespace urlsieve

#endif
