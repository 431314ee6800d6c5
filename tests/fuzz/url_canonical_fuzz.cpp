// Canonicalization: the properties of the ladder hold for any reference, base and options, and fast paths
// equal the full path. The first byte selects the options; the first line feed separates base and reference.
#include <cstdio>
#include <string>
#include <string_view>

#include "tests/fuzz/fuzz_target.hpp"
#include "tests/url/properties.hpp"

namespace urlsieve::fuzz::url_canonical_target {

extern const std::size_t longest_input = 2'000;

void run(fuzz_input& given) {
  const unsigned choice = given.byte();
  url_options options;
  options.resolution = static_cast<resolution_choice>(choice % 3);
  options.above_root = static_cast<above_root_choice>(choice / 4 % 3);
  options.same_scheme = static_cast<same_scheme_choice>(choice / 16 % 2);
  options.slashes = static_cast<slashes_choice>(choice / 16 % 2);
  options.unreserved = static_cast<unreserved_set>(choice / 32 % 2);
  const std::string_view base = given.up_to('\n');
  const std::string_view reference = given.empty() ? base : given.rest();
  std::string violation = testing::broken_property(reference, base, options);
  if (violation.empty()) violation = testing::broken_alone(reference, options);
  if (!violation.empty()) std::fprintf(stderr, "%s\n", violation.c_str());
  require(violation.empty());
}

}  // namespace urlsieve::fuzz::url_canonical_target
