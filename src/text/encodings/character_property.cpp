#include "src/text/encodings/character_property.hpp"

#include <algorithm>
#include <array>

namespace urlsieve {
namespace {

// Starts of runs: the first character, shifted left by two bits, and the kind of the run's characters.
constexpr auto kind_runs = std::to_array<std::uint32_t>({
#define URLSIEVE_KIND_RUNS
#include "src/text/encodings/character_property.inc"
#undef URLSIEVE_KIND_RUNS
});

// Starts of runs, alternating with and without the property; the first run has the property.
constexpr auto sentence_punctuation_runs = std::to_array<std::uint32_t>({
#define URLSIEVE_SENTENCE_PUNCTUATION_RUNS
#include "src/text/encodings/character_property.inc"
#undef URLSIEVE_SENTENCE_PUNCTUATION_RUNS
});

}  // namespace

character_kind kind_of_character(char32_t character) {
  const std::uint32_t last_of_character = (static_cast<std::uint32_t>(character) << 2U) | 3U;
  const auto* const behind = std::upper_bound(kind_runs.begin(), kind_runs.end(), last_of_character);
  return static_cast<character_kind>(*(behind - 1) & 3U);
}

bool is_sentence_punctuation(char32_t character) {
  const auto* const behind =
      std::upper_bound(sentence_punctuation_runs.begin(), sentence_punctuation_runs.end(),
                       static_cast<std::uint32_t>(character));
  return (behind - sentence_punctuation_runs.begin()) % 2 != 0;
}

}  // namespace urlsieve
