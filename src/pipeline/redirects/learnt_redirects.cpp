#include "src/pipeline/redirects/learnt_redirects.hpp"

#include "src/pipeline/redirects/redirect_reader.hpp"

namespace urlsieve {

learnt_redirects::learnt_redirects(const extract_options& options, const redirect_table& known, output& sink)
    : options_(options.url),
      memory_(memory_for_redirects(options.output.memory)),
      known_(known),
      sink_(sink) {}

result<void> learnt_redirects::on_redirects(std::span<const redirect> seen) {
  for (const redirect& one : seen) {
    learnt_.add(one.from, one.to);
    const std::uint64_t needed = learnt_.memory_to_move() + known_.memory();
    if (needed > memory_) return tl::unexpected(redirects_too_many("--learn-redirects", needed, true));
  }
  return {};
}

result<void> learnt_redirects::before_finish() {
  return on_redirects(known_.pairs()).and_then([this] {
    learnt_.settle(keeps_target(options_));
    return sink_.follow(learnt_.pairs());
  });
}

}  // namespace urlsieve
