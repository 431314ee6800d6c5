#include "src/pipeline/observers.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "src/dedup/observed_redirects.hpp"
#include "src/dedup/sorted_entries.hpp"
#include "src/pipeline/leftover_warning.hpp"
#include "src/pipeline/monitor_feed.hpp"
#include "src/pipeline/outputs/output.hpp"
#include "src/pipeline/redirects/followed_redirects.hpp"
#include "src/pipeline/redirects/locked_spill_directory.hpp"
#include "src/pipeline/redirects/redirect_reader.hpp"
#include "src/pipeline/rejected_row.hpp"
#include "src/pipeline/resources.hpp"
#include "src/pipeline/run_observer.hpp"
#include "src/rows/text_writer.hpp"
#include "src/shards/locked_directory.hpp"
#include "src/shards/output_file.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/filter_options.hpp"
#include "urlsieve/output_options.hpp"
#include "urlsieve/redirect_options.hpp"
#include "urlsieve/url_options.hpp"

namespace urlsieve {
namespace {

// Writes the file of --write-redirects: "from", a tab, "to" on each line, for every permanent redirect found
// (rfc2396bis-01 section 6.2.4: observed equivalences). Each pair appears once, in the order of its bytes, so
// the file does not depend on the order of the inputs. The file appears complete or not at all
// (output_file.hpp). Until then, pairs are held in a share of the memory, and on disk beyond that share.
class redirect_file final : public run_observer {
 public:
  // Creates the file `wanted.write_to`. Fails, before the run reads anything, if the file cannot be written.
  // `stop`: see output_file::create().
  [[nodiscard]] static result<redirect_file> create(const redirect_options& wanted,
                                                    const output_options& output,
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

namespace fs = std::filesystem;

constexpr std::uint64_t memory_divisor = 16;  // pairs are held in 1/16 of the memory
constexpr std::size_t block = std::size_t{64} << 10U;

// Returns the directory for pairs beyond the memory: --tmpdir, or the directory of the file; for devices and
// pipes, the folder for temporary files.
std::string place_for_runs(const redirect_options& wanted, const output_options& output) {
  if (!output.temporary.empty()) return output.temporary;
  const fs::path file(wanted.write_to);
  std::error_code failed;
  const fs::file_status found = fs::status(file, failed);
  return fs::exists(found) && !fs::is_regular_file(found) ? temporary_folder() : folder_of(file);
}

result<redirect_file> redirect_file::create(const redirect_options& wanted, const output_options& output,
                                            const std::atomic<bool>* stop) {
  result<output_file> file = output_file::create(wanted.write_to, stop);
  if (!file) return tl::unexpected(std::move(file.error()));
  redirect_file redirects;
  redirects.file_ = std::move(*file);
  const std::string place = place_for_runs(wanted, output);
  redirects.removed_ = locked_directory::remove_leftovers_below(place);
  if (const std::string removed = redirects.file_.removed(); !removed.empty())
    redirects.removed_.push_back(removed);
  const std::uint64_t memory = memory_or_half(output.memory) / memory_divisor;
  redirects.lines_ = std::make_unique<sorted_lines>(memory, locked_spill_directory(place));
  return redirects;
}

result<void> redirect_file::on_redirects(std::span<const redirect> seen) {
  for (const redirect& pair : seen) {
    line_.assign(pair.from).append(1, '\t').append(pair.to).append(1, '\n');
    if (result<void> added = lines_->add(line_); !added) return added;
  }
  return {};
}

result<void> redirect_file::before_publish(std::string_view, const run_summary&) {
  std::string pending;
  const auto write = [&](std::string_view line) -> result<void> {
    pending += line;
    if (pending.size() < block) return {};
    result<void> written = file_.write(pending);
    pending.clear();
    return written;
  };
  return lines_->read(write)
      .and_then([&] { return file_.write(pending); })
      .and_then([this] { return file_.close(); })
      .and_then([this] { return file_.publish(); });
}

// Writes the file of rejected references: the first reject_options::limit of a run, in input order. The file
// appears before the output, complete or not at all (output_file.hpp).
class rejects_file final : public run_observer {
 public:
  // Fails, before the run reads anything, if the file cannot be written.
  [[nodiscard]] static result<rejects_file> create(const reject_options& options,
                                                   const output_options& output, run_monitor& monitor);

  result<void> on_rejected(std::string_view rows) override;

  // Publishes the file, because rejected references may explain why there is no output.
  result<void> without_output(const run_summary& summary) override;
  result<void> before_publish(std::string_view manifest, const run_summary& summary) override;
  void after_publish() override { file_.settle(); }

 private:
  rejects_file(const reject_options& options, const output_options& output, run_monitor& monitor,
               output_file file);
  result<void> flush();

  const reject_options& options_;
  row_form form_;
  run_monitor* monitor_;
  output_file file_;
  std::string pending_;
  std::uint64_t rows_ = 0;
  std::uint64_t omitted_ = 0;
};

rejects_file::rejects_file(const reject_options& options, const output_options& output, run_monitor& monitor,
                           output_file file)
    : options_(options), form_(output.format), monitor_(&monitor), file_(std::move(file)) {
  if (output.header) rejected_row::writer(form_).append_header(pending_);
}

result<rejects_file> rejects_file::create(const reject_options& options, const output_options& output,
                                          run_monitor& monitor) {
  result<output_file> file = output_file::create(options.write_to, &monitor.stop);
  if (!file) return tl::unexpected(std::move(file.error()));
  if (const std::string removed = file->removed(); !removed.empty()) warn_of_leftovers({removed}, monitor);
  return rejects_file(options, output, monitor, std::move(*file));
}

result<void> rejects_file::on_rejected(std::string_view rows) {
  while (!rows.empty()) {
    const std::size_t size = first_row_size(rows, form_);
    if (rows_ < options_.limit) {
      pending_.append(rows.substr(0, size));
      ++rows_;
    } else {
      ++omitted_;
    }
    rows.remove_prefix(size);
  }
  return pending_.size() < block ? result<void>{} : flush();
}

result<void> rejects_file::flush() {
  result<void> written = file_.write(pending_);
  pending_.clear();
  return written;
}

result<void> rejects_file::without_output(const run_summary& summary) {
  result<void> written = before_publish({}, summary);
  if (written) after_publish();
  return written;
}

result<void> rejects_file::before_publish(std::string_view, const run_summary&) {
  if (omitted_ != 0 && monitor_->on_warning)
    monitor_->on_warning(options_.write_to + " has the first " + std::to_string(rows_) +
                         " rejected references, and not the other " + std::to_string(omitted_));
  return flush().and_then([this] { return file_.close(); }).and_then([this] { return file_.publish(); });
}

// Follows the redirects that the run itself finds, together with the given redirects. At the end of the run,
// URLs in the output are replaced by the targets of their redirects.
class learnt_redirects final : public run_observer {
 public:
  // Requires: all arguments outlive the object.
  learnt_redirects(const observer_options& options, const observed_redirects& known, output& sink);

  result<void> on_redirects(std::span<const redirect> seen) override;
  result<void> before_finish() override;

 private:
  const url_options& options_;
  const observed_redirects& known_;
  output& sink_;
  std::unique_ptr<observed_redirects> learnt_;
};

learnt_redirects::learnt_redirects(const observer_options& options, const observed_redirects& known,
                                   output& sink)
    : options_(options.url),
      known_(known),
      sink_(sink),
      learnt_(new_redirects(options.redirects, options.output)) {}

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

}  // namespace

result<run_observers> observers_for(const observer_options& options, const observed_redirects& known,
                                    output& sink, run_monitor& monitor) {
  run_observers all;
  if (options.redirects.learn) all.push_back(std::make_unique<learnt_redirects>(options, known, sink));
  if (result<void> added = add_redirect_file(options.redirects, options.output, monitor, all); !added)
    return tl::unexpected(std::move(added.error()));
  if (!options.rejects.write_to.empty()) {
    result<rejects_file> file = rejects_file::create(options.rejects, options.output, monitor);
    if (!file) return tl::unexpected(std::move(file.error()));
    all.push_back(std::make_unique<rejects_file>(std::move(*file)));
  }
  all.push_back(std::make_unique<monitor_feed>(monitor));
  return all;
}

result<void> add_redirect_file(const redirect_options& redirects, const output_options& output,
                               run_monitor& monitor, run_observers& observers) {
  if (redirects.write_to.empty()) return {};
  result<redirect_file> file = redirect_file::create(redirects, output, &monitor.stop);
  if (!file) return tl::unexpected(std::move(file.error()));
  // A resumed run expects leftovers, so they are not reported.
  if (!output.resume) warn_of_leftovers(file->removed(), monitor);
  observers.push_back(std::make_unique<redirect_file>(std::move(*file)));
  return {};
}

}  // namespace urlsieve
