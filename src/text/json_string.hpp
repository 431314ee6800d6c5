// Bytes as a JSON string (RFC 8259 section 7): quoted, escaped, and with U+FFFD for what is not UTF-8.
#ifndef URLSIEVE_TEXT_JSON_STRING_HPP
#define URLSIEVE_TEXT_JSON_STRING_HPP

#include <string>
#include <string_view>

namespace urlsieve {

// The quotes are appended, too. Each byte that is no UTF-8 becomes a U+FFFD of its own.
void append_json_string(std::string_view bytes, std::string& out);

}  // namespace urlsieve

#endif
