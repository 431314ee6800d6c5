// Detects JSON documents and JSON Lines, and measures valid JSON.
#ifndef URLSIEVE_DOCUMENTS_JSON_SIGNS_HPP
#define URLSIEVE_DOCUMENTS_JSON_SIGNS_HPP

#include <cstddef>
#include <string_view>

#include "src/documents/input_head.hpp"

namespace urlsieve {

struct input_options;

// Returns true if the user names a field of JSON Lines (input_options::json_url, json_text, json_html,
// json_mail).
[[nodiscard]] bool names_json_fields(const input_options& options);

// Returns true if the first line is a JSON object, and the head is WAT or has a member with content. Such
// members are input_options::json_text, json_html and json_mail. If the options name other members than the
// defaults, the first line alone decides.
[[nodiscard]] bool begins_json_lines(const input_head& head);

// Returns true if the head consists of JSON objects or arrays (RFC 8259) with at least one string, or if most
// of its lines do. A record separator (U+001E) may precede each value (RFC 7464). A guard, a call or an
// assignment may precede the JSON (json_guard.hpp). Text such as "[1] http://a/" is not JSON.
[[nodiscard]] bool begins_json(const input_head& head);

// The extent of valid JSON at the front of a text.
struct json_extent {
  std::size_t size;  // of the valid part: up to the last comma before an invalid byte, else the whole text
  bool is_whole;     // the text is valid JSON and ends with its last bracket
};

// Measures an object or array. `in_object`: the text begins with the first member of an object.
[[nodiscard]] json_extent measure_json(std::string_view text, bool in_object = false);

}  // namespace urlsieve

#endif
