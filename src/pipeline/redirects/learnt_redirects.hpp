// Follows the redirects that the run itself meets, together with those that were given: at its end the URLs
// in the output become what they were seen to be.
#ifndef URLSIEVE_PIPELINE_LEARNT_REDIRECTS_HPP
#define URLSIEVE_PIPELINE_LEARNT_REDIRECTS_HPP

#include <memory>
#include <span>

#include "src/dedup/observed_redirects.hpp"
#include "src/pipeline/outputs/output.hpp"
#include "src/pipeline/run_observer.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

class learnt_redirects final : public run_observer {
 public:
  // All of them outlive it.
  learnt_redirects(const extract_options& options, const observed_redirects& known, output& sink);

  result<void> on_redirects(std::span<const redirect> seen) override;
  result<void> before_finish() override;

 private:
  const url_options& options_;
  const observed_redirects& known_;
  output& sink_;
  std::unique_ptr<observed_redirects> learnt_;
};

}  // namespace urlsieve

#endif
