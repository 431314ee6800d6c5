// Copies records in two steps: reads the places of all rows into a sort, which keeps each place once and
// stores places beyond the memory on disk; then reads the records of the sorted places, checks them in
// parallel, and writes them in order.
#include "urlsieve/copy_records.hpp"
#include "src/transfer/remote_access.hpp"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "src/codec/compression.hpp"
#include "src/dedup/pair_line.hpp"
#include "src/dedup/sorted_entries.hpp"
#include "src/pipeline/leftover_warning.hpp"
#include "src/pipeline/outputs/write_all.hpp"
#include "src/pipeline/places/distinct_places.hpp"
#include "src/pipeline/places/fetched_records.hpp"
#include "src/pipeline/places/place_rows.hpp"
#include "src/pipeline/places/record_place.hpp"
#include "src/pipeline/redirects/locked_spill_directory.hpp"
#include "src/pipeline/resources.hpp"
#include "src/pipeline/thread_supply.hpp"
#include "src/records/argument_checks.hpp"
#include "src/records/cdxj_line.hpp"
#include "src/records/record_copy.hpp"
#include "src/runs/spill_area.hpp"
#include "src/shards/locked_directory.hpp"
#include "src/shards/output_file.hpp"
#include "src/text/ascii.hpp"
#include "src/transfer/remote_name.hpp"

namespace urlsieve {
namespace {

constexpr std::uint64_t least_memory = std::uint64_t{32} << 20U;
constexpr std::string_view stream_name = "-";
constexpr std::size_t longest_input_name = std::size_t{64} << 10U;

tl::unexpected<error> refuse_records(std::string why) {
  return tl::unexpected(error{error_code::usage, std::move(why)});
}

// The division of the memory.
struct record_budget {
  std::uint64_t places = 0;   // the sort
  std::uint64_t reading = 0;  // of a shard
  std::uint64_t most = 0;     // the largest record
  unsigned workers = 1;
};

class record_run {
 public:
  record_run(const record_options& options, int stream, run_monitor* monitor)
      : options_(options),
        stream_(stream),
        monitor_(monitor),
        remote_{std::make_shared<remote_access>(options.remote),
                monitor == nullptr ? nullptr : &monitor->stop},
        place_(spill_place(options.temporary, options.output)),
        area_(locked_spill_directory(place_)) {}

  result<record_totals> run() {
    return check_rows(options_.rows)
        .and_then([this] { return plan_memory(); })
        .and_then([this] { return open_output(); })
        .and_then([this] { return read_rows(); })
        .and_then([this] { return copy(); })
        .and_then([this] { return publish(); })
        .map([this] { return std::move(totals_); });
  }

 private:
  [[nodiscard]] bool should_stop() const { return monitor_ != nullptr && monitor_->stop; }
  [[nodiscard]] static tl::unexpected<error> interrupted() {
    return tl::unexpected(error{error_code::interrupted, "interrupted while copying records"});
  }

  [[nodiscard]] bool has_file() const { return !options_.output.empty() && options_.output != stream_name; }

  result<void> plan_memory() {
    const std::uint64_t memory = memory_or_half(options_.memory);
    if (memory < least_memory)
      return refuse_records("copying records needs 32 MiB: raise record_options::memory to at least 32MiB");
    const std::uint64_t available = memory - memory_of_program;
    // The lines of an index are sorted beside the places.
    budget_.places = available / (options_.write_cdxj.empty() ? 4 : 8);
    budget_.reading = available / 2;
    budget_.most = std::min(options_.max_document, available / 8);
    form_.limit = {static_cast<std::size_t>(budget_.most), budget_.most < options_.max_document
                                                               ? "record_options::memory"
                                                               : "record_options::max_document"};
    // A worker holds a record as stored, decompressed, and as written. As much again is requested ahead.
    const result<unsigned> workers = workers_that_fit(threads_or_all(options_.threads), memory,
                                                      3 * budget_.most, budget_.places + budget_.most);
    if (!workers) return tl::unexpected(workers.error());
    budget_.workers = *workers;
    return {};
  }

