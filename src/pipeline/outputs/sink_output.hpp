// Delivers URLs to the user of the library in input order, optionally without duplicates.
#ifndef URLSIEVE_PIPELINE_SINK_OUTPUT_HPP
#define URLSIEVE_PIPELINE_SINK_OUTPUT_HPP

#include <atomic>
#include <cstdint>
#include <exception>
#include <memory>

#include "src/dedup/fingerprint_set.hpp"
#include "src/pipeline/outputs/output.hpp"
#include "urlsieve/sieved_url.hpp"

namespace urlsieve {

class sink_output final : public output {
 public:
  // `limit`: has enough after this number of URLs; 0: no limit.
  sink_output(const url_consumer& take, bool dedup, std::uint64_t limit = 0,
              dedup_choice dedup_by = dedup_choice::url)
      : take_(take), dedup_(dedup), limit_(limit), dedup_by_(dedup_by) {}

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
  bool deliver_to_consumer(const batch& done);

  url_consumer take_;
  bool dedup_;
  std::uint64_t limit_;
  dedup_choice dedup_by_;
  std::uint64_t delivered_ = 0;
  std::uint64_t beyond_ = 0;  // known URLs that came after the limit
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
