// A place for redirects on disk: a directory that is claimed (src/shards/claim.hpp) only if it comes to that.
#ifndef URLSIEVE_PIPELINE_CLAIMED_RUNS_HPP
#define URLSIEVE_PIPELINE_CLAIMED_RUNS_HPP

#include <string>

#include "src/dedup/spill_area.hpp"

namespace urlsieve {

// Claims a new directory below `place` when it is asked, which goes with the last copy of the maker.
[[nodiscard]] spill_area::directory_maker claimed_below(std::string place);

// The directory that what is written to `path` stands in.
[[nodiscard]] std::string folder_of(const std::string& path);

// Where temporary files go by default ($TMPDIR).
[[nodiscard]] std::string temporary_folder();

}  // namespace urlsieve

#endif
