// What a text begins with, for the many places that ask it of the first bytes of each input: a mark that is
// written there is compared in a few instructions, where starts_with() calls memcmp().
#ifndef URLSIEVE_TEXT_BEGINS_WITH_HPP
#define URLSIEVE_TEXT_BEGINS_WITH_HPP

#include <cstring>
#include <string_view>

namespace urlsieve {

[[nodiscard]] inline bool begins_with(std::string_view text, std::string_view mark) {
  return text.size() >= mark.size() && std::memcmp(text.data(), mark.data(), mark.size()) == 0;
}

}  // namespace urlsieve

#endif
