// Writes the file of --write-redirects: "from", a tab, "to" on each line, for every permanent redirect found
// (rfc2396bis-01 section 6.2.4: observed equivalences). Each pair appears once, in the order of its bytes, so
// the file does not depend on the order of the inputs. The file appears complete or not at all
// (output_file.hpp). Until then, pairs are held in a share of the memory, and on disk beyond that share.
#ifndef URLSIEVE_PIPELINE_REDIRECT_FILE_HPP
#define URLSIEVE_PIPELINE_REDIRECT_FILE_HPP

#include <atomic>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/dedup/sorted_lines.hpp"
#include "src/pipeline/run_observer.hpp"
#include "src/shards/output_file.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

struct extract_options;

class redirect_file final : public run_observer {
 public:
  // Creates the file of `options`. Fails, before the run reads anything, if the file cannot be written.
  // `stop`: see output_file::create().
  [[nodiscard]] static result<redirect_file> create(const extract_options& options,
                                                    const std::atomic<bool>* stop);

  result<void> on_redirects(std::span<const redirect> seen) override;

  // Writes all pairs, and publishes the file; the old file is kept until the output has appeared.
  result<void> before_publish(std::string_view manifest, const run_summary& summary) override;
  void after_publish() override { file_.settle(); }

  // Returns the removed leftovers of killed runs for this file.
  [[nodiscard]] const std::vector<std::string>& removed() const { return removed_; }

 private:
  redirect_file() = default;

  output_file file_;
  std::vector<std::string> removed_;
  std::unique_ptr<sorted_lines> lines_;
  std::string line_;
};

}  // namespace urlsieve

#endif
