// Components that all stream outputs share: formatting rows, writing rows, and the limit of rows.
#ifndef URLSIEVE_PIPELINE_STREAM_ROWS_HPP
#define URLSIEVE_PIPELINE_STREAM_ROWS_HPP

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "src/pipeline/batch.hpp"
#include "src/pipeline/outputs/near_duplicates.hpp"
#include "src/pipeline/outputs/row_format.hpp"
#include "src/pipeline/outputs/write_all.hpp"
#include "src/runs/sorted_run.hpp"
#include "src/shards/partition.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/output_options.hpp"

namespace urlsieve {

// Bytes per write for rows that come from memory or disk.
inline constexpr std::size_t bytes_of_a_write = std::size_t{1} << 20;

// Makes rows of found URLs, with the columns at their places in a batch.
class row_maker {
 public:
  explicit row_maker(const output_options& options)
      : format_(options),
        wants_shard_(format_.wants(field::shard)),
        partition_(shard_key_of(options), options.shards),
        counts_lengths_(options.edges == edge_choice::none) {}

  [[nodiscard]] const row_format& format() const { return format_; }
  [[nodiscard]] std::uint32_t shard(std::string_view url) const {
    return wants_shard_ ? partition_.shard(url) : 0;
  }
  // Counts the length of a URL. Pairs of edges are not counted: their length has no meaning.
  void count_length(std::size_t size, stats& counted, std::uint64_t times = 1) const {
    if (counts_lengths_) counted.lengths.add(size, times);
  }
  // Appends the row of the URL at `index` of `done`, as append() below.
  void append(const batch& done, std::size_t index, typed_row& scratch, std::string& out) const {
    const std::string_view url = done.found[index];
    format_.append({url, done.count_of(index), done.details_of(index).columns, {}, shard(url)}, scratch, out);
  }
  // Appends the row of a URL from a set, and counts its length. `scratch` is overwritten.
  void append(known_url known, dedup_choice dedup_by, stats& totals, typed_row& scratch,
              std::string& out) const {
    if (dedup_by != dedup_choice::url) std::tie(known.url, known.columns) = split_pair(known.columns);
    count_length(known.url.size(), totals);
    format_.append({known.url, known.count, known.columns, known.sources, shard(known.url)}, scratch, out);
  }

 private:
  row_format format_;
  bool wants_shard_;
  partition partition_;
  bool counts_lengths_;
};

// Writes rows to the stream, together or each by a write of its own, behind the header if there is to be one.
class row_stream {
 public:
  row_stream(const output_options& options, const row_format& rows, int stream)
      : stream_(stream), form_(rows.form()), each_(options.line_buffered) {
    if (options.header) rows.append_header(header_);
  }
  [[nodiscard]] result<void> write(std::string_view rows) {
    if (!header_.empty() && !rows.empty())
      if (result<void> written = finish(); !written) return written;
    return each_ ? write_each(stream_, rows, form_) : write_all(stream_, rows);
  }
  // Writes the header if no row was written.
  [[nodiscard]] result<void> finish() { return write_all(stream_, std::exchange(header_, {})); }

 private:
  int stream_;
  row_form form_;
  bool each_;
  std::string header_;  // pending
};

// The number of rows that are still wanted. reached() is thread-safe; one thread at a time may call the other
// functions.
class row_limit {
 public:
  // `limit`: filter_options::limit; 0: none.
  explicit row_limit(std::uint64_t limit) : left_(limit), bounded_(limit != 0) {}

  [[nodiscard]] bool reached() const { return reached_; }
  [[nodiscard]] bool is_bounded() const { return bounded_; }
  [[nodiscard]] std::uint64_t left() const { return left_; }

  // Counts a row that is written. Requires: is_bounded(), and not reached().
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
