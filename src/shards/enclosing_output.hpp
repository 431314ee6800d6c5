// Detects paths inside output directories and states. A file there that the manifest does not list makes
// `verify` and options::force fail.
#ifndef URLSIEVE_SHARDS_ENCLOSING_OUTPUT_HPP
#define URLSIEVE_SHARDS_ENCLOSING_OUTPUT_HPP

#include <string>

#include "urlsieve/error.hpp"

namespace urlsieve {

// Fails with error_code::usage if the local `path`, which need not exist, is inside an output directory or a
// state of `update`; the message names the innermost of them. Follows links. Temporary directories of runs,
// and the runs of a plan, are not inside the directory in which urlsieve keeps them. Skips directories that
// cannot be read.
[[nodiscard]] result<void> check_outside_outputs(const std::string& path);

}  // namespace urlsieve

#endif
