// Workers read one input shard each, and insert its rows into the store in batches. Then workers write one
// output shard each. The place of a row in the input is its order in the store, so threads do not matter.
#include "src/datasets/store_conversion.hpp"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/partitioner.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "src/datasets/rejected_rows.hpp"
#include "src/datasets/remote_outputs.hpp"
#include "src/datasets/row_conversion.hpp"
#include "src/dedup/shard_store.hpp"
#include "src/input/lists/named_paths.hpp"
#include "src/pipeline/batches_in_flight.hpp"
#include "src/pipeline/leftover_warning.hpp"
#include "src/pipeline/memory_budget.hpp"
#include "src/pipeline/outputs/row_format.hpp"
#include "src/pipeline/outputs/stored_rows.hpp"
#include "src/pipeline/resources.hpp"
#include "src/pipeline/thread_supply.hpp"
#include "src/runs/sorted_run.hpp"
#include "src/shards/locked_directory.hpp"
#include "src/shards/merge_input.hpp"
#include "src/shards/merge_step.hpp"
#include "src/shards/output_directory.hpp"
#include "src/shards/partition.hpp"
#include "src/shards/run_counts.hpp"
#include "src/shards/shard_writer.hpp"
#include "src/url/explain/explained_rejection.hpp"
#include "urlsieve/names.hpp"
#include "urlsieve/output_options.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t rows_a_batch = 4096;
constexpr std::size_t bytes_a_batch = std::size_t{1} << 20U;

// Memory of a worker beside the reader: the rows of a batch, and their sightings.
constexpr std::uint64_t memory_of_batch = 2 * bytes_a_batch;

// Returns the options of a run that would write the rows of the output.
output_options options_of_rows(const store_conversion_job& job) {
  output_options rows;
  rows.shards = job.out.shard_count;
  rows.format = job.out.form;
  rows.key = job.out.key;
  rows.edges = job.out.edges;
  rows.fields.clear();
  for (const std::string& word : job.out.fields)
    if (const std::optional<field> name = parse_name<field>(word)) rows.fields.push_back(*name);
  return rows;
}

std::uint64_t memory_to_read(const merge_runs& runs) {
  std::vector<merge_input> inputs;
  runs.append_inputs(0, std::numeric_limits<std::uint64_t>::max(), inputs);
  std::uint64_t most = 0;
  for (const merge_input& input : inputs)
    most = std::max(most, memory_to_read(input, shard_access::largest_block));
  return most;
}

result<unsigned> choose_workers(const store_conversion_job& job) {
  const std::uint64_t memory = memory_or_half(job.options.memory);
  const std::uint64_t for_worker =
      std::max(memory_to_read(job.runs) + memory_of_batch, shard_writer::memory_for(job.out));
  const unsigned wanted = threads_or_all(job.options.threads);
  result<unsigned> fitting = workers_that_fit(wanted, memory, for_worker, job.runs.memory());
  if (!fitting) return fitting;
  // Several workers leave a quarter of the memory to the store.
  return workers_that_fit(wanted, memory - memory / 4, for_worker, job.runs.memory()).value_or(1);
}

// Returns the budget for `workers`, or for fewer if the memory does not suffice.
result<memory_budget> budget_for(unsigned& workers, const store_conversion_job& job) {
  for (;; --workers) {
    result<memory_budget> budget =
        memory_budget::of({bytes_a_batch / 16, job.options.memory, workers}, job.out.shard_count);
    if (budget || workers == 1) return budget;
  }
}

class converter {
 public:
  converter(const store_conversion_job& job, unsigned workers, memory_budget memory)
      : job_(job),

        workers_(workers),
        memory_(std::move(memory)),
        urls_(job.out, job.urls),
        rows_(options_of_rows(job), row_format::date_origin::columns),
        partition_(job.out.shard_by, job.out.shard_count),
        rejected_(conversion::most_examples) {}

  result<conversion> convert() {
    std::vector<std::string> needed = on_this_machine(job_.runs.directories());
    const std::string& temporary = job_.options.temporary;
    if (!temporary.empty()) {
      needed.push_back(temporary);
      if (result<void> found = find_directories(std::span(&temporary, 1)); !found)
        return tl::unexpected(std::move(found.error()));
    }
    result<output_directory> directory =
        output_directory::create(job_.options.output, job_.options.force, needed);
    if (!directory) return tl::unexpected(std::move(directory.error()));
    warn_of_leftovers(directory->removed(), job_.monitor);
    result<locked_directory> runs = lock_run_directory();
    if (!runs) return tl::unexpected(std::move(runs.error()));
    store_.emplace(options_of_store(runs->path().empty() ? directory->building() + "/runs" : runs->path()));
    const unsigned threads = available_threads(workers_, job_.monitor.on_warning);
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    tbb::task_arena arena(static_cast<int>(threads));
    result<conversion> done;
    arena.execute([&] { done = read().and_then([&] { return write(directory->building()); }); });
    if (!done) return done;
    store_->discard();
    if (result<void> committed = directory->commit(done->output.json()); !committed)
      return tl::unexpected(std::move(committed.error()));
    return done;
  }

