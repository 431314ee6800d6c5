// A batch of extracted URLs in columns, in a layout that Arrow and other languages use without copying.
#ifndef URLSIEVE_URL_BATCH_HPP
#define URLSIEVE_URL_BATCH_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "urlsieve/error.hpp"
#include "urlsieve/field.hpp"
#include "urlsieve/fields.hpp"
#include "urlsieve/sieved_url.hpp"

namespace urlsieve {

// The values of a column. Text i is stored from ends[i] to ends[i + 1] of `bytes` (Arrow's large_utf8).
// Numbers are stored in `numbers` instead. An absent value is empty, or 0.
struct batch_column {
  field name = field::url;
  std::string bytes;
  std::vector<std::uint64_t> ends{0};
  std::vector<std::uint64_t> numbers;
  std::vector<std::uint8_t> present;  // for a nullable column: validity bitmap, lowest bit first

  [[nodiscard]] bool is_number() const { return kind_of(name) == field_kind::number; }
  [[nodiscard]] bool is_nullable() const { return may_be_absent(name); }
  [[nodiscard]] bool is_null(std::size_t row) const {
    return is_nullable() && ((present[row / 8] >> (row % 8)) & 1U) == 0;
  }
  // Returns the text of a row, valid until the batch changes. Requires: !is_number(), and `row` is below the
  // size of the batch, as for is_null().
  [[nodiscard]] std::string_view text(std::size_t row) const {
    return std::string_view(bytes).substr(ends[row], ends[row + 1] - ends[row]);
  }
};

class url_batch {
 public:
  // Returns an empty batch with `columns`, in their order. The columns shard, count, sources and resolved are
  // unavailable (error_code::usage), and there must be at least one column. `key` is the SURT; `flags` are
  // names separated by commas.
  [[nodiscard]] static result<url_batch> with(std::span<const field> columns);

  // Appends a row with copies of the values. Throws std::bad_alloc; the batch must then be cleared.
  void add(const sieved_url& found);
  // Removes all rows but keeps the columns and the memory.
  void clear();

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::span<const batch_column> columns() const { return columns_; }
  // Returns the first column `name`, or null if the batch lacks the column.
  [[nodiscard]] const batch_column* column(field name) const;

 private:
  std::vector<batch_column> columns_;
  std::size_t size_ = 0;
};

}  // namespace urlsieve

#endif
