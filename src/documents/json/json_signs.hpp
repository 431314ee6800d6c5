// The signs by which JSON documents and JSON Lines are told from other text and from each other.
#ifndef URLSIEVE_DOCUMENTS_JSON_SIGNS_HPP
#define URLSIEVE_DOCUMENTS_JSON_SIGNS_HPP

#include <cstddef>
#include <string_view>

#include "src/documents/input_head.hpp"

namespace urlsieve {

// The first line is a JSON object, and one of the lines in sight has a member that holds a text, a page or a
// message (input_options::json_text, json_html, json_mail) or is WAT; no such member is asked for if the
// options name other members than they do by default.
[[nodiscard]] bool begins_json_lines(const input_head& head);

// An object or an array of JSON (RFC 8259), or several behind each other, as far as the head goes, perhaps
// behind a guard. Only what holds a string counts; text such as "[1] http://a/" is none.
[[nodiscard]] bool begins_json(const input_head& head);

// How much of a text is JSON.
struct json_extent {
  std::size_t size;  // of the part before the member or element that is none; else of the text
  bool is_whole;     // the text is JSON and ends with its last bracket
};

// Measures one object or array. `in_object`: the text begins with the first member of an object.
[[nodiscard]] json_extent measure_json(std::string_view text, bool in_object = false);

}  // namespace urlsieve

#endif