 private:
  // An input shard, and the order of its first row.
  struct numbered_input {
    merge_input shard;
    std::uint64_t first = 0;
  };

  // The rows that wait for the store.
  struct batch {
    std::vector<std::vector<sighting>> parts;
    std::vector<std::uint32_t> filled;
    arena storage;
    std::size_t rows = 0;
  };

  [[nodiscard]] result<locked_directory> lock_run_directory() const {
    if (job_.options.temporary.empty()) return locked_directory();
    warn_of_leftovers(locked_directory::remove_leftovers_below(job_.options.temporary), job_.monitor);
    return locked_directory::new_directory(job_.options.temporary);
  }

  [[nodiscard]] store_options options_of_store(std::string directory) const {
    store_options store;
    store.shards = job_.out.shard_count;
    store.order = job_.out.order;
    store.columns = rows_.has_columns();
    if (const std::string* const most = job_.out.option("max_sources"); rows_.wants_sources() && most)
      store.max_sources = static_cast<std::uint32_t>(row_number(*most).value_or(0));
    store.directory = std::move(directory);
    store.set_memory = memory_.for_sets(0);
    store.merge_memory = memory_.for_merges();
    store.threads = workers_;
    return store;
  }

  // Calls `work` for each number below `count`, and returns the first error. A failed call ends the others,
  // so their errors come last.
  template <class Work>
  result<void> for_each(std::size_t count, const Work& work) {
    std::vector<result<void>> done(count);
    tbb::parallel_for(
        tbb::blocked_range<std::size_t>(0, count, 1),
        [&](const tbb::blocked_range<std::size_t>& some) {
          for (std::size_t i = some.begin(); i != some.end(); ++i) {
            if (failed_)
              done[i] = interrupted();
            else
              done[i] = guarded([&] { return work(i); });
            if (!done[i]) failed_ = true;
          }
        },
        tbb::simple_partitioner());
    for (const bool is_interrupted : {false, true})
      for (result<void>& each : done)
        if (!each && (each.error().code == error_code::interrupted) == is_interrupted) return std::move(each);
    return {};
  }

  template <class Work>
  static result<void> guarded(const Work& work) {
    try {
      return work();
    } catch (const std::bad_alloc&) {
      return tl::unexpected(error{error_code::out_of_memory, "out of memory"});
    } catch (const std::length_error&) {
      return tl::unexpected(error{error_code::not_supported, "a row is too long to be converted"});
    }
  }

  [[nodiscard]] static tl::unexpected<error> interrupted() {
    return tl::unexpected(error{error_code::interrupted, "interrupted while converting"});
  }

  result<void> read() {
    std::vector<merge_input> shards;
    job_.runs.append_inputs(0, std::numeric_limits<std::uint64_t>::max(), shards);
    std::vector<numbered_input> inputs;
    std::uint64_t first = 0;
    for (const merge_input& shard : shards) {
      inputs.push_back({shard, first});
      first += shard.shard->lines;
      job_.monitor.stored_bytes_total += shard.shard->bytes;
    }
    return for_each(inputs.size(), [&](std::size_t i) { return read_shard(inputs[i]); });
  }

  result<void> read_shard(const numbered_input& input) {
    const manifest& of = *input.shard.of;
    const row_layout layout(of);
    const shard_summary entry = summary_of(input.shard);
    shard_access access;
    access.memory =
        std::max<std::uint64_t>(memory_for_rows(input.shard, access.block), memory_.total() / 8 / workers_);
    access.remote = job_.remote;
    result<shard_reader> reader = shard_reader::open(*input.shard.directory, entry, of, layout, access);
    if (!reader) return tl::unexpected(std::move(reader.error()));
    row_conversion rows(of, job_.out, urls_);
    rejected_rows rejected(conversion::most_examples);
    batch waiting;
    waiting.parts.resize(job_.out.shard_count);
    std::uint64_t stored = 0;
    sighting converted;
    rejection why = rejection::none;
    const auto report = [&](std::uint64_t count) {
      job_.monitor.stored_bytes_done +=
          reader->stored_bytes() - std::exchange(stored, reader->stored_bytes());
      job_.monitor.unique += count;
    };
    while (reader->next()) {
      const std::uint64_t order = input.first + reader->lines() - 1;
      if (!rows.convert(*reader, order, waiting.storage, converted, why)) return contradiction(*reader);
      if (why != rejection::none)
        rejected.add(order, why, converted.count, converted.url,
                     [&] { return reader->path() + ": row " + std::to_string(reader->lines()); });
      else if (result<void> added = add(converted, *reader, waiting); !added)
        return added;
      if (++waiting.rows < rows_a_batch && waiting.storage.used() < bytes_a_batch) continue;
      report(waiting.rows);
      if (failed_ || job_.monitor.stop) return interrupted();
      if (result<void> inserted = insert(waiting); !inserted) return inserted;
    }
    report(waiting.rows);
    if (result<void> inserted = insert(waiting); !inserted) return inserted;
    const std::lock_guard lock(mutex_);
    rejected_.add(rejected);
    return reader->check();
  }

