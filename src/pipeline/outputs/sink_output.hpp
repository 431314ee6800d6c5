// URLs to a sink of the library's user, in input order, each once if that is asked for.
#ifndef URLSIEVE_PIPELINE_SINK_OUTPUT_HPP
#define URLSIEVE_PIPELINE_SINK_OUTPUT_HPP

#include <cstdint>

#include "src/dedup/fingerprint_set.hpp"
#include "src/pipeline/outputs/output.hpp"
#include "urlsieve/extract.hpp"

namespace urlsieve {

class sink_output final : public output {
 public:
  sink_output(url_sink& sink, bool dedup);

  [[nodiscard]] bool wants_sieved() const override { return true; }
  result<void> prepare(batch& done) override;
  result<void> deliver(batch& done) override;
  result<void> finish(stats& totals, const publish_hook& complete) override;
  [[nodiscard]] std::uint64_t unique() const override { return known_.size(); }

 private:
  url_sink& sink_;
  bool dedup_;
  std::uint64_t seed_;
  fingerprint_set known_;
};

}  // namespace urlsieve

#endif
