#include "src/datasets/row_selection.hpp"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <new>
#include <string_view>
#include <utility>

#include "src/pipeline/leftover_warning.hpp"
#include "src/pipeline/resources.hpp"
#include "src/pipeline/thread_supply.hpp"
#include "src/shards/shard_writer.hpp"
#include "src/shards/sync_queue.hpp"

namespace urlsieve {
namespace {

constexpr std::uint64_t selection_rows_per_check = 1U << 14U;
constexpr std::size_t files_to_sync = 32;

class selecting {
 public:
  selecting(const row_selection& selection, const remote_context& remote, run_monitor* monitor)
      : selection_(selection),
        of_(*selection.of),
        remote_(remote),
        monitor_(monitor),
        layout_(of_),
        written_(of_) {
    written_.filter_bits = selection.filter_bits;
  }

  result<std::vector<shard_summary>> run() {
    std::uint64_t to_read = 0;
    for (const shard_summary& shard : of_.shards)
      to_read =
          std::max(to_read, shard_reader::memory_for(of_) * std::max<std::size_t>(shard.layers.size(), 1));
    const std::uint64_t memory = memory_or_half(selection_.memory);
    const result<unsigned> fitting =
        workers_that_fit(threads_or_all(selection_.threads), memory,
                         to_read + shard_writer::memory_for(written_) + selection_.memory_of_decision);
    if (!fitting) return tl::unexpected(fitting.error());
    const unsigned workers = available_threads(*fitting, warning_of(monitor_));
    memory_to_read_ = (memory - memory_of_program) / workers - selection_.memory_of_decision;
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, workers);
    tbb::task_arena arena(static_cast<int>(workers));
    std::vector<result<shard_summary>> written(of_.shards.size());
    arena.execute([&] {
      tbb::parallel_for(std::size_t{0}, of_.shards.size(), [&](std::size_t shard) {
        if (!failed_) written[shard] = copy(shard);
        if (!written[shard]) failed_ = true;
      });
    });
    for (const bool interrupted : {false, true})
      for (const result<shard_summary>& shard : written)
        if (!shard && (shard.error().code == error_code::interrupted) == interrupted)
          return tl::unexpected(shard.error());
    if (result<void> synced = to_sync_.drain(); !synced) return tl::unexpected(std::move(synced.error()));
    std::vector<shard_summary> shards;
    shards.reserve(written.size());
    for (result<shard_summary>& shard : written) shards.push_back(std::move(*shard));
    return shards;
  }

 private:
  result<shard_summary> copy(std::size_t index) {
    const std::uint32_t number = of_.only_shard.value_or(static_cast<std::uint32_t>(index));
    result<shard_reader> rows =
        shard_reader::open(selection_.directory, of_.shards[index], of_, layout_, memory_to_read_, remote_);
    if (!rows) return tl::unexpected(std::move(rows.error()));
    result<std::unique_ptr<row_decision>> decision = selection_.decide(number, selection_.memory_of_decision);
    if (!decision) return tl::unexpected(std::move(decision.error()));
    result<shard_writer> writer = shard_writer::create(selection_.to, number, written_);
    if (!writer) return tl::unexpected(std::move(writer.error()));
    std::uint64_t reported = 0;
    while (rows->next()) {
      if ((rows->lines() & (selection_rows_per_check - 1)) == 0) {
        if (failed_ || (monitor_ != nullptr && monitor_->stop))
          return tl::unexpected(error{error_code::interrupted, "interrupted"});
        report(*rows, reported);
      }
      if (!(*decision)->selects(*rows)) continue;
      const bool appended = rows->is_typed() ? writer->append(rows->values(), rows->key())
                                             : writer->append(line_of(*rows), rows->key());
      if (!appended) break;
    }
    report(*rows, reported);
    if (rows->finished())
      if (result<void> checked = rows->check().and_then([&] { return (*decision)->finish(); }); !checked)
        return tl::unexpected(std::move(checked.error()));
    return writer->finish(to_sync_);
  }

  // Returns the text row with its LF, which is the byte behind the row.
  static std::string_view line_of(shard_reader& rows) {
    const std::string_view row = rows.row();
    return {row.data(), row.size() + 1};
  }

  void report(const shard_reader& rows, std::uint64_t& reported) const {
    const std::uint64_t stored = rows.stored_bytes();
    if (monitor_ != nullptr) monitor_->stored_bytes_done += stored - reported;
    reported = stored;
  }

  const row_selection& selection_;
  const manifest& of_;
  const remote_context& remote_;
  run_monitor* monitor_;
  row_layout layout_;
  manifest written_;  // layout of the new shards
  std::uint64_t memory_to_read_ = 0;
  std::atomic<bool> failed_{false};
  sync_queue to_sync_{files_to_sync};
};

}  // namespace

result<std::vector<shard_summary>> copy_selected_rows(const row_selection& selection,
                                                      const remote_context& remote, run_monitor* monitor) {
  try {
    return selecting(selection, remote, monitor).run();
  } catch (const std::bad_alloc&) {
    return tl::unexpected(error{error_code::out_of_memory, "out of memory"});
  }
}

}  // namespace urlsieve
