// Joins the rows of several runs for the same URL to one row: adds counts, unites sources, chooses the
// earliest and latest date, and copies all other columns from the first row. Computes missing columns that
// derive from the URL.
#ifndef URLSIEVE_SHARDS_MERGED_ROW_HPP
#define URLSIEVE_SHARDS_MERGED_ROW_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/shards/row_layout.hpp"
#include "urlsieve/field.hpp"
#include "urlsieve/manifest.hpp"

namespace urlsieve {

// Text rows keep their texts verbatim. Typed rows have the columns of row_columns().
enum class row_mode : std::uint8_t { text, typed };

// Returns typed for Parquet files, else text.
[[nodiscard]] inline row_mode mode_of(const manifest& run) {
  return run.form == row_form::parquet ? row_mode::typed : row_mode::text;
}

// The order of calls for each URL: begin(), any number of add(), values() or append(). One thread at a time
// may use an object.
class merged_row {
 public:
  // Converts rows of `in` to rows of `out`, all of them in `mode`. Copies from both manifests. Requires: `in`
  // has all columns of `out`, except for the shard, the key and columns that derive from the URL. In
  // row_mode::text, both have the same form.
  merged_row(const manifest& in, const manifest& out, row_mode mode);
  merged_row(const manifest& in, const manifest& out) : merged_row(in, out, mode_of(out)) {}

  // Begins with `row`, which must stay valid until append(). Returns false if the columns of the row do not
  // fit `in`, or if its count is not a number.
  [[nodiscard]] bool begin(std::string_view row);
  [[nodiscard]] bool begin(std::span<const row_value> row);
  // Adds another row of the same URL, in the input layout of `source`. The row may change afterwards. Sources
  // of earlier rows come first. Returns false as begin() does.
  [[nodiscard]] bool add(std::string_view row, const merged_row& source);
  [[nodiscard]] bool add(std::span<const row_value> row, const merged_row& source);

  // Returns the values of the joined row of `shard`, valid until the next begin().
  [[nodiscard]] std::span<const row_value> values(std::uint32_t shard);
  // Appends the joined row of `shard` with its LF to `out`. Requires: rows are text rows.
  void append(std::uint32_t shard, std::string& out);

 private:
  row_layout in_;
  row_layout out_;
  row_mode mode_;
  // The origin of a column of `out`: a place in `in`, a field computed from the URL, or the number of the
  // shard.
  struct origin {
    std::optional<std::size_t> place;
    field computed_field = field::url;
    bool is_shard = false;
  };
  [[nodiscard]] bool begin_joining(std::string_view url);
  [[nodiscard]] bool join(std::span<const row_value> row, const merged_row& source);
  void compute(std::string_view url);
  void unite_sources(const row_value& more);
  void choose_date(std::size_t index, const row_value& other, bool earlier);

  std::vector<origin> origins_;
  bool computes_ = false;
  std::size_t width_;  // number of columns of `in`
  std::optional<std::size_t> shard_;
  std::optional<std::size_t> count_;
  std::optional<std::size_t> sources_;  // places in `in`
  std::optional<std::size_t> first_date_;
  std::optional<std::size_t> last_date_;
  std::size_t most_sources_ = 0;
  std::vector<row_value> first_;
  std::vector<row_value> second_;
  std::vector<row_value> chosen_;
  std::vector<std::string> computed_texts_;  // storage of computed_
  std::vector<row_value> computed_;          // computed values by column of `out`
  std::string url_;
  std::string storage_;
  std::uint64_t total_ = 0;
  std::array<std::string, 2> date_texts_;  // earliest and latest date that other rows gave
  std::deque<std::string> source_texts_;   // elements of the united list that other rows gave
  std::vector<std::string_view> united_;
};

}  // namespace urlsieve

#endif
