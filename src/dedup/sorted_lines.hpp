// Distinct lines in the order of their bytes, within bounded memory: what does not fit is in sorted runs on
// disk until they are merged.
#ifndef URLSIEVE_DEDUP_SORTED_LINES_HPP
#define URLSIEVE_DEDUP_SORTED_LINES_HPP

#include <cstddef>
#include <functional>
#include <string_view>

#include "src/dedup/sorted_entries.hpp"
#include "src/dedup/spill_area.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

class sorted_lines {
 public:
  // `memory`: bytes that may be held; at least smallest_memory is taken. `directory` is asked for when there
  // is a run.
  sorted_lines(std::size_t memory, spill_area::directory_maker directory);

  [[nodiscard]] result<void> add(std::string_view line);

  // Calls take(line) for each, once; what it says ends that. Nothing is held afterwards.
  [[nodiscard]] result<void> read(const std::function<result<void>(std::string_view line)>& take);

  static constexpr std::size_t smallest_memory = std::size_t{1} << 20U;

 private:
  spill_area area_;
  sorted_entries lines_;
};

}  // namespace urlsieve

#endif
