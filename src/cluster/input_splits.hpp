// Cuts the inputs of a run into splits of similar size, in input order. Large files are cut inside if they
// can be read in parts (input_parts.hpp).
#ifndef URLSIEVE_CLUSTER_INPUT_SPLITS_HPP
#define URLSIEVE_CLUSTER_INPUT_SPLITS_HPP

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "src/input/lists/listed_line.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

struct extract_options;

struct planned_inputs {
  std::vector<listed_line> lines;
  std::uint64_t unversioned = 0;  // URLs for which the server reported no version
};

// Lists all inputs of the options. Asks servers for the versions of inputs that are URLs. Fails with
// error_code::usage if an input cannot be part of a plan.
[[nodiscard]] result<planned_inputs> list_inputs(const extract_options& options);

struct input_split {
  std::vector<listed_line> inputs;
  std::uint64_t bytes = 0;
};

// Returns at most `split_count` splits, none of them empty, of about total / `split_count` stored bytes each.
// Inputs keep their order; inputs of unknown size count as empty. `format_of`: returns divisible_format() of
// a path, and an empty text prevents the cut. Called only for files that would be cut.
[[nodiscard]] std::vector<input_split> split_inputs(
    const std::vector<listed_line>& inputs, std::uint64_t split_count,
    const std::function<std::string(const std::string& path)>& format_of);

}  // namespace urlsieve

#endif
