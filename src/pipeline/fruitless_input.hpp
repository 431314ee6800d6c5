// Names inputs that were read and gave nothing, or next to nothing, and the option that would help.
#ifndef URLSIEVE_PIPELINE_FRUITLESS_INPUT_HPP
#define URLSIEVE_PIPELINE_FRUITLESS_INPUT_HPP

#include <optional>
#include <string>

#include "src/pipeline/batch.hpp"

namespace urlsieve {

// A sentence that names the input, the reason, and the option: where tables do not have a column that is
// asked for, all documents were skipped, or at least 90 % of 20 references or more were rejected for one
// reason that is no filter of the user's. Nothing: none is so.
[[nodiscard]] std::optional<std::string> fruitless_reason(const batch_input& ended);

}  // namespace urlsieve

#endif
