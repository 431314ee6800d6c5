// Values of columns, and a row of values with storage for values that are stored nowhere else.
#ifndef URLSIEVE_ROWS_TYPED_ROW_HPP
#define URLSIEVE_ROWS_TYPED_ROW_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "src/text/arena.hpp"

namespace urlsieve {

// The value of a column in a row: absent, a number, a text, or a list of texts. A value does not own its
// bytes.
class row_value {
 public:
  enum class form : std::uint8_t { absent, number, text, list };

  constexpr row_value() : number_(0) {}

  [[nodiscard]] static row_value of_number(std::uint64_t number) {
    row_value value;
    value.form_ = form::number;
    value.number_ = number;
    return value;
  }
  [[nodiscard]] static row_value of_text(std::string_view text) {
    row_value value;
    value.form_ = form::text;
    value.bytes_ = text.data();
    value.size_ = text.size();
    return value;
  }
  // Returns an absent value for a view with null data.
  [[nodiscard]] static row_value of_text_if_there(std::string_view text) {
    return text.data() == nullptr ? row_value() : of_text(text);
  }
  [[nodiscard]] static row_value of_list(std::span<const std::string_view> elements) {
    row_value value;
    value.form_ = form::list;
    value.elements_ = elements.data();
    value.size_ = elements.size();
    return value;
  }

  [[nodiscard]] form kind() const { return form_; }

  // Return the value. Requires: a value of this form; an absent value is an empty text and an empty list.
  [[nodiscard]] std::uint64_t number() const { return number_; }
  [[nodiscard]] std::string_view text() const {
    return form_ == form::absent ? std::string_view() : std::string_view(bytes_, size_);
  }
  [[nodiscard]] std::span<const std::string_view> elements() const {
    return form_ == form::absent ? std::span<const std::string_view>() : std::span(elements_, size_);
  }

  friend bool operator==(const row_value& a, const row_value& b) {
    if (a.form_ != b.form_) return false;
    if (a.form_ == form::number) return a.number_ == b.number_;
    if (a.form_ == form::text) return a.text() == b.text();
    return a.form_ == form::absent || std::ranges::equal(a.elements(), b.elements());
  }

 private:
  union {
    std::uint64_t number_;
    const char* bytes_;
    const std::string_view* elements_;
  };
  std::size_t size_ = 0;
  form form_ = form::absent;
};

// A row of values. One object holds row after row, so that rows allocate nothing.
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
