// Divides a run into tasks: splits of similar size in input order, and a tree of merges within the file
// descriptors and memory of any machine.
#ifndef URLSIEVE_CLUSTER_MAKE_PLAN_HPP
#define URLSIEVE_CLUSTER_MAKE_PLAN_HPP

#include <cstdint>
#include <string>
#include <vector>

#include "src/cluster/task_plan.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

struct plan_request {
  extract_options options;                   // of every extract task; options.input names all inputs
  std::vector<std::string> arguments;        // the options as typed, without inputs and output
  std::vector<std::string> merge_arguments;  // of every merge task
  std::string out;
  std::uint32_t splits = 0;       // 0: determined by split_bytes
  std::uint64_t split_bytes = 0;  // stored bytes of inputs
  std::uint32_t fan_in = 128;     // maximum of directories per merge
};

// Makes a plan. Reads only the fronts of large files, and asks servers for the versions of remote inputs.
// Fails with error_code::usage if an option or an input cannot be used with splits, with no_such_input if
// there are no inputs, and if the inputs cannot be listed.
[[nodiscard]] result<task_plan> make_plan(const plan_request& request);

}  // namespace urlsieve

#endif
