// Text and numbers as HTML has them. Names, URLs and messages come from the input: they are text, never
// markup.
#ifndef URLSIEVE_REPORT_HTML_TEXT_HPP
#define URLSIEVE_REPORT_HTML_TEXT_HPP

#include <cstdint>
#include <string>
#include <string_view>

namespace urlsieve {

// For content and for attributes between double quotes. What cannot be seen is written out, as visible()
// does.
[[nodiscard]] std::string html_text(std::string_view text);

// 1113757 as "1,113,757".
[[nodiscard]] std::string grouped(std::uint64_t number);

// 1113757 as "1.1 MB", less than 1,000 as "999 bytes".
[[nodiscard]] std::string byte_count(std::uint64_t bytes);

// 61500 as "1:01.5", less than a minute as "1.5 s".
[[nodiscard]] std::string duration(std::uint64_t milliseconds);

// A part of a whole as "12.3 %"; empty where the whole is 0.
[[nodiscard]] std::string share(std::uint64_t part, std::uint64_t whole);

}  // namespace urlsieve

#endif
