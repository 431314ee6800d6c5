#include "src/shards/shard_merge.hpp"

#include <unistd.h>

#include <cstddef>
#include <deque>
#include <iterator>
#include <span>
#include <utility>

#include "src/shards/durable_file.hpp"
#include "src/shards/filter_file.hpp"
#include "src/shards/merge_step.hpp"
#include "src/shards/shard_names.hpp"
#include "src/shards/shard_writer.hpp"

namespace urlsieve {
namespace {

class shard_merger {
 public:
  shard_merger(const merge_job& job, const merge_watch& watch, sync_queue& queue)
      : job_(job), watch_(watch), queue_(queue) {}
  shard_merger(const shard_merger&) = delete;
  shard_merger& operator=(const shard_merger&) = delete;
  ~shard_merger() { remove_intermediates(inputs_); }

  result<std::vector<shard_summary>> run() {
    inputs_ = job_.inputs;
    for (const std::vector<std::size_t>& level : job_.tree.levels)
      if (result<void> done = reduce(level); !done) return tl::unexpected(std::move(done.error()));
    return write();
  }

 private:
  // Replaces each group of a level by its intermediate rows.
  result<void> reduce(const std::vector<std::size_t>& level) {
    for (std::size_t at = 0; const std::size_t size : level) {
      const std::span<merge_input> group = std::span(inputs_).subspan(at, size);
      if (size > 1) {
        const result<merge_input> intermediate = merge_group(group);
        if (!intermediate) return tl::unexpected(intermediate.error());
        remove_intermediates(group);
        // The rest of the group is removed at the end of the level.
        for (merge_input& input : group) input.of = nullptr;
        group[0] = *intermediate;
      }
      at += size;
    }
    std::erase_if(inputs_, [](const merge_input& input) { return input.of == nullptr; });
    return {};
  }

  result<merge_input> merge_group(std::span<const merge_input> group) {
    const std::uint32_t number = (*job_.next_intermediate)++;
    result<shard_writer> writer =
        shard_writer::create(job_.scratch, intermediate_name(number), job_.intermediate_layout->packing);
    if (!writer) return tl::unexpected(std::move(writer.error()));
    stored_.emplace_back();
    const merge_input intermediate{job_.intermediate_layout, &job_.scratch, &stored_.back(), number, true};
    result<void> merged = merge_rows(job_, group, *job_.intermediate_layout, std::span(&*writer, 1), watch_);
    result<shard_summary> written = merged ? writer->finish_unsynced() : tl::unexpected(merged.error());
    if (written) {
      stored_.back() = stored_of(*written);
      return intermediate;
    }
    remove_intermediates(std::span(&intermediate, 1));
    return tl::unexpected(std::move(written.error()));
  }

  void remove_intermediates(std::span<const merge_input> inputs) const noexcept {
    for (const merge_input& input : inputs)
      if (input.of != nullptr && input.is_intermediate)
        ::unlink((job_.scratch + '/' + intermediate_name(input.number)).c_str());
  }

  result<std::vector<shard_summary>> write() {
    result<std::vector<shard_summary>> written = write_shards();
    if (!written)
      for (std::uint32_t shard = job_.first; shard < job_.last; ++shard) remove_files(shard);
    return written;
  }

  void remove_files(std::uint32_t shard) const {
    const std::string name = shard_file_name(shard, *job_.out);
    ::unlink((job_.directory + '/' + name).c_str());
    if (job_.out->filter_bits != 0) ::unlink((job_.directory + '/' + filter_file_name(name)).c_str());
  }

