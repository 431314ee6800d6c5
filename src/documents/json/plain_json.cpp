#include "src/documents/json/plain_json.hpp"

#include <simdjson.h>

#include <bit>

#include "src/text/json/json_escape.hpp"

namespace urlsieve {

bool plain_json::begin(std::string_view text) {
  if (text.size() > longest) return false;
  if (capacity_ < text.size() + 3) {
    // A text with few quotes never touches most memory pages of the buffer, so a generous capacity is free.
    capacity_ = std::bit_ceil(text.size() + 3);
    quotes_.reset();
    quotes_ = std::make_unique_for_overwrite<std::uint32_t[]>(capacity_);
  }
  const quote_marks marks = find_quotes(text.data(), text.size(), quotes_.get());
  if (marks.has_controls || marks.count % 2 != 0) return false;
  if (marks.has_non_ascii && !simdjson::validate_utf8(text.data(), text.size())) return false;
  if (decoded_.used() != 0) decoded_.clear();
  text_ = text;
  at_ = 0;
  depth_ = 0;
  count_ = marks.count;
  next_ = 0;
  return !text.empty();
}

bool plain_json::decode(std::string_view& text) {
  const std::size_t size =
      decode_json_escapes(text, decoded_.reserve(text.size()), invalid_escape_policy::reject);
  if (size == json_escape_error) return false;
  text = decoded_.commit(size);
  return true;
}

bool plain_json::skip() {
  std::string_view unused;
  bool is_escaped = false;
  switch (text_.data()[at_]) {
    case '"':
      return take_string(unused, is_escaped);
    case '{':
      return each_field([](std::string_view) { return true; });
    case '[':
      return each_element([] { return true; });
    case 't':
      return skip_word("true");
    case 'f':
      return skip_word("false");
    case 'n':
      return skip_word("null");
    default:
      return skip_number();
  }
}

bool plain_json::skip_word(std::string_view word) {
  if (!text_.substr(at_).starts_with(word)) return false;
  at_ += word.size();
  return true;
}

std::size_t plain_json::skip_digits() {
  const std::size_t before = at_;
  while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9') ++at_;
  return at_ - before;
}

// Reads a number (RFC 8259 section 6). The caller checks the next byte.
bool plain_json::skip_number() {
  const auto is_here = [this](char c) { return at_ < text_.size() && text_[at_] == c; };
  if (is_here('-')) ++at_;
  const std::size_t first = at_;
  const std::size_t digits = skip_digits();
  if (digits == 0 || (digits > 1 && text_[first] == '0')) return false;
  if (is_here('.')) {
    ++at_;
    if (skip_digits() == 0) return false;
  }
  if (is_here('e') || is_here('E')) {
    ++at_;
    if (is_here('+') || is_here('-')) ++at_;
    if (skip_digits() == 0) return false;
  }
  return true;
}

}  // namespace urlsieve
