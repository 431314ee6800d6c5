// The three kinds of fault into which damage is classed. By default, corrupt pages do not make a run fail,
// because every crawl has some; the loss of an input or of a part of an archive does.
#ifndef URLSIEVE_FAULT_HPP
#define URLSIEVE_FAULT_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "urlsieve/enum_table.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/names.hpp"

namespace urlsieve {

enum class fault : std::uint8_t {
  input,    // an input, or the rest of one, was not read
  archive,  // compression that is truncated or corrupt, a record or message that cannot be parsed
  content,  // the content of a page or a part: JSON, charset, content coding
  count_
};
inline constexpr std::size_t fault_count = static_cast<std::size_t>(fault::count_);

// Returns the key of a kind in statistics.
[[nodiscard]] constexpr std::string_view name_of(fault kind) {
  constexpr auto names =
      enum_table<fault>({{fault::input, "input"}, {fault::archive, "archive"}, {fault::content, "content"}});
  return names[static_cast<std::size_t>(kind)];
}

struct damage_facts {
  std::string_view description;  // for messages
  fault kind;
};
inline constexpr auto facts_of_damage = enum_table<damage, damage_facts>(
    {{damage::unreadable, {"cannot be read", fault::input}},
     {damage::unknown_format, {"unknown format", fault::input}},
     {damage::no_fields, {"none of the fields asked for", fault::input}},
     {damage::incomplete_output, {"incomplete output", fault::input}},
     {damage::corrupt_compression, {"corrupt compression", fault::archive}},
     {damage::truncated_compression, {"truncated compression", fault::archive}},
     {damage::junk_after_member, {"junk after a compressed member", fault::archive}},
     {damage::expansion_limit, {"expands beyond the bounds", fault::archive}},
     {damage::bad_record_header, {"bad record header", fault::archive}},
     {damage::bad_record_length, {"bad record length", fault::archive}},
     {damage::truncated_record, {"truncated record", fault::archive}},
     {damage::bad_http_header, {"bad HTTP header", fault::content}},
     {damage::bad_chunked, {"bad chunked coding", fault::content}},
     {damage::bad_content_encoding, {"bad content coding", fault::content}},
     {damage::bad_json, {"bad JSON", fault::content}},
     {damage::bad_line, {"bad line of JSON Lines", fault::archive}},
     {damage::too_large, {"too large", fault::archive}},
     {damage::bad_message, {"bad message", fault::archive}},
     {damage::bad_transfer_encoding, {"bad transfer coding", fault::content}},
     {damage::too_deep, {"parts nested too deep", fault::content}},
     {damage::bad_redirect, {"bad line of redirects", fault::archive}},
     {damage::unknown_charset, {"unknown charset", fault::content}},
     {damage::guessed_charset, {"guessed charset", fault::content}},
     {damage::ill_formed_text, {"URL ends at bytes that are no character", fault::content}},
     {damage::bad_table_record, {"bad record of a table", fault::content}},
     {damage::wrong_checksum, {"checksum is not the one listed", fault::archive}},
     {damage::changed_input, {"changed since it was first seen", fault::input}},
     {damage::directory_mismatch, {"archive contradicts its directory", fault::archive}},
     {damage::bad_count, {"bad count of a URL", fault::content}}});

[[nodiscard]] constexpr fault kind_of(damage reason) {
  return facts_of_damage[static_cast<std::size_t>(reason)].kind;
}
[[nodiscard]] constexpr std::string_view description_of(damage reason) {
  return facts_of_damage[static_cast<std::size_t>(reason)].description;
}

// The faults that make a run end with exit code 1 and without _SUCCESS.
enum class error_policy : std::uint8_t {
  fail,    // faults of inputs and archives
  ignore,  // none
  strict   // faults of inputs, archives and content
};
template <>
inline constexpr auto words_for<error_policy> = enum_table<error_policy>(
    {{error_policy::fail, "fail"}, {error_policy::ignore, "ignore"}, {error_policy::strict, "strict"}});

}  // namespace urlsieve

#endif
