// What a run writes must be nothing that it reads: a slip in a command line costs an error message, not a
// file.
#ifndef URLSIEVE_PIPELINE_PATH_CHECK_HPP
#define URLSIEVE_PIPELINE_PATH_CHECK_HPP

#include <set>
#include <string>
#include <vector>

#include "src/input/listing.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

// The paths that a run reads, or writes besides its output directory: none may lie in that.
[[nodiscard]] std::vector<std::string> paths_needed_by(const extract_options& options);

// error_code::usage where a file that is to be written is an input, a list, a file of redirects or in a
// directory that is read, or is to be written twice; or where an output that is to be replaced is part of an
// input. error_code::cannot_open where that cannot be told, as what is the user's stays. To be asked before
// anything is opened.
[[nodiscard]] result<void> check_paths(const extract_options& options);

// The files that a run is to replace, for inputs that are met later: in lists and in directories.
[[nodiscard]] result<std::set<file_identity>> files_at_stake(const extract_options& options);

}  // namespace urlsieve

#endif
