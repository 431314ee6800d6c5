// The flow of one new shard, or several: readers of all old ones, a merge by key, one row for each URL, and
// the writer of the shard that it belongs to. Memory does not grow with the size of the shards.
#include "src/shards/shard_merge.hpp"

#include <cstddef>
#include <optional>
#include <utility>

#include "src/shards/durable_file.hpp"
#include "src/shards/merged_row.hpp"
#include "src/shards/partition.hpp"
#include "src/shards/row_merge.hpp"
#include "src/shards/shard_reader.hpp"
#include "src/shards/shard_writer.hpp"
#include "urlsieve/names.hpp"

namespace urlsieve {
namespace {

constexpr std::uint64_t rows_a_look = 1U << 14U;

tl::unexpected<error> interrupted() {
  return tl::unexpected(error{error_code::interrupted, "interrupted while merging"});
}

class shard_merger {
 public:
  shard_merger(const merge_job& job, const merge_watch& watch) : job_(job), watch_(watch) {}

  result<std::vector<shard_summary>> run() {
    return open()
        .and_then([this] { return pass(); })
        .and_then([this]() -> result<std::vector<shard_summary>> {
          std::vector<shard_summary> written;
          for (shard_writer& writer : writers_) {
            result<shard_summary> done = writer.finish();
            if (!done) return tl::unexpected(std::move(done.error()));
            written.push_back(std::move(*done));
          }
          return written;
        });
  }

 private:
  result<void> open() {
    const manifest& out = *job_.out;
    layouts_.reserve(job_.inputs.size());
    for (const merge_input& input : job_.inputs) {
      layouts_.emplace_back(*input.of);
      unions_.emplace_back(*input.of, out);
      result<shard_reader> reader =
          shard_reader::open(input.directory, *input.shard, *input.of, layouts_.back(), job_.memory_a_reader);
      if (!reader) return tl::unexpected(std::move(reader.error()));
      readers_.push_back(std::move(*reader));
      const bool moves = input.of->shard_count != out.shard_count;
      verbatim_.push_back(input.of->fields == out.fields &&
                          (!moves || !layouts_.back().place(name_of(field::shard))));
      if (moves) routes_.emplace(out.shard_by, out.shard_count);
    }
    for (std::uint32_t shard = job_.first; shard < job_.last; ++shard) {
      result<shard_writer> writer = shard_writer::create(job_.directory, shard, out);
      if (!writer) return tl::unexpected(std::move(writer.error()));
      writers_.push_back(std::move(*writer));
    }
    return {};
  }

  result<void> pass() {
    row_merge rows(readers_);
    for (std::uint64_t seen = 0; rows.next(); ++seen) {
      if ((seen & (rows_a_look - 1)) == 0 && !look()) return interrupted();
      if (!rows.same_key()) {
        if (!flush()) break;
        pending_ = rows.reader();
        continue;
      }
      // The reader of the row that waits has gone on; the rows that came after it have not.
      const std::size_t one = *pending_;
      if (!joined_ && !unions_[one].begin(readers_[one].previous_row())) return not_as_said(one);
      joined_ = true;
      const std::size_t other = rows.reader();
      if (!unions_[one].add(readers_[other].row(), unions_[other])) return not_as_said(other);
    }
    flush();
    if (unfit_) return not_as_said(*unfit_);
    look();
    for (const shard_reader& reader : readers_)
      if (result<void> sound = reader.check(); !sound) return sound;
    return {};
  }

  // Writes the row that waits; false: a writer failed, and its finish() will say how.
  bool flush() {
    if (!pending_) return true;
    const std::size_t one = *std::exchange(pending_, std::nullopt);
    const bool joined = std::exchange(joined_, false);
    const shard_reader& reader = readers_[one];
    const std::string_view key = reader.previous_key();
    std::uint32_t shard = job_.first;
    if (routes_) {
      shard = routes_->shard(key);
      if (shard < job_.first || shard >= job_.last) return true;
    }
    shard_writer& writer = writers_[shard - job_.first];
    const std::string_view row = reader.previous_row();
    // The LF stands behind it.
    if (!joined && verbatim_[one]) return writer.append({row.data(), row.size() + 1}, key);
    if (!joined && !unions_[one].begin(row)) {
      unfit_ = one;
      return false;
    }
    made_.clear();
    unions_[one].append(shard, made_);
    return writer.append(made_, key);
  }

