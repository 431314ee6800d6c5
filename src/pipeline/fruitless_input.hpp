// Explains why an input gave few or no URLs, and names the option that would help.
#ifndef URLSIEVE_PIPELINE_FRUITLESS_INPUT_HPP
#define URLSIEVE_PIPELINE_FRUITLESS_INPUT_HPP

#include <optional>
#include <string>

#include "src/pipeline/batch.hpp"

namespace urlsieve {

// Returns a sentence with the input, the reason and the option, for the first of these reasons:
// - A requested table column is missing.
// - All documents were skipped.
// - At least 90 % of 20 or more references were rejected for one reason that is no filter of the user.
// Otherwise returns nullopt.
[[nodiscard]] std::optional<std::string> fruitless_reason(const batch_input& ended);

}  // namespace urlsieve

#endif
