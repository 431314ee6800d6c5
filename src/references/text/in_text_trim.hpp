// Removes characters at the end of a bare URL that belong to the surrounding text: punctuation, marks of
// emphasis, labels in brackets, and the second of two apostrophes.
#ifndef URLSIEVE_REFERENCES_IN_TEXT_TRIM_HPP
#define URLSIEVE_REFERENCES_IN_TEXT_TRIM_HPP

#include <cstddef>
#include <string_view>

namespace urlsieve {

// Positions in the text that limit the trimming of a URL.
struct trim_limits {
  std::size_t floor;          // lower limit of the end
  std::size_t host_end;       // a URL that ends here or before ends in its host; `floor` if there is no host
  std::size_t authority_end;  // brackets before it belong to the host
};

// Returns the end of the URL at [start, end) of `text` without such characters, at least limits.floor.
[[nodiscard]] std::size_t trim_end(std::string_view text, std::size_t start, std::size_t end,
                                   const trim_limits& limits);

}  // namespace urlsieve

#endif
