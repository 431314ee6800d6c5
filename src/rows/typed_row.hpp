// A row of typed values, with storage for values that are stored nowhere else. Objects are reused from row to
// row, so that rows allocate nothing.
#ifndef URLSIEVE_ROWS_TYPED_ROW_HPP
#define URLSIEVE_ROWS_TYPED_ROW_HPP

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "src/rows/row_value.hpp"
#include "src/text/arena.hpp"

namespace urlsieve {

class typed_row {
 public:
  // Removes all values, and invalidates their storage.
  void clear() {
    values_.clear();
    storage_.clear();
    lists_used_ = 0;
  }

  // Appends the value of the next column, whose bytes must outlive the row.
  void add(const row_value& value) { values_.push_back(value); }
  // Appends a copy of `text`.
  void add_copy(std::string_view text) { add(row_value::of_text(storage_.copy(text))); }

  // Returns the storage of the row, which clear() empties.
  [[nodiscard]] arena& storage() { return storage_; }

  // Returns an empty list for the elements of a value. The list is valid until clear().
  [[nodiscard]] std::vector<std::string_view>& new_list() {
    if (lists_used_ == lists_.size()) lists_.emplace_back();
    lists_[lists_used_].clear();
    return lists_[lists_used_++];
  }

  [[nodiscard]] std::span<const row_value> values() const { return values_; }

 private:
  std::vector<row_value> values_;
  // Small, because a merge holds two rows a reader.
  arena storage_{std::size_t{1} << 10U};
  std::vector<std::vector<std::string_view>> lists_;  // elements keep their place if the outer vector grows
  std::size_t lists_used_ = 0;
};

}  // namespace urlsieve

#endif
