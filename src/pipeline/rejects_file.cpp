#include "src/pipeline/rejects_file.hpp"

#include <cstddef>
#include <utility>

#include "src/pipeline/leftover_warning.hpp"
#include "src/pipeline/rejected_row.hpp"
#include "src/rows/text_writer.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

namespace {

constexpr std::size_t block = std::size_t{64} << 10U;

}  // namespace

rejects_file::rejects_file(const extract_options& options, run_monitor& monitor, output_file file)
    : options_(options.rejects), form_(options.output.format), monitor_(&monitor), file_(std::move(file)) {
  if (options.output.header) rejected_row::writer(form_).append_header(pending_);
}

result<rejects_file> rejects_file::create(const extract_options& options, run_monitor& monitor) {
  result<output_file> file = output_file::create(options.rejects.write_to, &monitor.stop);
  if (!file) return tl::unexpected(std::move(file.error()));
  if (const std::string removed = file->removed(); !removed.empty()) warn_of_leftovers({removed}, monitor);
  return rejects_file(options, monitor, std::move(*file));
}

result<void> rejects_file::on_rejected(std::string_view rows) {
  while (!rows.empty()) {
    const std::size_t size = first_row_size(rows, form_);
    if (rows_ < options_.limit) {
      pending_.append(rows.substr(0, size));
      ++rows_;
    } else {
      ++left_out_;
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
  if (left_out_ != 0 && monitor_->on_warning)
    monitor_->on_warning(options_.write_to + " has the first " + std::to_string(rows_) +
                         " rejected references, and not the other " + std::to_string(left_out_));
  return flush().and_then([this] { return file_.close(); }).and_then([this] { return file_.publish(); });
}

}  // namespace urlsieve
