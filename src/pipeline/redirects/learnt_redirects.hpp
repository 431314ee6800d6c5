// Follows the redirects that the run itself finds, together with the given redirects. At the end of the run,
// URLs in the output are replaced by the targets of their redirects.
#ifndef URLSIEVE_PIPELINE_LEARNT_REDIRECTS_HPP
#define URLSIEVE_PIPELINE_LEARNT_REDIRECTS_HPP

#include <memory>
#include <span>

#include "src/dedup/observed_redirects.hpp"
#include "src/pipeline/outputs/output.hpp"
#include "src/pipeline/run_observer.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

struct extract_options;

class learnt_redirects final : public run_observer {
 public:
  // Requires: all arguments outlive the object.
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
