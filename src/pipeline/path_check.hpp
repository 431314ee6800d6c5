// Rejects runs that would overwrite their own inputs.
#ifndef URLSIEVE_PIPELINE_PATH_CHECK_HPP
#define URLSIEVE_PIPELINE_PATH_CHECK_HPP

#include <set>
#include <string>
#include <vector>

#include "src/input/lists/listing.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

struct extract_options;

// Returns the files that a run writes besides its output directory.
[[nodiscard]] std::vector<std::string> files_written_by(const extract_options& options);

// Returns the paths that a run reads, or writes besides its output directory. No such path may be inside the
// output directory.
[[nodiscard]] std::vector<std::string> paths_needed_by(const extract_options& options);

// Fails with error_code::usage if two of the files to write are the same file, or one is inside the other;
// with cannot_open if a path cannot be examined. Devices and FIFOs may be named twice.
[[nodiscard]] result<void> check_distinct(const std::vector<std::string>& files);

// Fails with error_code::usage if a file to write is an input, a list or a file of redirects, is inside a
// directory that is read, or is to be written twice; or if an output directory to replace is part of an
// input. Fails with error_code::cannot_open if a path cannot be examined, to protect the files of the user.
// Call before anything is opened.
[[nodiscard]] result<void> check_paths(const extract_options& options);

// Returns the existing files that a run will replace, for comparison with inputs found later in lists and
// directories. Fails with error_code::cannot_open as check_paths() does.
[[nodiscard]] result<std::set<file_identity>> files_to_replace(const extract_options& options);

}  // namespace urlsieve

#endif
