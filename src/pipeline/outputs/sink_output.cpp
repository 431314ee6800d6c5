#include "src/pipeline/outputs/sink_output.hpp"

#include <cstddef>

#include "src/pipeline/outputs/near_duplicates.hpp"

namespace urlsieve {

result<void> sink_output::prepare(batch& done) {
  if (!dedup_) return {};
  find_keys(done, dedup_by_);
  done.fingerprints.resize(done.found.size());
  fingerprints_of(done.dedup_keys(), seed_, done.fingerprints);
  return {};
}

result<void> sink_output::deliver(batch& done) {
  const std::size_t size = done.sieved.size();
  if (dedup_) {
    if (is_new_size_ < size) {
      is_new_size_ = size;
      is_new_ = std::make_unique<bool[]>(size);
    }
    known_.insert(done.fingerprints, {is_new_.get(), size});
  }
  try {
    stopped_ = !deliver_to_consumer(done);
  } catch (...) {
    stopped_ = true;
    thrown_ = std::current_exception();
  }
  if (stopped_) return tl::unexpected(error{error_code::interrupted, "the caller accepts no more URLs"});
  return {};
}

bool sink_output::deliver_to_consumer(batch& done) {
  for (std::size_t i = 0; i < done.sieved.size(); ++i) {
    if (dedup_ && !is_new_[i]) continue;
    if (has_enough_ || (by_host_.is_set() && !by_host_.admits(done.found[i], done.counted))) {
      ++beyond_;
      continue;
    }
    if (!take_(done.sieved[i])) return false;
    has_enough_ = ++delivered_ == limit_;
  }
  return true;
}

result<void> sink_output::finish(stats& totals, const publish_hook& complete) {
  totals.unique = dedup_ ? unique() : 0;
  return complete({}, {});
}

}  // namespace urlsieve
