// "Did you mean": the word that somebody who typed another one most likely meant.
#ifndef URLSIEVE_CLI_HELP_SUGGESTION_HPP
#define URLSIEVE_CLI_HELP_SUGGESTION_HPP

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace urlsieve::cli {

// How many letters must be put in, left out, replaced or exchanged with their neighbour to make `a` of `b`,
// where no letter is touched twice.
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

// The word that is nearest to `typed`, the first by its bytes of several; empty where none is near: more than
// a third of the letters would have to change, and it is not how the word begins. Dashes before words do not
// count.
[[nodiscard]] std::string_view nearest(std::string_view typed, const std::vector<std::string>& words);

// "; did you mean WORD?", or nothing.
[[nodiscard]] std::string did_you_mean(std::string_view typed, const std::vector<std::string>& words);

}  // namespace urlsieve::cli

#endif
