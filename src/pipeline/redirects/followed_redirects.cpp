#include "src/pipeline/redirects/followed_redirects.hpp"

#include <vector>

#include "src/pipeline/leftover_warning.hpp"
#include "src/pipeline/redirects/locked_spill_directory.hpp"
#include "src/pipeline/resources.hpp"
#include "src/shards/locked_directory.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {
namespace {

constexpr std::uint64_t part_of_memory = 3;

}  // namespace

std::unique_ptr<observed_redirects> new_redirects(const extract_options& options) {
  const std::uint64_t memory = memory_or_half(options.output.memory) / part_of_memory;
  return std::make_unique<observed_redirects>(options.redirects.learn ? memory / 2 : memory,
                                              locked_spill_directory(spill_place_of(options)));
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
void remove_left_redirects(const extract_options& options, run_monitor& monitor) {
  if (options.url.ladder != rung::protocol) return;
  const std::vector<std::string> removed = locked_directory::remove_leftovers_below(spill_place_of(options));
  if (!options.output.resume) warn_of_leftovers(removed, monitor);
}

}  // namespace urlsieve
