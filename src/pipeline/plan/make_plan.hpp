// Takes a run apart into tasks: splits of about the same size in the order of the inputs, and a tree of
// merges that any machine has the descriptors and the memory for.
#ifndef URLSIEVE_PIPELINE_PLAN_MAKE_PLAN_HPP
#define URLSIEVE_PIPELINE_PLAN_MAKE_PLAN_HPP

#include <cstdint>
#include <string>
#include <vector>

#include "src/pipeline/plan/task_plan.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

struct plan_request {
  extract_options options;                   // those of every extract; options.input names all inputs
  std::vector<std::string> arguments;        // the same as they are typed, without inputs and output
  std::vector<std::string> merge_arguments;  // of every merge
  std::string out;
  std::uint32_t splits = 0;       // 0: by split_bytes
  std::uint64_t split_bytes = 0;  // of inputs, as stored
  std::uint32_t fan_in = 128;     // directories that a merge reads at the most
};

// Reads no more than the fronts of large files. error_code::usage where an option cannot be kept by splits.
[[nodiscard]] result<task_plan> make_plan(const plan_request& request);

// Writes the plan into its folder, which is made if need be. A plan that is there already is left as it is if
// it is the same one; another one is replaced only with `force`, and what it did that this one would do, too,
// counts. error_code::output_exists otherwise, and where anything else is in the folder.
[[nodiscard]] result<void> store_plan(const task_plan& plan, const std::string& out, bool force);

}  // namespace urlsieve

#endif
