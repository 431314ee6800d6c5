// Reads all inputs, merges rows by key, joins rows of the same URL, and passes each row to the writer of its
// shard. Memory does not grow with the size of the shards.
#include "src/shards/merge_step.hpp"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "src/rows/text_writer.hpp"
#include "src/rows/typed_row.hpp"
#include "src/shards/merged_row.hpp"
#include "src/shards/partition.hpp"
#include "src/shards/row_decoder.hpp"
#include "src/shards/row_layout.hpp"
#include "src/shards/row_merge.hpp"
#include "src/shards/shard_reader.hpp"
#include "urlsieve/names.hpp"

namespace urlsieve {
namespace {

// The state that inputs of the same layout share.
struct row_kind {
  row_kind(const manifest& in, const manifest& out, row_mode mode)
      : of(in),
        layout(in),
        joined(in, out, mode),
        moves(in.shard_count != out.shard_count),
        is_verbatim(in.form == out.form && in.fields == out.fields &&
                    (!moves || !layout.place(name_of(field::shard)))) {
    const bool is_decoded = in.form == row_form::parquet && out.form == row_form::parquet;
    if (mode == row_mode::typed && !is_decoded) decoder.emplace(in);
  }

  const manifest& of;
  row_layout layout;
  merged_row joined;
  std::optional<row_decoder> decoder;  // set if rows must become the typed rows of the output
  bool moves;                          // rows may belong to another shard
  bool is_verbatim;                    // rows that are not joined are written unchanged
};

class step {
 public:
  step(const merge_job& job, std::span<const merge_input> inputs, const manifest& written,
       std::span<shard_writer> writers, const merge_watch& watch)
      : job_(job),
        inputs_(inputs),
        written_(written),
        writers_(writers),
        watch_(watch),
        mode_(mode_of(*job.intermediate_layout)) {
    if (mode_ == row_mode::typed && written.form != row_form::parquet)
      texts_.emplace(written.form, row_columns(written));
  }

  result<void> run() {
    return open().and_then([this] { return merge(); });
  }

 private:
  result<void> open() {
    std::uint64_t needed = 0;
    for (const merge_input& input : inputs_) needed += memory_to_read(input, job_.block);
    spare_ = job_.memory - std::min(job_.memory, needed);
    summaries_.reserve(inputs_.size());
    readers_.reserve(inputs_.size());
    shard_access access;
    access.block = job_.block;
    access.spare = &spare_;
    access.remote = job_.remote;
    bool routed = job_.last - job_.first > 1;
    for (const merge_input& input : inputs_) {
      row_kind& kind = kind_of(input);
      routed = routed || kind.moves;
      summaries_.push_back(summary_of(input));
      access.is_intermediate = input.is_intermediate;
      access.memory = memory_for_rows(input, job_.block);
      // A reader of Parquet needs memory for whole row groups.
      if (input.of->form == row_form::parquet) access.memory += spare_ / inputs_.size();
      result<shard_reader> reader =
          shard_reader::open(*input.directory, summaries_.back(), *input.of, kind.layout, access);
      if (!reader) return tl::unexpected(std::move(reader.error()));
      readers_.push_back(std::move(*reader));
    }
    if (routed) routes_.emplace(job_.out->shard_by, job_.out->shard_count);
    return {};
  }

  row_kind& kind_of(const merge_input& input) {
    auto found = std::find_if(kinds_.begin(), kinds_.end(),
                              [&](const row_kind& kind) { return &kind.of == input.of; });
    if (found == kinds_.end()) {
      kinds_.emplace_back(*input.of, written_, mode_);
      found = std::prev(kinds_.end());
    }
    of_readers_.push_back(&*found);
    return *found;
  }

  result<void> merge() {
    row_merge rows = merge_by_key(readers_);
    for (std::uint64_t seen = 0; rows.next(); ++seen) {
      if ((seen & (rows_per_check - 1)) == 0 && !report_progress()) return merge_interrupted_error();
      if (!rows.same_key()) {
        if (!flush()) return row_error();
        pending_ = rows.index();
        continue;
      }
      // The reader of the pending row has advanced; the readers of later rows have not.
      const std::size_t first = *pending_;
      if (!joined_ && !begin_joining(first)) return contradiction_error(first);
      joined_ = true;
      const std::size_t second = rows.index();
      if (!join(of_readers_[first]->joined, second)) return contradiction_error(second);
    }
    if (!flush()) return row_error();
    report_progress();
    if (job_.exceeded_memory != nullptr &&
        std::any_of(readers_.begin(), readers_.end(),
                    [](const auto& reader) { return reader.exceeded_memory(); }))
      *job_.exceeded_memory = true;
    for (const shard_reader& reader : readers_)
      if (result<void> checked = reader.check(); !checked) return checked;
    return {};
  }

