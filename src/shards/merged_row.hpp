// Joins the rows of several runs for the same URL to one row: adds counts, unites sources, and copies all
// other columns from the first row. Computes missing columns that derive from the URL.
#ifndef URLSIEVE_SHARDS_MERGED_ROW_HPP
#define URLSIEVE_SHARDS_MERGED_ROW_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/shards/row_layout.hpp"
#include "urlsieve/manifest.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

// The order of calls for each URL: begin(), any number of add(), append().
class merged_row {
 public:
  // Converts rows of `in` to rows of `out`. Both must outlive the object. Requires: `in` has all columns of
  // `out`, except for columns that derive from the URL.
  merged_row(const manifest& in, const manifest& out);

  // Begins with `row`, which must stay valid until append(). Returns false if the columns of the row do not
  // fit `in`, or if its count is not a number.
  [[nodiscard]] bool begin(std::string_view row);
  // Adds another row of the same URL, in the input layout of `its`. The row may change afterwards. Sources of
  // earlier rows come first. Returns false as begin() does.
  [[nodiscard]] bool add(std::string_view row, const merged_row& its);

  // Appends the joined row of `shard` with its LF to `out`.
  void append(std::uint32_t shard, std::string& out);

 private:
  row_layout in_;
  row_layout out_;
  // The origin of a field of `out`: a place in `in`, or a field computed from the URL.
  struct origin {
    std::optional<std::size_t> place;
    field made = field::url;
  };
  void make(std::string_view row);

  std::vector<origin> origins_;
  bool makes_ = false;
  std::optional<std::size_t> shard_;
  std::optional<std::size_t> count_;
  std::optional<std::size_t> sources_;  // places in `in`
  std::size_t most_sources_ = 0;
  row_values first_;
  row_values other_;
  row_values chosen_;
  std::vector<std::string> made_;  // computed values by field of `out`; empty for copied fields
  std::string url_;
  std::string room_;
  std::uint64_t total_ = 0;
  std::string united_;
  std::string numbers_[2];
};

}  // namespace urlsieve

#endif
