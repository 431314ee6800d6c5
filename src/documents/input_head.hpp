// What a format is told by: the first bytes of an input, decompressed, and its name.
#ifndef URLSIEVE_DOCUMENTS_INPUT_HEAD_HPP
#define URLSIEVE_DOCUMENTS_INPUT_HEAD_HPP

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "src/text/byte_class.hpp"
#include "src/text/utf8.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

// More than this is not looked at: it has room for a message that was cut before the first whole one.
inline constexpr std::size_t input_head_size = std::size_t{64} << 10;

// Both views lie in `front`. Mail and archives are told by `lines`, as their first line may be empty on
// purpose; formats of text by `text`.
struct input_head {
  // `front`: all of the input if `is_whole`, else at least its first input_head_size bytes.
  input_head(std::string_view named, std::string_view front, bool is_whole)
      : name(named),
        lines(front.substr(0, input_head_size)),
        whole(is_whole && lines.size() == front.size()) {
    lines = without_utf8_mark(lines);
    text = lines;
    const auto* const first = std::find_if_not(
        text.begin(), text.end(), [](char c) { return c == '\0' || bytes::html_space.contains(c); });
    text.remove_prefix(static_cast<std::size_t>(first - text.begin()));
  }

  std::string_view name;
  std::string_view lines;                // without a byte order mark
  std::string_view text;                 // the same without white space and NULs in front
  bool whole;                            // nothing follows
  bool scripts = false;                  // the run reads scripts, so the name of one is believed
  const input_options* asked = nullptr;  // what the run asks for; null: nothing

  // No line behind another one begins with "."; only where somebody looked who went through all lines anyway.
  mutable bool without_dots = false;
};

}  // namespace urlsieve

#endif