  result<void> not_as_said(std::size_t reader) const {
    return tl::unexpected(error{error_code::cannot_read,
                                readers_[reader].path() + " has a row that is not as its manifest says"});
  }

  bool look() {
    std::uint64_t stored = 0;
    std::uint64_t rows = 0;
    for (const shard_reader& reader : readers_) {
      stored += reader.stored_bytes();
      rows += reader.lines();
    }
    if (watch_.passed)
      watch_.passed(stored - std::exchange(stored_, stored), rows - std::exchange(rows_, rows));
    return !watch_.stopped || !watch_.stopped();
  }

  const merge_job& job_;
  const merge_watch& watch_;
  std::vector<row_layout> layouts_;
  std::vector<merged_row> unions_;
  std::vector<bool> verbatim_;  // rows that nothing is added to are written as they are
  std::vector<shard_reader> readers_;
  std::vector<shard_writer> writers_;
  std::optional<partition> routes_;  // where rows may belong to another shard
  std::optional<std::size_t> pending_;
  bool joined_ = false;  // the row that waits has had others added to it
  std::optional<std::size_t> unfit_;
  std::string made_;
  std::uint64_t stored_ = 0;
  std::uint64_t rows_ = 0;
};

// Whether the new shard is an old one as it lies there.
bool is_copy(const merge_job& job) {
  if (job.inputs.size() != 1 || job.last - job.first != 1) return false;
  const manifest& from = *job.inputs[0].of;
  const manifest& to = *job.out;
  return from.fields == to.fields && from.form == to.form && from.packing == to.packing &&
         from.shard_count == to.shard_count;
}

// The lengths of the keys, which no manifest has of a single shard.
result<log_histogram> lengths_in(const merge_job& job, const merge_watch& watch) {
  const merge_input& input = job.inputs[0];
  const row_layout layout(*input.of);
  result<shard_reader> rows =
      shard_reader::open(input.directory, *input.shard, *input.of, layout, job.memory_a_reader);
  if (!rows) return tl::unexpected(std::move(rows.error()));
  log_histogram lengths;
  while (rows->next()) {
    lengths.add(rows->key().size());
    if ((rows->lines() & (rows_a_look - 1)) == 0 && watch.stopped && watch.stopped()) return interrupted();
  }
  return rows->check().map([&] { return lengths; });
}

result<std::vector<shard_summary>> copy_shard(const merge_job& job, const merge_watch& watch) {
  const merge_input& input = job.inputs[0];
  const row_layout layout(*input.of);
  result<shard_reader> from = shard_reader::open(input.directory, *input.shard, *input.of, layout);
  if (!from) return tl::unexpected(std::move(from.error()));
  result<durable_file> to = durable_file::create(job.directory + '/' + input.shard->name);
  if (!to) return tl::unexpected(std::move(to.error()));
  std::vector<char> block(std::size_t{1} << 20U);
  while (const std::size_t got = from->read_stored(block)) {
    if (watch.passed) watch.passed(got, 0);
    if (watch.stopped && watch.stopped()) return interrupted();
    if (result<void> written = to->write({block.data(), got}); !written)
      return tl::unexpected(std::move(written.error()));
  }
  result<void> done = from->check_file().and_then([&] { return to->close(); });
  if (!done) return tl::unexpected(std::move(done.error()));
  if (watch.passed) watch.passed(0, input.shard->lines);
  shard_summary copied = *input.shard;
  // Other processes write the other shards, by whatever way: what is joined then is each shard's own.
  if (job.out->only_shard) {
    result<log_histogram> lengths = lengths_in(job, watch);
    if (!lengths) return tl::unexpected(std::move(lengths.error()));
    copied.lengths = *lengths;
  }
  return std::vector<shard_summary>{std::move(copied)};
}

}  // namespace

result<std::vector<shard_summary>> merge_shard(const merge_job& job, const merge_watch& watch) {
  return is_copy(job) ? copy_shard(job, watch) : shard_merger(job, watch).run();
}

}  // namespace urlsieve
