// Writes bytes as a JSON string (RFC 8259 section 7): quoted, escaped, and with U+FFFD for ill-formed UTF-8.
#ifndef URLSIEVE_TEXT_JSON_JSON_STRING_HPP
#define URLSIEVE_TEXT_JSON_JSON_STRING_HPP

#include <string>
#include <string_view>

namespace urlsieve {

// Appends `bytes` with quotes to `out`. Each ill-formed byte becomes a separate U+FFFD.
void append_json_string(std::string_view bytes, std::string& out);

}  // namespace urlsieve

#endif
