// Formats text and numbers as HTML. Names, URLs and messages come from the input, so all markup is escaped.
#ifndef URLSIEVE_REPORT_HTML_TEXT_HPP
#define URLSIEVE_REPORT_HTML_TEXT_HPP

#include <cstdint>
#include <string>
#include <string_view>

namespace urlsieve {

// Escapes `text` for element content and for double-quoted attributes. Invisible characters are written out
// as by visible().
[[nodiscard]] std::string html_text(std::string_view text);

// Formats 1113757 as "1,113,757".
[[nodiscard]] std::string grouped(std::uint64_t number);

// Formats 1113757 as "1.1 MB", and less than 1,000 as "999 bytes".
[[nodiscard]] std::string byte_count(std::uint64_t bytes);

// Formats 61500 as "1:01.5", and less than a minute as "1.5 s".
[[nodiscard]] std::string duration(std::uint64_t milliseconds);

// Formats part / whole as "12.3 %"; empty if `whole` is 0.
[[nodiscard]] std::string share(std::uint64_t part, std::uint64_t whole);

// Formats 12 thousandths as "+1.2 points", a difference between two shares.
[[nodiscard]] std::string points(std::int64_t thousandths);

}  // namespace urlsieve

#endif
