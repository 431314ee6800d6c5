#include "src/shards/json_writer.hpp"

#include <utility>

namespace urlsieve {
namespace {

// How many bytes the well-formed UTF-8 character at the front of `text` has (Unicode table 3-7); 0:
// ill-formed.
std::size_t character_size(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const auto within = [](unsigned value, unsigned low, unsigned high) {
    return value >= low && value <= high;
  };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  std::size_t size = 0;
  if (within(lead, 0xC2, 0xDF)) size = 2;
  if (within(lead, 0xE0, 0xEF)) size = 3;
  if (within(lead, 0xF0, 0xF4)) size = 4;
  for (std::size_t i = 1; i < size; ++i) {
    if (!within(byte(i), 0x80, 0xBF)) return 0;
  }
  const bool too_long = (lead == 0xE0 && byte(1) < 0xA0) || (lead == 0xF0 && byte(1) < 0x90);
  const bool no_scalar = (lead == 0xED && byte(1) > 0x9F) || (lead == 0xF4 && byte(1) > 0x8F);
  return too_long || no_scalar ? 0 : size;
}

}  // namespace

json_writer& json_writer::key(std::string_view name) {
  separate();
  quote(name);
  out_ += ": ";
  after_key_ = true;
  return *this;
}

void json_writer::value(std::string_view text) {
  separate();
  quote(text);
}

void json_writer::value(std::uint64_t number) {
  separate();
  out_ += std::to_string(number);
}

void json_writer::value(bool truth) {
  separate();
  out_ += truth ? "true" : "false";
}

std::string json_writer::take() {
  out_ += '\n';
  return std::move(out_);
}

void json_writer::begin(char bracket, bool on_one_line) {
  separate();
  out_ += bracket;
  ++depth_;
  first_ = true;
  if (on_one_line && one_line_depth_ == 0) one_line_depth_ = depth_;
}

void json_writer::end(char bracket) {
  const bool on_one_line = one_line_depth_ != 0;
  if (one_line_depth_ == depth_) one_line_depth_ = 0;
  --depth_;
  if (!first_ && !on_one_line) out_.append(1, '\n').append(2 * depth_, ' ');
  out_ += bracket;
  first_ = false;
}

void json_writer::separate() {
  if (std::exchange(after_key_, false)) return;
  if (!first_) out_ += ',';
  if (depth_ != 0 && one_line_depth_ == 0) {
    out_.append(1, '\n').append(2 * depth_, ' ');
  } else if (!first_) {
    out_ += ' ';
  }
  first_ = false;
}

void json_writer::quote(std::string_view text) {
  out_ += '"';
  while (!text.empty()) {
    const auto lead = static_cast<unsigned char>(text.front());
    const std::size_t size = character_size(text);
    if (lead == '"' || lead == '\\') {
      out_.append(1, '\\').append(1, text.front());
    } else if (lead < 0x20 || lead == 0x7F) {
      out_.append("\\u00")
          .append(1, "0123456789abcdef"[lead >> 4U])
          .append(1, "0123456789abcdef"[lead & 15U]);
    } else if (size == 0) {
      out_ += "\\ufffd";
    } else {
      out_.append(text.substr(0, size));
    }
    text.remove_prefix(size == 0 ? 1 : size);
  }
  out_ += '"';
}

}  // namespace urlsieve
