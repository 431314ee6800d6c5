// Writes the file of rejected references: the first reject_options::limit of a run, in input order. The file
// appears before the output, complete or not at all (output_file.hpp).
#ifndef URLSIEVE_PIPELINE_REJECTS_FILE_HPP
#define URLSIEVE_PIPELINE_REJECTS_FILE_HPP

#include <cstdint>
#include <string>
#include <string_view>

#include "src/pipeline/run_observer.hpp"
#include "src/shards/output_file.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/output_options.hpp"

namespace urlsieve {

struct extract_options;
struct reject_options;

class rejects_file final : public run_observer {
 public:
  // Fails, before the run reads anything, if the file cannot be written.
  [[nodiscard]] static result<rejects_file> create(const extract_options& options, run_monitor& monitor);

  result<void> on_rejected(std::string_view rows) override;

  // Publishes the file, because rejected references may explain why there is no output.
  result<void> without_output(const run_summary& summary) override;
  result<void> before_publish(std::string_view manifest, const run_summary& summary) override;
  void after_publish() override { file_.settle(); }

 private:
  rejects_file(const extract_options& options, run_monitor& monitor, output_file file);
  result<void> flush();

  const reject_options& options_;
  row_form form_;
  run_monitor* monitor_;
  output_file file_;
  std::string pending_;
  std::uint64_t rows_ = 0;
  std::uint64_t left_out_ = 0;
};

}  // namespace urlsieve

#endif
