// The three kinds of fault that broken input can be. A run ends well although pages in it are broken, as
// those of every crawl are; it does not where an input, or a part of an archive, was lost.
#ifndef URLSIEVE_FAULT_HPP
#define URLSIEVE_FAULT_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "urlsieve/error.hpp"

namespace urlsieve {

enum class fault : std::uint8_t {
  input,    // an input, or the rest of one, was not read
  archive,  // compression that is truncated or corrupt, a record or message that cannot be parsed
  content,  // what a page or a part is made of: its JSON, its charset, its coding
  count_
};
inline constexpr std::size_t fault_count = static_cast<std::size_t>(fault::count_);

// The key of a kind in statistics.
[[nodiscard]] constexpr std::string_view name_of(fault kind) {
  constexpr std::array<std::string_view, fault_count> names{"input", "archive", "content"};
  return names[static_cast<std::size_t>(kind)];
}

[[nodiscard]] constexpr fault kind_of(damage reason) {
  switch (reason) {
    case damage::unreadable:
    case damage::unknown_format:
    case damage::no_fields:
    case damage::incomplete_output:
    case damage::changed_input:
      return fault::input;
    case damage::corrupt_compression:
    case damage::truncated_compression:
    case damage::junk_after_member:
    case damage::expansion_limit:
    case damage::bad_record_header:
    case damage::bad_record_length:
    case damage::truncated_record:
    case damage::bad_line:
    case damage::too_large:
    case damage::bad_message:
    case damage::bad_redirect:
    case damage::wrong_checksum:
    case damage::directory_mismatch:
      return fault::archive;
    case damage::bad_http_header:
    case damage::bad_chunked:
    case damage::bad_content_encoding:
    case damage::bad_json:
    case damage::bad_transfer_encoding:
    case damage::too_deep:
    case damage::unknown_charset:
    case damage::guessed_charset:
    case damage::ill_formed_text:
    case damage::bad_table_record:
    case damage::count_:
      break;
  }
  return fault::content;
}

// What a reason is called in messages.
[[nodiscard]] constexpr std::string_view description_of(damage reason) {
  constexpr std::array<std::string_view, damage_count> words{"cannot be read",
                                                             "unknown format",
                                                             "none of the fields asked for",
                                                             "incomplete output",
                                                             "corrupt compression",
                                                             "truncated compression",
                                                             "junk after a compressed member",
                                                             "expands beyond the bounds",
                                                             "bad record header",
                                                             "bad record length",
                                                             "truncated record",
                                                             "bad HTTP header",
                                                             "bad chunked coding",
                                                             "bad content coding",
                                                             "bad JSON",
                                                             "bad line of JSON Lines",
                                                             "too large",
                                                             "bad message",
                                                             "bad transfer coding",
                                                             "parts nested too deep",
                                                             "bad line of redirects",
                                                             "unknown charset",
                                                             "guessed charset",
                                                             "URL ends at bytes that are no character",
                                                             "bad record of a table",
                                                             "checksum is not the one listed",
                                                             "changed since it was first seen",
                                                             "archive contradicts its directory"};
  return words[static_cast<std::size_t>(reason)];
}

}  // namespace urlsieve

#endif