  // Replaces `row` by the typed values of a row of `reader`. Returns false for a malformed row.
  static bool decode(row_kind& kind, shard_reader& reader, bool is_previous, typed_row& row) {
    if (!reader.is_typed())
      return kind.decoder->decode(is_previous ? reader.previous_row() : reader.row(), row);
    kind.decoder->decode(is_previous ? reader.previous_values() : reader.values(), row);
    return true;
  }

  bool begin_joining(std::size_t index) {
    row_kind& kind = *of_readers_[index];
    shard_reader& reader = readers_[index];
    if (mode_ == row_mode::text) return kind.joined.begin(reader.previous_row());
    if (!kind.decoder) return kind.joined.begin(reader.previous_values());
    return decode(kind, reader, true, first_) && kind.joined.begin(first_.values());
  }

  // Adds the current row of a reader to the joined row.
  bool join(merged_row& joined, std::size_t index) {
    row_kind& kind = *of_readers_[index];
    shard_reader& reader = readers_[index];
    if (mode_ == row_mode::text) return joined.add(reader.row(), kind.joined);
    if (!kind.decoder) return joined.add(reader.values(), kind.joined);
    return decode(kind, reader, false, second_) && joined.add(second_.values(), kind.joined);
  }

  // Writes the pending row; returns false after an error, which finish() of the writer returns.
  bool flush() {
    if (!pending_) return true;
    const std::size_t index = *std::exchange(pending_, std::nullopt);
    const bool joined = std::exchange(joined_, false);
    shard_reader& reader = readers_[index];
    const std::string_view key = reader.previous_key();
    std::uint32_t shard = job_.first;
    if (routes_) {
      shard = routes_->shard(key);
      if (shard < job_.first || shard >= job_.last) return true;
    }
    shard_writer& writer = writers_.size() == 1 ? writers_[0] : writers_[shard - job_.first];
    row_kind& kind = *of_readers_[index];
    if (!joined && kind.is_verbatim) {
      if (reader.is_typed()) return writer.append(reader.previous_values(), key);
      // The byte behind the row is its LF.
      const std::string_view row = reader.previous_row();
      return writer.append({row.data(), row.size() + 1}, key);
    }
    if (!joined && !begin_joining(index)) {
      malformed_ = index;
      return false;
    }
    if (mode_ == row_mode::typed && !texts_) return writer.append(kind.joined.values(shard), key);
    row_.clear();
    if (texts_)
      texts_->append(kind.joined.values(shard), row_);
    else
      kind.joined.append(shard, row_);
    return writer.append(row_, key);
  }

  // Returns the error of a malformed row; other errors are stored in the writers.
  [[nodiscard]] result<void> row_error() const {
    if (malformed_) return contradiction_error(*malformed_);
    return {};
  }

  [[nodiscard]] result<void> contradiction_error(std::size_t reader) const {
    return tl::unexpected(
        error{error_code::cannot_read, readers_[reader].path() + " has a row that contradicts its manifest"});
  }

  bool report_progress() {
    std::uint64_t stored = 0;
    std::uint64_t rows = 0;
    for (std::size_t i = 0; i < readers_.size(); ++i) {
      if (inputs_[i].is_intermediate) continue;
      stored += readers_[i].stored_bytes();
      rows += readers_[i].lines();
    }
    if (watch_.passed)
      watch_.passed(stored - std::exchange(stored_, stored), rows - std::exchange(rows_, rows));
    return !watch_.stopped || !watch_.stopped();
  }

  const merge_job& job_;
  std::span<const merge_input> inputs_;
  const manifest& written_;
  std::span<shard_writer> writers_;
  const merge_watch& watch_;
  row_mode mode_;
  std::optional<text_writer> texts_;  // set if typed rows are written as text
  std::deque<row_kind> kinds_;
  std::vector<row_kind*> of_readers_;
  std::uint64_t spare_ = 0;
  std::vector<shard_summary> summaries_;
  std::vector<shard_reader> readers_;
  std::optional<partition> routes_;  // set if rows go to several shards
  std::optional<std::size_t> pending_;
  bool joined_ = false;  // other rows were added to the pending row
  std::optional<std::size_t> malformed_;
  typed_row first_;   // the first row of the pending URL, decoded
  typed_row second_;  // a further row of the pending URL, decoded
  std::string row_;
  std::uint64_t stored_ = 0;
  std::uint64_t rows_ = 0;
};

}  // namespace

result<void> merge_rows(const merge_job& job, std::span<const merge_input> inputs, const manifest& written,
                        std::span<shard_writer> writers, const merge_watch& watch) {
  return step(job, inputs, written, writers, watch).run();
}

}  // namespace urlsieve
