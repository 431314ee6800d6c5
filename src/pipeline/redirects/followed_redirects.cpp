#include "src/pipeline/redirects/followed_redirects.hpp"

#include <vector>

#include "src/pipeline/leftover_warning.hpp"
#include "src/pipeline/redirects/locked_spill_directory.hpp"
#include "src/pipeline/resources.hpp"
#include "src/shards/locked_directory.hpp"
#include "urlsieve/output_options.hpp"
#include "urlsieve/redirect_options.hpp"

namespace urlsieve {
namespace {

constexpr std::uint64_t part_of_memory = 3;

}  // namespace

std::unique_ptr<observed_redirects> new_redirects(const redirect_options& redirects,
                                                  const output_options& output) {
  const std::uint64_t memory = memory_or_half(output.memory) / part_of_memory;
  return std::make_unique<observed_redirects>(redirects.learn ? memory / 2 : memory,
                                              locked_spill_directory(spill_place_of(output)));
}

std::unique_ptr<observed_redirects> new_redirects(std::uint64_t memory, const std::string& place) {
  return std::make_unique<observed_redirects>(
      memory_or_half(memory) / part_of_memory,
      locked_spill_directory(place.empty() ? temporary_folder() : place));
}

std::vector<std::string> remove_left_redirects(const std::string& place) {
  return locked_directory::remove_leftovers_below(place.empty() ? temporary_folder() : place);
}

// A resumed run expects leftovers, so they are not reported.
void remove_left_redirects(const output_options& output, run_monitor& monitor) {
  const std::vector<std::string> removed = locked_directory::remove_leftovers_below(spill_place_of(output));
  if (!output.resume) warn_of_leftovers(removed, monitor);
}

}  // namespace urlsieve
