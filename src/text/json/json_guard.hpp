// Recognizes what precedes JSON that a script reads: a guard of a server, the call of a callback, or an
// assignment.
#ifndef URLSIEVE_TEXT_JSON_JSON_GUARD_HPP
#define URLSIEVE_TEXT_JSON_JSON_GUARD_HPP

#include <cstddef>
#include <string_view>

namespace urlsieve {

// Returns the size of a guard (")]}'", "while(1);" and similar) at the front of `text`; 0 if there is none.
[[nodiscard]] constexpr std::size_t json_guard_size(std::string_view text) {
  for (const std::string_view guard :
       {std::string_view(")]}',"), std::string_view(")]}'"), std::string_view("while(1);"),
        std::string_view("while (1);"), std::string_view("for(;;);"), std::string_view("for (;;);"),
        std::string_view("{}&&"), std::string_view("throw 1;")})
    if (text.starts_with(guard)) return guard.size();
  return 0;
}

// The text that may stand between a guard and JSON: a call ("/**/jQuery1_2(", JSONP), or also an assignment
// ("window.YTD.tweets.part0 = ").
enum class json_front : unsigned char { call, call_or_assignment };

// Returns the offset of the object or array at the front of `text`, behind white space, a guard and what is
// allowed; 0 if there is no object or array.
[[nodiscard]] std::size_t json_front_size(std::string_view text, json_front allowed);

}  // namespace urlsieve

#endif
