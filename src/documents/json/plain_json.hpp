// A fast reader for JSON in the form that programs usually write: UTF-8 without line ends and TABs. It gives
// up on any text that it cannot read with certainty, and the caller then uses the exact parser. Otherwise
// both return the same results.
#ifndef URLSIEVE_DOCUMENTS_PLAIN_JSON_HPP
#define URLSIEVE_DOCUMENTS_PLAIN_JSON_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "src/text/arena.hpp"
#include "src/text/scan/quote_scan.hpp"

namespace urlsieve {

// A cursor in the text. Functions return false when they give up; afterwards only begin() may be called.
class plain_json {
 public:
  // The largest text in bytes; begin() gives up on a larger text. The limit bounds the map of quotes, which
  // takes four bytes for each quote.
  static constexpr std::size_t longest = std::size_t{4} << 20U;

  // Moves to the start of `text`, which is one value. Requires: 64 readable bytes after its end.
  [[nodiscard]] bool begin(std::string_view text);

  // Returns true if nothing follows the value.
  [[nodiscard]] bool at_end() const { return at_ == text_.size(); }

  // Return true if the value at the cursor is of this type. Requires: the cursor is at a value.
  [[nodiscard]] bool is_object() const { return text_.data()[at_] == '{'; }
  [[nodiscard]] bool is_array() const { return text_.data()[at_] == '['; }
  [[nodiscard]] bool is_string() const { return text_.data()[at_] == '"'; }

  // Reads the string at the cursor. `found` points into the text, or into memory valid until the next
  // begin().
  [[nodiscard]] bool read_string(std::string_view& found) {
    bool is_escaped = false;
    return take_string(found, is_escaped) && (!is_escaped || decode(found));
  }

  // Skips the value at the cursor.
  [[nodiscard]] bool skip();

  // Calls use(key) at the value of each field of the object at the cursor. Skips values that `use` does not
  // read. `use` returns false to give up. Requires: is_object().
  template <class Use>
  [[nodiscard]] bool each_field(Use&& use) {
    return each_written_field(
        [&](std::string_view key, bool is_escaped) { return (!is_escaped || decode(key)) && use(key); });
  }

  // Like each_field(), with use(key, is_escaped) and the key as written.
  template <class Use>
  [[nodiscard]] bool each_written_field(Use&& use) {
    return each('}', [&] {
      std::string_view key;
      bool is_escaped = false;
      if (!take_string(key, is_escaped)) return false;
      skip_blanks();
      if (text_.data()[at_] != ':') return false;
      ++at_;
      skip_blanks();
      const std::size_t value = at_;
      return use(key, is_escaped) && (at_ != value || skip());
    });
  }

  // Calls use() at each element of the array at the cursor. Skips elements that `use` does not read. `use`
  // returns false to give up. Requires: is_array().
  template <class Use>
  [[nodiscard]] bool each_element(Use&& use) {
    return each(']', [&] {
      const std::size_t value = at_;
      return use() && (at_ != value || skip());
    });
  }

 private:
  static constexpr unsigned max_depth = 64;

  // Reads a list in brackets, separated by commas, up to `close`.
  template <class Take>
  [[nodiscard]] bool each(char close, Take&& take) {
    if (++depth_ > max_depth) return false;
    ++at_;
    skip_blanks();
    if (text_.data()[at_] != close) {
      while (true) {
        if (at_ >= text_.size() || !take()) return false;
        skip_blanks();
        const char next = text_.data()[at_];
        if (next == close) break;
        if (next != ',') return false;
        ++at_;
        skip_blanks();
      }
    }
    ++at_;
    --depth_;
    return at_ <= text_.size();
  }

  void skip_blanks() {
    while (text_.data()[at_] == ' ' && at_ < text_.size()) ++at_;
  }

  // Takes the string at the cursor: the next two quotes of the map, whose number is even. An opening quote
  // behind a backslash carries the mark quote_behind_backslash, so it equals no position and the reader gives
  // up.
  [[nodiscard]] bool take_string(std::string_view& found, bool& is_escaped) {
    if (next_ == count_ || quotes_[next_] != at_) return false;
    const std::uint32_t last = quotes_[next_ + 1];
    const std::size_t close = last & ~quote_behind_backslash;
    is_escaped = close != last;
    found = std::string_view(text_.data() + at_ + 1, close - at_ - 1);
    next_ += 2;
    at_ = close + 1;
    return true;
  }
  [[nodiscard]] bool decode(std::string_view& text);
  [[nodiscard]] bool skip_number();
  [[nodiscard]] bool skip_word(std::string_view word);
  std::size_t skip_digits();

  std::string_view text_;
  std::size_t at_ = 0;
  unsigned depth_ = 0;
  std::unique_ptr<std::uint32_t[]> quotes_;
  std::size_t capacity_ = 0;  // capacity of quotes_
  std::size_t count_ = 0;
  std::size_t next_ = 0;  // index of the next quote
  arena decoded_;
};

}  // namespace urlsieve

#endif
