// Distinct lines in byte order within bounded memory: sorted runs on disk hold the rest until they are
// merged.
#ifndef URLSIEVE_DEDUP_SORTED_LINES_HPP
#define URLSIEVE_DEDUP_SORTED_LINES_HPP

#include <cstddef>
#include <functional>
#include <string_view>

#include "src/dedup/sorted_entries.hpp"
#include "src/runs/spill_area.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

class sorted_lines {
 public:
  // Holds at most `memory` bytes, or smallest_memory if that is more. Calls `directory` for the first run.
  sorted_lines(std::size_t memory, spill_area::directory_maker directory);

  // Adds a line without its LF; ignores a repeated line. Throws as sighting_set::insert() does. Requires: the
  // line is shorter than sighting_set::max_url bytes; read() was not called.
  [[nodiscard]] result<void> add(std::string_view line);

  // Passes each line once to `take`, in byte order, until `take` returns an error. Returns the first error,
  // of `take` or of a temporary file. Frees all lines and removes all runs, also after an error.
  [[nodiscard]] result<void> read(const std::function<result<void>(std::string_view line)>& take);

  static constexpr std::size_t smallest_memory = std::size_t{1} << 20U;

 private:
  spill_area area_;
  sorted_entries lines_;
};

}  // namespace urlsieve

#endif
