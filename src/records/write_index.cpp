// Runs the pipeline over web archives: capture_reader describes the records of each batch in parallel, and a
// sort keeps their lines until all inputs are read.
#include "urlsieve/write_index.hpp"
#include "src/transfer/remote_access.hpp"

#include <oneapi/tbb/enumerable_thread_specific.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <string_view>
#include <utility>

#include "src/api/option_check.hpp"
#include "src/dedup/pair_line.hpp"
#include "src/dedup/sorted_entries.hpp"
#include "src/documents/input_head.hpp"
#include "src/pipeline/file_run.hpp"
#include "src/pipeline/filters/document_filter.hpp"
#include "src/pipeline/leftover_warning.hpp"
#include "src/pipeline/outputs/output.hpp"
#include "src/pipeline/outputs/write_all.hpp"
#include "src/pipeline/path_check.hpp"
#include "src/pipeline/redirects/followed_redirects.hpp"
#include "src/pipeline/redirects/locked_spill_directory.hpp"
#include "src/pipeline/resources.hpp"
#include "src/pipeline/run_assembly.hpp"
#include "src/records/capture_reader.hpp"
#include "src/records/index_row.hpp"
#include "src/shards/locked_directory.hpp"
#include "src/shards/output_file.hpp"
#include "src/shards/parquet/row_file_writer.hpp"
#include "src/text/ascii.hpp"
#include "src/transfer/remote_name.hpp"
#include "urlsieve/password.hpp"

namespace urlsieve {
namespace {

constexpr std::uint64_t share_for_lines = 8;  // the sort holds 1/8 of the memory
constexpr std::uint64_t least_memory_of_table = std::uint64_t{128} << 20U;
constexpr std::string_view standard_stream = "-";
constexpr std::size_t bytes_a_write = std::size_t{256} << 10U;

tl::unexpected<error> refuse_index(std::string why) {
  return tl::unexpected(error{error_code::usage, std::move(why)});
}

// Returns the options of the run that reads the records.
extract_options options_of_records(const index_options& options) {
  extract_options run = options_of_file_run(options.run, options.output);
  run.whole_records = true;
  run.documents = options.run.documents;
  return run;
}

// Sorts the lines of batches, and passes them to `write` after the last batch.
class index_output final : public output {
 public:
  using line_writer = std::function<result<void>(entry_stream& lines, std::uint64_t& captures)>;

  // Requires: all arguments outlive the output.
  index_output(const index_options& options, const document_filter* filter, spill_area& area,
               std::uint64_t memory, remote_context remote, line_writer write)
      : readers_([&options, filter, remote = std::move(remote)] {
          const bool has_types = !options.run.documents.record_types.empty();
          return capture_reader(filter, options.root, has_types ? capture_scope::all : capture_scope::pages,
                                options.form == index_form::parquet, remote);
        }),
        lines_(area, run_fields{}, 0, sorted_entries::within(static_cast<std::size_t>(memory))),
        root_(options.root),
        write_(std::move(write)) {}

  result<void> prepare(batch& work) override {
    readers_.local().read(work);
    return {};
  }

  result<void> deliver(batch& done) override {
    const std::string_view rows = done.rows;
    for (std::size_t at = 0; at < rows.size();) {
      const std::size_t end = rows.find('\n', at);
      if (result<void> added = lines_.add(sighting_of(rows.substr(at, end - at))); !added) return added;
      at = end + 1;
      ++added_;
    }
    return {};
  }

  result<void> finish(stats& totals, const publish_hook& complete) override {
    const bool has_name_below_root =
        std::any_of(readers_.begin(), readers_.end(),
                    [](const capture_reader& read) { return read.has_name_below_root(); });
    if (!root_.empty() && added_ != 0 && !has_name_below_root)
      return refuse_index(without_password(root_) +
                          ": no archive is below this directory, so no name can be relative to it");
    block_decompressor unpacker;
    const result<std::unique_ptr<entry_stream>> lines = lines_.open(unpacker);
    if (!lines) return tl::unexpected(lines.error());
    if (result<void> written = write_(**lines, totals.unique); !written) return written;
    return complete({}, {});
  }

  [[nodiscard]] std::uint64_t unique() const override { return added_; }

 private:
  tbb::enumerable_thread_specific<capture_reader> readers_;
  sorted_entries lines_;
  const std::string& root_;  // see index_options::root
  line_writer write_;
  std::uint64_t added_ = 0;
};

class index_run {
 public:
  index_run(const index_options& options, int stream, run_monitor& monitor)
      : options_(options),
        stream_(stream),
        monitor_(monitor),
        run_(options_of_records(options)),
        place_(spill_place(options.run.output.temporary, options.output)),
        area_(locked_spill_directory(place_)) {}

  result<index_summary> run() {
    return check_options(run_)
        .and_then([this] { return check_form(); })
        .and_then([this] { return check_inputs(); })
        .and_then([this] { return check_output_name(); })
        .and_then([this] { return check_paths(run_); })
        .and_then([this] { return open_file(); })
        .and_then([this] { return read_records(); })
        .and_then([this] { return publish(); })
        .map([this] { return std::move(summary_); });
  }

