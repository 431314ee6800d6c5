// Recognizes the prefix that servers write before JSON to prevent its execution as a script.
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

}  // namespace urlsieve

#endif