  result<std::vector<shard_summary>> write_shards() {
    std::vector<shard_writer> writers;
    for (std::uint32_t shard = job_.first; shard < job_.last; ++shard) {
      result<shard_writer> writer = shard_writer::create(job_.directory, shard, *job_.out);
      if (!writer) return tl::unexpected(std::move(writer.error()));
      writers.push_back(std::move(*writer));
    }
    if (result<void> merged = merge_rows(job_, inputs_, *job_.out, writers, watch_); !merged)
      return tl::unexpected(std::move(merged.error()));
    std::vector<shard_summary> written;
    for (shard_writer& writer : writers) {
      result<shard_summary> done = writer.finish(queue_);
      if (!done) return tl::unexpected(std::move(done.error()));
      written.push_back(std::move(*done));
    }
    return written;
  }

  const merge_job& job_;
  const merge_watch& watch_;
  sync_queue& queue_;
  std::vector<merge_input> inputs_;
  std::deque<stored_shard> stored_;  // sizes of intermediate rows; inputs_ points here
};

// Returns true if the new shard is a byte copy of the single input.
bool is_copy(const merge_job& job) {
  if (job.whole == nullptr || job.inputs.size() != 1 || job.last - job.first != 1) return false;
  const manifest& from = *job.inputs[0].of;
  const manifest& to = *job.out;
  return from.fields == to.fields && from.form == to.form && from.packing == to.packing &&
         from.shard_count == to.shard_count && to.filter_bits == 0;
}

// Returns the histogram of key lengths of the input, because a manifest has only the histogram of all shards.
result<log_histogram> lengths_in(const merge_job& job, const merge_watch& watch) {
  const merge_input& input = job.inputs[0];
  const row_layout layout(*input.of);
  result<shard_reader> rows = shard_reader::open(*input.directory, *job.whole, *input.of, layout,
                                                 shard_reader::default_memory, job.remote);
  if (!rows) return tl::unexpected(std::move(rows.error()));
  log_histogram lengths;
  while (rows->next()) {
    lengths.add(rows->key().size());
    if ((rows->lines() & (rows_per_check - 1)) == 0 && watch.stopped && watch.stopped())
      return merge_interrupted_error();
  }
  return rows->check().map([&] { return lengths; });
}

result<std::vector<shard_summary>> copy_shard(const merge_job& job, const merge_watch& watch,
                                              sync_queue& queue) {
  const merge_input& input = job.inputs[0];
  const row_layout layout(*input.of);
  result<shard_reader> from = shard_reader::open(*input.directory, *job.whole, *input.of, layout,
                                                 shard_reader::default_memory, job.remote);
  if (!from) return tl::unexpected(std::move(from.error()));
  std::string name = shard_file_name(job.first, *job.out);
  result<durable_file> to = create_shard_folder(job.directory, name).and_then([&] {
    return durable_file::create(job.directory + '/' + name);
  });
  if (!to) return tl::unexpected(std::move(to.error()));
  std::vector<char> block(std::size_t{1} << 20U);
  while (const std::size_t got = from->read_stored(block)) {
    if (watch.passed) watch.passed(got, 0);
    if (watch.stopped && watch.stopped()) return merge_interrupted_error();
    if (result<void> written = to->write({block.data(), got}); !written)
      return tl::unexpected(std::move(written.error()));
  }
  result<void> done = from->check_file().and_then([&] { return queue.add(std::move(*to)); });
  if (!done) return tl::unexpected(std::move(done.error()));
  if (watch.passed) watch.passed(0, job.whole->lines);
  shard_summary copied = *job.whole;
  copied.name = std::move(name);
  copied.filter = {};  // only the shard is copied
  // Other processes write the other shards, and the final manifest adds the histograms of single shards.
  if (job.out->only_shard) {
    result<log_histogram> lengths = lengths_in(job, watch);
    if (!lengths) return tl::unexpected(std::move(lengths.error()));
    copied.lengths = *lengths;
  }
  return std::vector<shard_summary>{std::move(copied)};
}

}  // namespace

result<std::vector<shard_summary>> merge_shard(const merge_job& job, const merge_watch& watch,
                                               sync_queue& queue) {
  return is_copy(job) ? copy_shard(job, watch, queue) : shard_merger(job, watch, queue).run();
}

}  // namespace urlsieve
