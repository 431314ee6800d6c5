// Goes through JSON that is written as programs mostly write it: in UTF-8, without line ends and TABs. It
// gives up at whatever it does not know for sure, and then the exact parser reads the text; where it does
// not, both find the same.
#ifndef URLSIEVE_DOCUMENTS_PLAIN_JSON_HPP
#define URLSIEVE_DOCUMENTS_PLAIN_JSON_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "src/text/arena.hpp"
#include "src/text/quote_scan.hpp"

namespace urlsieve {

// A cursor in the text. Functions return false where it gives up, and then nothing else may be asked.
class plain_json {
 public:
  // Larger texts are not for it: should they hold nothing but quotes, its map takes four times their memory.
  static constexpr std::size_t longest = std::size_t{4} << 20U;

  // To the beginning of `text`, which is one value. REQUIRES: 64 readable bytes after its end.
  [[nodiscard]] bool begin(std::string_view text);

  // Behind the value that begin() saw, was that all?
  [[nodiscard]] bool at_end() const { return at_ == text_.size(); }

  [[nodiscard]] bool is_object() const { return text_.data()[at_] == '{'; }
  [[nodiscard]] bool is_array() const { return text_.data()[at_] == '['; }
  [[nodiscard]] bool is_string() const { return text_.data()[at_] == '"'; }

  // The string that stands here: a view of the text, or of memory that lives until the next begin().
  [[nodiscard]] bool read_string(std::string_view& found) {
    bool is_escaped = false;
    return take_string(found, is_escaped) && (!is_escaped || decode(found));
  }

  // Passes over the value that stands here.
  [[nodiscard]] bool skip();

  // Calls use(key) at the value of each field of the object that stands here; what it leaves is passed over.
  template <class Use>
  [[nodiscard]] bool each_field(Use&& use) {
    return each_written_field(
        [&](std::string_view key, bool is_escaped) { return (!is_escaped || decode(key)) && use(key); });
  }

  // The same, use(key, is_escaped), with the key as it is written.
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

  // The same of the elements of an array.
  template <class Use>
  [[nodiscard]] bool each_element(Use&& use) {
    return each(']', [&] {
      const std::size_t value = at_;
      return use() && (at_ != value || skip());
    });
  }

 private:
  static constexpr unsigned max_depth = 64;

  // What stands between brackets, with commas between.
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

  // Its quotes are those that the map has next, of which there is an even number. None stands where a
  // backslash is outside of a string, as its place is no place of the text then.
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
  std::size_t room_ = 0;  // of quotes_
  std::size_t count_ = 0;
  std::size_t next_ = 0;  // of the quotes
  arena decoded_;
};

}  // namespace urlsieve

#endif
