#include "src/pipeline/redirects/learnt_redirects.hpp"

#include "src/pipeline/redirects/followed_redirects.hpp"
#include "src/pipeline/redirects/redirect_reader.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

learnt_redirects::learnt_redirects(const extract_options& options, const observed_redirects& known,
                                   output& sink)
    : options_(options.url), known_(known), sink_(sink), learnt_(new_redirects(options)) {}

result<void> learnt_redirects::on_redirects(std::span<const redirect> seen) {
  for (const redirect& pair : seen) {
    if (result<void> added = learnt_->add(pair.from, pair.to); !added) return added;
  }
  return {};
}

result<void> learnt_redirects::before_finish() {
  return known_.each([this](const redirect& pair) { return learnt_->add(pair.from, pair.to); })
      .and_then([this] { return learnt_->settle(observed_redirects::use::pairs, keeps_target(options_)); })
      .and_then([this] {
        return sink_.follow([this](const redirect_consumer& take) { return learnt_->each(take); });
      });
}

}  // namespace urlsieve
