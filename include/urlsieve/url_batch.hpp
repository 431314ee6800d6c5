// Many found URLs as columns, one after the other, which other languages and Arrow take as they lie.
#ifndef URLSIEVE_URL_BATCH_HPP
#define URLSIEVE_URL_BATCH_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "urlsieve/error.hpp"
#include "urlsieve/fields.hpp"
#include "urlsieve/options.hpp"
#include "urlsieve/sieved_url.hpp"

namespace urlsieve {

// Whether a column tells what surrounds a link, which is noted only with link_options::note_context.
[[nodiscard]] constexpr bool needs_context(field name) {
  return name == field::rel || name == field::text;
}

// The values of a column, one behind the other: number i are the bytes from ends[i] to ends[i + 1] (Arrow's
// large_utf8). A number is kept in `numbers` instead. A value that is absent is empty, or 0.
struct batch_column {
  field name = field::url;
  std::string bytes;
  std::vector<std::uint64_t> ends{0};
  std::vector<std::uint64_t> numbers;
  std::vector<std::uint8_t> present;  // where one may be absent: bit i of them all, lowest first, is row i

  [[nodiscard]] bool is_number() const { return kind_of(name) == field_kind::number; }
  [[nodiscard]] bool is_nullable() const { return may_be_absent(name); }
  [[nodiscard]] bool is_null(std::size_t row) const {
    return is_nullable() && ((present[row / 8] >> (row % 8)) & 1U) == 0;
  }
  [[nodiscard]] std::string_view text(std::size_t row) const {
    return std::string_view(bytes).substr(ends[row], ends[row + 1] - ends[row]);
  }
};

class url_batch {
 public:
  // The columns that a reference has when it is met: all but shard, count, sources and resolved, for which
  // error_code::usage is given. `key` is the sort-friendly form, `flags` are names with commas between.
  [[nodiscard]] static result<url_batch> with(std::span<const field> columns);

  void add(const sieved_url& found);
  void clear();

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::span<const batch_column> columns() const { return columns_; }
  // Null: it is not one of them.
  [[nodiscard]] const batch_column* column(field name) const;

 private:
  std::vector<batch_column> columns_;
  std::size_t size_ = 0;
};

}  // namespace urlsieve

#endif