  [[nodiscard]] static tl::unexpected<error> contradiction(const shard_reader& reader) {
    return tl::unexpected(
        error{error_code::cannot_read, reader.path() + " has a row that contradicts its manifest"});
  }

  result<void> add(const sighting& converted, const shard_reader& reader, batch& waiting) {
    if (converted.count > max_count)
      return tl::unexpected(error{error_code::not_supported, reader.path() + " has a count above " +
                                                                 std::to_string(max_count) +
                                                                 ", which a conversion cannot add"});
    if (converted.url.size() >= sighting_set::max_url)
      return tl::unexpected(error{error_code::not_supported, reader.path() + " has a row that is too long"});
    const std::uint32_t shard = partition_.shard(converted.url, converted.hash);
    std::vector<sighting>& part = waiting.parts[shard];
    if (part.empty()) waiting.filled.push_back(shard);
    part.push_back(converted);
    return {};
  }

  result<void> insert(batch& waiting) {
    store_->allow(memory_.for_sets(store_->memory_in_use()));
    for (const std::uint32_t shard : waiting.filled) {
      if (result<void> inserted = store_->insert(shard, waiting.parts[shard]); !inserted) return inserted;
      waiting.parts[shard].clear();
    }
    waiting.filled.clear();
    waiting.storage.clear();
    waiting.rows = 0;
    return {};
  }

  result<conversion> write(const std::string& directory) {
    job_.monitor.shards_total = job_.out.shard_count;
    job_.monitor.writing = true;
    const std::size_t allowed = memory_.for_sets(store_->memory_in_use());
    store_->allow(allowed - std::min<std::size_t>(allowed, workers_ * shard_writer::memory_for(job_.out)));
    if (result<void> ready = store_->begin_reading(); !ready) return tl::unexpected(std::move(ready.error()));
    sync_queue to_sync(static_cast<std::size_t>(std::min<std::uint64_t>(most_open_files() / 16, 32)));
    conversion done;
    done.output = job_.out;
    done.output.shards.resize(job_.out.shard_count);
    const stored_rows_target target{job_.out, rows_, directory, to_sync};
    result<void> written = for_each(job_.out.shard_count, [&](std::size_t i) -> result<void> {
      dropped_rows none;
      result<shard_summary> shard =
          write_stored_rows(*store_, static_cast<std::uint32_t>(i), {}, target, none, job_.monitor.stop);
      if (!shard) return tl::unexpected(std::move(shard.error()));
      done.output.shards[i] = std::move(*shard);
      ++job_.monitor.shards_written;
      return {};
    });
    if (written) written = to_sync.drain();
    if (!written) return tl::unexpected(std::move(written.error()));
    for (const shard_summary& shard : done.output.shards) done.output.unique += shard.lines;
    rejected_.note(done.output);
    count_lengths(done.output);
    done.rejected_rows = rejected_.rows();
    done.rejected = rejected_.references();
    for (const rejected_rows::row& row : rejected_.first()) done.examples.push_back(described(row));
    return done;
  }

  [[nodiscard]] std::string described(const rejected_rows::row& row) const {
    const explanation why = explain_rejection(row.url, row.why, nullptr, urls_.options());
    return row.place + ": \"" + as_example(row.url, first_examples<1>::longest) +
           "\": " + explanation_text(why) + " (" + std::string(name_of(row.why)) + ')';
  }

  const store_conversion_job& job_;
  unsigned workers_;
  memory_budget memory_;
  url_renewer urls_;
  row_format rows_;
  partition partition_;
  std::optional<shard_store> store_;
  std::mutex mutex_;  // guards rejected_ while shards are read
  rejected_rows rejected_;
  std::atomic<bool> failed_{false};
};

}  // namespace

result<conversion> convert_by_store(const store_conversion_job& job) {
  result<unsigned> workers = choose_workers(job);
  if (!workers) return tl::unexpected(std::move(workers.error()));
  result<memory_budget> memory = budget_for(*workers, job);
  if (!memory) return tl::unexpected(std::move(memory.error()));
  return converter(job, *workers, std::move(*memory)).convert();
}

}  // namespace urlsieve
