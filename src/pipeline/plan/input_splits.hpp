// The inputs of a run cut into splits of about the same size, in their order. Large files are cut inside
// where they can be read in parts (input_parts.hpp).
#ifndef URLSIEVE_PIPELINE_PLAN_INPUT_SPLITS_HPP
#define URLSIEVE_PIPELINE_PLAN_INPUT_SPLITS_HPP

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "src/input/listed_line.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

struct planned_inputs {
  std::vector<listed_line> lines;
  std::uint64_t not_told = 0;  // URLs whose servers do not say what is there
};

// All inputs that these options name, as lines of a list; servers are asked which version of what URLs name
// they have. error_code::usage where one cannot be named there.
[[nodiscard]] result<planned_inputs> list_inputs(const extract_options& options);

struct input_split {
  std::vector<listed_line> inputs;
  std::uint64_t bytes = 0;
};

// At most `wanted` splits, none of them empty. `format_of`: divisible_format() of a file by its path, asked
// only where it would be cut.
[[nodiscard]] std::vector<input_split> split_inputs(
    const std::vector<listed_line>& inputs, std::uint64_t wanted,
    const std::function<std::string(const std::string& path)>& format_of);

}  // namespace urlsieve

#endif
