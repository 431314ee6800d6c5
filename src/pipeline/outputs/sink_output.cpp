#include "src/pipeline/outputs/sink_output.hpp"

#include <cstddef>
#include <memory>

namespace urlsieve {

sink_output::sink_output(url_sink& sink, bool dedup) : sink_(sink), dedup_(dedup), seed_(random_seed()) {}

result<void> sink_output::prepare(batch& done) {
  if (!dedup_) return {};
  done.fingerprints.resize(done.found.size());
  for (std::size_t i = 0; i < done.found.size(); ++i)
    done.fingerprints[i] = fingerprint_of(done.found[i].url, seed_);
  return {};
}

result<void> sink_output::deliver(batch& done) {
  const std::size_t size = done.sieved.size();
  const auto is_new = std::make_unique<bool[]>(size);
  if (dedup_) known_.insert(done.fingerprints, {is_new.get(), size});
  for (std::size_t i = 0; i < size; ++i)
    if (!dedup_ || is_new[i]) sink_.take(done.sieved[i]);
  return {};
}

result<void> sink_output::finish(stats& totals, const publish_hook& complete) {
  totals.unique = known_.size();
  return complete({});
}

}  // namespace urlsieve
