// Detects paths inside output directories and states. A file there that the manifest does not list makes
// `verify` and options::force fail.
#ifndef URLSIEVE_SHARDS_ENCLOSING_OUTPUT_HPP
#define URLSIEVE_SHARDS_ENCLOSING_OUTPUT_HPP

#include <optional>
#include <string>

#include "urlsieve/error.hpp"

namespace urlsieve {

struct enclosing_output {
  std::string directory;  // as `path` spells the directory, if possible; else its real path
  bool is_state = false;  // a state of `update`; else an output directory
};

// Returns the innermost output directory or state that the local `path`, which need not exist, is inside;
// nullopt: none. Follows links. Temporary directories of runs, and the runs of a plan, are not inside the
// directory in which urlsieve keeps them. Skips directories that cannot be read.
[[nodiscard]] std::optional<enclosing_output> find_enclosing_output(const std::string& path);

// Returns error_code::usage: `path` is inside `around`.
[[nodiscard]] error enclosed_path_error(const std::string& path, const enclosing_output& around);

}  // namespace urlsieve

#endif