  result<void> open_output() {
    form_.is_indexed = !options_.write_cdxj.empty();
    form_.written = !options_.output.empty() ? copy_form::content::records
                    : form_.is_indexed       ? copy_form::content::nothing
                                             : copy_form::content::payloads;
    if (options_.write_cdxj == stream_name)
      return refuse_records("record_options::write_cdxj needs the name of a file, not -");
    if (form_.is_indexed && has_file() && have_equal_paths(options_.write_cdxj, options_.output))
      return refuse_records("record_options::write_cdxj names the output");
    if (form_.is_indexed && options_.output == stream_name)
      return refuse_records("record_options::write_cdxj needs a file as output: the index names the file");
    if (has_file()) {
      const result<compression> packing = packing_of_output();
      if (!packing) return tl::unexpected(packing.error());
      form_.packing = *packing;
      result<output_file> file = create(options_.output);
      if (!file) return tl::unexpected(std::move(file.error()));
      file_ = std::move(*file);
    }
    if (form_.is_indexed) {
      result<output_file> index = create(options_.write_cdxj);
      if (!index) return tl::unexpected(std::move(index.error()));
      index_ = std::move(*index);
    }
    return {};
  }

  // Begins to write a file, unless the file exists or is an input.
  result<output_file> create(const std::string& path) {
    if (is_remote_name(path)) return refuse_records(path + ": records are written to a file of this machine");
    if (result<void> checked = check_output(path, options_.rows); !checked)
      return tl::unexpected(std::move(checked.error()));
    struct stat about{};
    if (::stat(path.c_str(), &about) == 0 && S_ISREG(about.st_mode)) {
      if (!options_.force)
        return tl::unexpected(
            error{error_code::output_exists, path + " exists: record_options::force replaces it"});
      replaced_.push_back({about.st_dev, about.st_ino});
    }
    result<output_file> file = output_file::create(path, monitor_ == nullptr ? nullptr : &monitor_->stop);
    if (file && monitor_ != nullptr && !file->removed().empty())
      warn_of_leftovers({file->removed()}, *monitor_);
    return file;
  }

  // The suffix of the output decides its compression.
  [[nodiscard]] result<compression> packing_of_output() const {
    for (std::size_t i = 0; i < count_of<compression>; ++i) {
      const auto kind = static_cast<compression>(i);
      const std::string_view suffix = suffix_of(kind);
      if (suffix.empty() || !ascii::ends(options_.output, ascii::lowered(suffix))) continue;
      if (is_writable(kind)) return kind;
      return refuse_records(options_.output + ": records are written as .gz, .zst, or uncompressed");
    }
    return compression::none;
  }

  result<void> read_rows() {
    if (monitor_ != nullptr) warn_of_leftovers(locked_directory::remove_leftovers_below(place_), *monitor_);
    places_.emplace(area_, budget_.places, budget_.most);
    if (index_)
      lines_.emplace(area_, run_fields{}, 0U,
                     sorted_entries::within(static_cast<std::size_t>(budget_.places)));
    const place_reading how{options_.fields, options_.mark, remote_, budget_.reading};
    for (const std::string& rows : options_.rows) {
      result<void> added;
      result<void> read = read_places(rows, how, [&](const place_row& row) {
        added = add(rows, row);
        return added.has_value();
      });
      if (!added) return added;
      if (!read) return read;
    }
    return {};
  }

  result<void> add(const std::string& rows, const place_row& row) {
    ++totals_.rows;
    const bool is_too_long = row.place && row.place->input.size() > longest_input_name;
    if (!row.fault.empty() || is_too_long) {
      totals_.counted.damaged_in(damage::bad_table_record, rows, place_of(row),
                                 is_too_long ? "the name of the input is longer than 64 KiB" : row.fault);
      report_damage();
      return {};
    }
    if (!row.place) {
      ++totals_.without_place;
      return {};
    }
    return places_->add(*row.place);
  }

