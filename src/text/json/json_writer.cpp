// The separator of two values (comma, line end, indentation) is written before the later value, when the
// value is known to exist.
#include "src/text/json/json_writer.hpp"

#include <utility>

#include "src/text/json/json_string.hpp"

namespace urlsieve {

json_writer& json_writer::key(std::string_view name) {
  separate();
  append_json_string(name, out_);
  out_ += ": ";
  after_key_ = true;
  return *this;
}

void json_writer::value(std::string_view text) {
  separate();
  append_json_string(text, out_);
}

void json_writer::value(std::uint64_t number) {
  separate();
  out_ += std::to_string(number);
}

void json_writer::value(bool truth) {
  separate();
  out_ += truth ? "true" : "false";
}

void json_writer::null() {
  separate();
  out_ += "null";
}

void json_writer::verbatim(std::string_view json) {
  separate();
  out_ += json;
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

}  // namespace urlsieve
