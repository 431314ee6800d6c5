// Places for redirects on disk: a directory is locked (src/shards/locked_directory.hpp) only when it is
// needed.
#ifndef URLSIEVE_PIPELINE_LOCKED_SPILL_DIRECTORY_HPP
#define URLSIEVE_PIPELINE_LOCKED_SPILL_DIRECTORY_HPP

#include <string>

#include "src/runs/spill_area.hpp"

namespace urlsieve {

struct output_options;

// Returns a function that claims a new directory below `place` for each call, and returns the directory's
// path or the error of locked_directory::new_directory(). The directory is removed with the last copy of the
// function, or by the next call.
[[nodiscard]] spill_area::directory_maker locked_spill_directory(std::string place);

// Returns the directory for the temporary files of a run: `given`, unless it is empty; else the directory of
// `output`; else, for standard output (empty or "-"), the default place.
[[nodiscard]] std::string spill_place(const std::string& given, const std::string& output);

// Returns spill_place() for the output directory of `output`.
[[nodiscard]] std::string spill_place_of(const output_options& output);

// Returns the parent directory of `path`.
[[nodiscard]] std::string folder_of(const std::string& path);

// Returns the default place of temporary files ($TMPDIR).
[[nodiscard]] std::string temporary_folder();

}  // namespace urlsieve

#endif