 private:
  result<void> check_form() const {
    if (options_.form != index_form::parquet || memory_or_half(run_.output.memory) >= least_memory_of_table)
      return {};
    return refuse_index(
        "a Parquet index needs 128 MiB: raise output_options::memory to at least 128MiB, or write CDXJ");
  }

  result<void> check_inputs() const {
    const input_options& input = run_.input;
    const bool has_standard_input =
        (input.paths.empty() && input.files_from.empty()) ||
        std::find(input.paths.begin(), input.paths.end(), standard_stream) != input.paths.end();
    if (!has_standard_input) return {};
    return refuse_index("an index has the names of archives, and standard input has none: name the files");
  }

  result<void> check_output_name() const {
    const std::string& file = options_.output;
    if (file.empty()) return {};
    if (is_remote_name(file)) return refuse_index(file + ": an index is written to a file of this machine");
    if (uncompressed_name(file).size() != file.size())
      return refuse_index(file + ": an index is written uncompressed");
    struct stat about{};
    if (!options_.force && ::stat(file.c_str(), &about) == 0 && S_ISREG(about.st_mode))
      return tl::unexpected(
          error{error_code::output_exists, file + " exists: index_options::force replaces it"});
    return {};
  }

  result<void> open_file() {
    std::vector<std::string> removed = locked_directory::remove_leftovers_below(place_);
    if (!options_.output.empty()) {
      result<output_file> file = output_file::create(options_.output, &monitor_.stop);
      if (!file) return tl::unexpected(std::move(file.error()));
      file_ = std::move(*file);
      if (const std::string leftover = file_->removed(); !leftover.empty()) removed.push_back(leftover);
    }
    warn_of_leftovers(removed, monitor_);
    return {};
  }

  result<void> read_records() {
    const result<std::unique_ptr<const document_filter>> filter =
        document_filter::make(run_.documents, &monitor_.stop);
    if (!filter) return tl::unexpected(filter.error());
    const std::unique_ptr<observed_redirects> no_redirects = new_redirects(run_.redirects, run_.output);
    index_output sink(
        options_, filter->get(), area_, memory_or_half(run_.output.memory) / share_for_lines,
        {std::make_shared<remote_access>(run_.remote), &monitor_.stop},
        [this](entry_stream& lines, std::uint64_t& captures) { return write(lines, captures); });
    result<std::unique_ptr<run_assembly>> whole =
        run_assembly::open(run_, {*no_redirects, {}, monitor_}, sink);
    if (!whole) return tl::unexpected(std::move(whole.error()));
    return (*whole)->pipeline().in_parallel().map([this](run_summary&& ended) {
      summary_.captures = ended.counted.unique;
      summary_.run = std::move(ended);
    });
  }

  result<void> write_text(std::string_view text) {
    return file_ ? file_->write(text) : write_all(stream_, text);
  }

  // Writes all lines as rows of a table.
  result<void> write_table(entry_stream& lines, std::uint64_t& captures) {
    using outcome = parquet::row_file_writer::outcome;
    result<void> written;
    parquet::row_file_writer table(index_table(), [&](std::string_view bytes) {
      written = write_text(bytes);
      return written.has_value();
    });
    index_row_maker rows;
    const auto check = [&](outcome done) -> result<void> {
      if (!written || done == outcome::done) return written;
      return tl::unexpected(
          error{error_code::cannot_write, "a capture does not fit the columns of the table"});
    };
    while (lines.advance()) {
      if (monitor_.stop) return tl::unexpected(error{error_code::interrupted, "interrupted"});
      if (result<void> added = check(table.append(rows.row_of(lines.entry().url))); !added) return added;
      ++captures;
    }
    return lines.state().and_then([&] { return check(table.finish()); });
  }

  // Writes all lines.
  result<void> write(entry_stream& lines, std::uint64_t& captures) {
    monitor_.writing = true;
    if (options_.form == index_form::parquet) return write_table(lines, captures);
    std::string text;
    while (lines.advance()) {
      if (monitor_.stop) return tl::unexpected(error{error_code::interrupted, "interrupted"});
      text.append(lines.entry().url).append(1, '\n');
      ++captures;
      if (text.size() < bytes_a_write) continue;
      if (result<void> written = write_text(text); !written) return written;
      text.clear();
    }
    return lines.state().and_then([&] { return write_text(text); });
  }

  result<void> publish() {
    if (!file_ || summary_.run.ended == outcome::nothing_read) return {};
    return file_->close().and_then([this] { return file_->publish(); }).map([this] { file_->settle(); });
  }

  const index_options& options_;
  int stream_;
  run_monitor& monitor_;
  extract_options run_;
  std::string place_;  // directory for lines beyond the memory
  spill_area area_;
  std::optional<output_file> file_;
  index_summary summary_;
};

}  // namespace

result<index_summary> write_index(const index_options& options, int stream, run_monitor* monitor) {
  run_monitor unwatched;
  try {
    index_options named = options;
    if (named.output == standard_stream) named.output.clear();
    return index_run(named, stream, monitor == nullptr ? unwatched : *monitor).run();
  } catch (const std::bad_alloc&) {
    return tl::unexpected(error{error_code::out_of_memory, "out of memory"});
  }
}

}  // namespace urlsieve