  [[nodiscard]] static input_place place_of(const place_row& row) {
    return row.is_stored ? input_place{row.at, std::nullopt} : input_place{std::nullopt, row.at};
  }

  result<void> copy() {
    if (result<void> opened = places_->open(); !opened) return opened;
    fetched_records records({remote_, options_.remote.inputs_prefix, form_.limit, replaced_},
                            [&] { return next_place(); });
    const unsigned workers = available_threads(budget_.workers, warning_of(monitor_));
    if (result<void> copied = workers == 1 ? copy_serially(records) : copy_in_parallel(records, workers);
        !copied)
      return copied;
    return places_->state();
  }

  // Returns the next place, and reports different lengths; nullopt at the end.
  std::optional<record_place> next_place() {
    const std::optional<record_place> place = places_->next();
    if (!place) return std::nullopt;
    ++totals_.places;
    if (const std::string why = places_->contradiction(); !why.empty()) {
      totals_.counted.damaged_in(damage::bad_record_length,
                                 options_.remote.inputs_prefix + std::string(place->input),
                                 {place->offset, std::nullopt}, why);
      report_damage();
    }
    return place;
  }

  // Returns the next record; nullopt at the end, and after an error, which state_ has.
  std::optional<fetched_record> fetch(fetched_records& records) {
    if (!state_) return std::nullopt;
    if (should_stop()) {
      state_ = interrupted();
      return std::nullopt;
    }
    result<std::optional<fetched_record>> record = records.next();
    if (record && should_stop()) record = interrupted();
    if (record) return std::move(*record);
    state_ = tl::unexpected(std::move(record.error()));
    return std::nullopt;
  }

  result<void> copy_serially(fetched_records& records) {
    record_copier copier(form_);
    while (std::optional<fetched_record> record = fetch(records)) write(copier.copy(std::move(*record)));
    return state_;
  }

  result<void> copy_in_parallel(fetched_records& records, unsigned workers) {
    using fetched_ptr = std::shared_ptr<fetched_record>;
    using copied_ptr = std::shared_ptr<copied_record>;
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, workers);
    tbb::task_arena arena(static_cast<int>(workers));
    std::mutex mutex;
    std::vector<std::unique_ptr<record_copier>> idle;
    const auto take_copier = [&] {
      const std::lock_guard lock(mutex);
      if (idle.empty()) return std::make_unique<record_copier>(form_);
      std::unique_ptr<record_copier> copier = std::move(idle.back());
      idle.pop_back();
      return copier;
    };
    std::mutex order;  // state_ is set by the first and by the last stage
    arena.execute([&] {
      tbb::parallel_pipeline(
          workers,
          tbb::make_filter<void, fetched_ptr>(tbb::filter_mode::serial_in_order,
                                              [&](tbb::flow_control& flow) -> fetched_ptr {
                                                const std::lock_guard lock(order);
                                                std::optional<fetched_record> record = fetch(records);
                                                if (!record) {
                                                  flow.stop();
                                                  return nullptr;
                                                }
                                                return std::make_shared<fetched_record>(std::move(*record));
                                              }) &
              tbb::make_filter<fetched_ptr, copied_ptr>(
                  tbb::filter_mode::parallel,
                  [&](const fetched_ptr& record) {
                    std::unique_ptr<record_copier> copier = take_copier();
                    auto copied = std::make_shared<copied_record>(copier->copy(std::move(*record)));
                    const std::lock_guard lock(mutex);
                    idle.push_back(std::move(copier));
                    return copied;
                  }) &
              tbb::make_filter<copied_ptr, void>(tbb::filter_mode::serial_in_order,
                                                 [&](const copied_ptr& copied) {
                                                   const std::lock_guard lock(order);
                                                   write(std::move(*copied));
                                                 }));
    });
    return state_;
  }

