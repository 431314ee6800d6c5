// Suggests the word that a user most likely meant ("did you mean").
#ifndef URLSIEVE_CLI_HELP_SUGGESTION_HPP
#define URLSIEVE_CLI_HELP_SUGGESTION_HPP

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace urlsieve::cli {

// Returns the number of insertions, deletions, replacements and exchanges of adjacent letters that turn `b`
// into `a`. No letter is changed twice.
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

// Returns the word nearest to `typed`; of equally near words, the first by bytes. Returns an empty view if
// none is near. A word is near if at most a third of the letters (or one letter) differ, or if the word
// begins with `typed` (three letters or more). Leading dashes do not count.
[[nodiscard]] std::string_view nearest(std::string_view typed, const std::vector<std::string>& words);

// Returns "; did you mean WORD?", or an empty string.
[[nodiscard]] std::string did_you_mean(std::string_view typed, const std::vector<std::string>& words);

}  // namespace urlsieve::cli

#endif
