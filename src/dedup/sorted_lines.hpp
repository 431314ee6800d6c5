// Distinct lines in the order of their bytes, within bounded memory: what does not fit is in sorted runs on
// disk until they are merged.
#ifndef URLSIEVE_DEDUP_SORTED_LINES_HPP
#define URLSIEVE_DEDUP_SORTED_LINES_HPP

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/dedup/seen_set.hpp"
#include "src/dedup/spill_area.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

class sorted_lines {
 public:
  // Gives the directory for runs, which exists or can be made in one that does; asked for once, when the
  // first run is written.
  using directory_maker = std::function<result<std::string>()>;

  // `memory`: bytes that may be held; at least smallest_memory is taken.
  sorted_lines(std::size_t memory, directory_maker directory);

  [[nodiscard]] result<void> add(std::string_view line);

  // Calls take(line) for each, once; what it says ends that. Nothing is held afterwards.
  [[nodiscard]] result<void> read(const std::function<result<void>(std::string_view line)>& take);

  static constexpr std::size_t smallest_memory = std::size_t{1} << 20U;

 private:
  [[nodiscard]] result<void> spill();

  std::size_t memory_;
  directory_maker directory_;
  seen_set held_;
  std::unique_ptr<spill_area> area_;  // null: no run was written
  std::vector<run_file> runs_;
};

}  // namespace urlsieve

#endif
