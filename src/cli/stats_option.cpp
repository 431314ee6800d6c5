#include "src/cli/stats_option.hpp"

#include <memory>
#include <utility>

#include "src/cli/command_text.hpp"
#include "src/cli/console.hpp"
#include "src/cli/help/declared_page.hpp"
#include "src/cli/stats_text.hpp"
#include "src/transfer/remote_access.hpp"
#include "src/transfer/remote_context.hpp"

namespace urlsieve::cli {

void stats_option::declare(CLI::App& flags) {
  flags_ = &flags;
  flags.add_option("--stats", path_, "Write statistics as JSON to FILE, also in S3 (-: standard error)")
      ->type_name("FILE")
      ->group(std::string(common_options));
}

std::string stats_option::text_of(const run_summary& run, const std::vector<std::string>& paths) const {
  return stats_json(run, command_text(*flags_, paths));
}

void stats_option::print(const run_summary& run, const std::vector<std::string>& paths) const {
  if (path_ == "-") print_bytes(text_of(run, paths));
}

result<void> stats_file::create(const remote_options& remote, const std::atomic<bool>& stop) {
  if (!option_.has_file()) return {};
  const remote_context context{std::make_shared<remote_access>(remote), &stop};
  return output_file::create(option_.path(), &stop, context).map([this](output_file&& file) {
    file_ = std::move(file);
  });
}

result<void> stats_file::write(const std::string& text) {
  if (!option_.has_file()) return {};
  return file_.write(text).and_then([this] { return file_.close(); });
}

result<void> stats_file::publish() {
  return option_.has_file() ? file_.publish() : result<void>{};
}

void stats_file::settle() noexcept {
  if (option_.has_file()) file_.settle();
}

}  // namespace urlsieve::cli
