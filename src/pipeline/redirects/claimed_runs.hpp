// Places for redirects on disk: a directory is claimed (src/shards/claim.hpp) only when it is needed.
#ifndef URLSIEVE_PIPELINE_CLAIMED_RUNS_HPP
#define URLSIEVE_PIPELINE_CLAIMED_RUNS_HPP

#include <string>

#include "src/runs/spill_area.hpp"

namespace urlsieve {

// Returns a function that claims a new directory below `place` for each call, and returns the directory's
// path or the error of claim::new_directory(). The directory is removed with the last copy of the function,
// or by the next call.
[[nodiscard]] spill_area::directory_maker claimed_below(std::string place);

// Returns the parent directory of `path`.
[[nodiscard]] std::string folder_of(const std::string& path);

// Returns the default place of temporary files ($TMPDIR).
[[nodiscard]] std::string temporary_folder();

}  // namespace urlsieve

#endif
