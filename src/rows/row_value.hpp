// The value of a column in a row: absent, a number, a text, or a list of texts. A value does not own its
// bytes.
#ifndef URLSIEVE_ROWS_ROW_VALUE_HPP
#define URLSIEVE_ROWS_ROW_VALUE_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace urlsieve {

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

}  // namespace urlsieve

#endif
