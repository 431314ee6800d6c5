#include "src/pipeline/outputs/sink_output.hpp"

#include <algorithm>

namespace urlsieve {

sink_output::sink_output(url_sink& sink, bool dedup) : sink_(sink), dedup_(dedup), seed_(random_seed()) {}

result<void> sink_output::prepare(batch& done) {
  const std::size_t size = done.found.size();
  is_new_ = std::make_unique<bool[]>(size);
  if (!dedup_) {
    std::fill_n(is_new_.get(), size, true);
    return {};
  }
  done.fingerprints.resize(size);
  for (std::size_t i = 0; i < size; ++i) done.fingerprints[i] = fingerprint_of(done.found[i].url, seed_);
  known_.insert(done.fingerprints, {is_new_.get(), size});
  return {};
}

result<void> sink_output::deliver(batch& done) {
  for (std::size_t i = 0; i < done.found.size(); ++i) {
    if (!is_new_[i]) continue;
    const found_context& context = done.contexts[i];
    sink_.take({done.found[i].url, context.raw, context.source, context.where, context.offset, context.flags,
                context.delimited, context.rel, context.text, context.message_id, context.part});
  }
  return {};
}

result<void> sink_output::finish(stats& totals) {
  totals.unique = known_.size();
  return {};
}

}  // namespace urlsieve
