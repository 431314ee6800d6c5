// What the outputs to a stream share: how URLs become rows, where rows go, and how many are wanted.
#ifndef URLSIEVE_PIPELINE_STREAM_ROWS_HPP
#define URLSIEVE_PIPELINE_STREAM_ROWS_HPP

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>

#include "src/dedup/known_url.hpp"
#include "src/pipeline/batch.hpp"
#include "src/pipeline/outputs/look_alikes.hpp"
#include "src/pipeline/outputs/row_format.hpp"
#include "src/pipeline/outputs/write_all.hpp"
#include "src/shards/partition.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

// Rows that come from memory or disk are written so many bytes at a time.
inline constexpr std::size_t rows_of_a_write = std::size_t{1} << 20;

// Rows of found URLs, with what their places in a batch have besides columns.
class row_maker {
 public:
  explicit row_maker(const output_options& options)
      : format_(options),
        wants_shard_(format_.wants(field::shard)),
        partition_(options.shard_by, options.shards),
        counts_lengths_(options.edges == edge_choice::none) {}

  [[nodiscard]] const row_format& format() const { return format_; }
  [[nodiscard]] std::uint32_t shard(std::string_view url) const {
    return wants_shard_ ? partition_.shard(url) : 0;
  }
  // The pairs of edges have no length that says anything.
  void count_length(std::size_t size, stats& counted, std::uint64_t times = 1) const {
    if (counts_lengths_) counted.lengths.add(size, times);
  }
  // Of the URL at `index` of `done`.
  void append(const batch& done, std::size_t index, std::string& out) const {
    const std::string_view url = done.found[index];
    format_.append({url, 1, done.details_of(index).columns, {}, shard(url)}, out);
  }
  // Of a URL from a set. Counts its length, too.
  void append(known_url known, similar_choice similar, stats& totals, std::string& out) const {
    if (similar != similar_choice::none) std::tie(known.url, known.columns) = taken_apart(known.columns);
    count_length(known.url.size(), totals);
    format_.append({known.url, known.count, known.columns, known.sources, shard(known.url)}, out);
  }

 private:
  row_format format_;
  bool wants_shard_;
  partition partition_;
  bool counts_lengths_;
};

// Where rows go, and whether each goes there by itself.
class row_stream {
 public:
  row_stream(const output_options& options, int stream) : stream_(stream), each_(options.line_buffered) {}
  [[nodiscard]] result<void> write(std::string_view rows) const {
    return each_ ? write_each(stream_, rows) : write_all(stream_, rows);
  }

 private:
  int stream_;
  bool each_;
};

// How many rows are still wanted.
class row_limit {
 public:
  explicit row_limit(const extract_options& options) : left_(options.filters.limit), bounded_(left_ != 0) {}

  [[nodiscard]] bool reached() const { return reached_; }
  [[nodiscard]] bool is_bounded() const { return bounded_; }
  [[nodiscard]] std::uint64_t left() const { return left_; }

  // One more row goes out. REQUIRES: bounded and not reached.
  void take() {
    if (--left_ == 0) reached_ = true;
  }

 private:
  std::uint64_t left_;
  bool bounded_;
  std::atomic<bool> reached_{false};
};

}  // namespace urlsieve

#endif
