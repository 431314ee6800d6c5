// Finds references in a table with separated fields: URLs in the text of fields, and links in fields that are
// HTML with character references, or JSON.
#ifndef URLSIEVE_REFERENCES_IN_TABLE_HPP
#define URLSIEVE_REFERENCES_IN_TABLE_HPP

#include <string_view>

#include "src/references/finder.hpp"
#include "src/references/in_json.hpp"
#include "src/references/text/in_text.hpp"

namespace urlsieve {

// Appends the references of `separated`, whose fields end at field_form::separator. `written`: the same
// bytes before the fields were separated.
// A field that is JSON as a whole, with an escape or a tag, is read by json_finder. A field that has a tag
// with a link and a character reference is read as HTML, as in a string of JSON. Doubled quotes in a quoted
// field are undone before; references then have the position of the field. Every other field is searched as
// text, as text_finder::find_with_utf16() does. A table with UTF-16 is text.
void find_in_table(text_finder& text, json_finder& values, const document& separated,
                   std::string_view written, findings& found, stats& counted);

}  // namespace urlsieve

#endif