  void write(copied_record&& copied) {
    if (!state_) return;
    if (copied.counted.total_damage() != 0) {
      totals_.counted.add(copied.counted);
      report_damage();
    }
    if (monitor_ != nullptr) monitor_->stored_bytes_done += copied.stored_size;
    if (!copied.is_copied) return;
    if (index_) state_ = add_line(copied);
    if (state_ && form_.written != copy_form::content::nothing)
      state_ = file_ ? file_->write(copied.bytes) : write_all(stream_, copied.bytes);
    if (!state_) return;
    ++totals_.records;
    if (copied.is_recompressed) ++totals_.recompressed;
    if (copied.is_verified) ++totals_.verified;
    totals_.bytes += copied.bytes.size();
    if (monitor_ != nullptr) ++monitor_->unique;
  }

  // Adds the line of a record to the index. Requires: the record is not written yet.
  result<void> add_line(const copied_record& copied) {
    if (copied.description.empty()) return {};
    line_ = form_.written == copy_form::content::records
                ? cdxj_line(copied.description, totals_.bytes, copied.bytes.size(),
                            std::filesystem::path(options_.output).filename().string())
                : cdxj_line(copied.description, copied.stored_offset, copied.stored_size, *copied.input);
    return lines_->add(sighting_of(line_));
  }

  result<void> write_index() {
    constexpr std::size_t block = std::size_t{256} << 10U;
    block_decompressor unpacker;
    const result<std::unique_ptr<entry_stream>> lines = lines_->open(unpacker);
    if (!lines) return tl::unexpected(lines.error());
    std::string text;
    while ((*lines)->advance()) {
      if (should_stop()) return interrupted();
      text.append((*lines)->entry().url).append(1, '\n');
      ++totals_.indexed;
      if (text.size() < block) continue;
      if (result<void> written = index_->write(text); !written) return written;
      text.clear();
    }
    return (*lines)->state().and_then([&] { return index_->write(text); });
  }

  // Reports examples of damage that were not reported yet.
  void report_damage() {
    const std::vector<damage_example>& examples = totals_.counted.examples;
    for (; reported_ < examples.size(); ++reported_)
      if (monitor_ != nullptr && monitor_->on_damage) monitor_->on_damage(examples[reported_]);
  }

  // A run without any record writes no output.
  result<void> publish() {
    if (should_stop()) return interrupted();
    if (totals_.records == 0) return {};
    if (index_)
      if (result<void> written = write_index(); !written) return written;
    for (std::optional<output_file>* const file : {&file_, &index_})
      if (*file)
        if (result<void> closed = (*file)->close(); !closed) return closed;
    for (std::optional<output_file>* const file : {&file_, &index_})
      if (*file)
        if (result<void> published = (*file)->publish(); !published) return published;
    for (std::optional<output_file>* const file : {&file_, &index_})
      if (*file) (*file)->settle();
    return {};
  }

  const record_options& options_;
  int stream_;
  run_monitor* monitor_;
  remote_context remote_;
  std::string place_;  // directory for places beyond the memory
  spill_area area_;
  record_budget budget_;
  copy_form form_;
  std::optional<output_file> file_;
  std::optional<output_file> index_;
  std::vector<file_identity> replaced_;  // files that the outputs replace
  std::optional<distinct_places> places_;
  std::optional<sorted_entries> lines_;  // of the index
  std::string line_;
  record_totals totals_;
  std::size_t reported_ = 0;
  result<void> state_;
};

}  // namespace

result<record_totals> copy_records(const record_options& options, int stream, run_monitor* monitor) {
  try {
    return record_run(options, stream, monitor).run();
  } catch (const std::bad_alloc&) {
    return tl::unexpected(error{error_code::out_of_memory, "out of memory"});
  }
}

}  // namespace urlsieve
