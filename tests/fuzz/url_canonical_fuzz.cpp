// Any reference against any base under any options: the properties of the ladder hold, and the short way
// gives what the long way gives. The first byte chooses the options; the first "\n" divides base and
// reference.
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
  std::string broken = testing::broken_property(reference, base, options);
  if (broken.empty()) broken = testing::broken_alone(reference, options);
  if (!broken.empty()) std::fprintf(stderr, "%s\n", broken.c_str());
  require(broken.empty());
}

}  // namespace urlsieve::fuzz::url_canonical_target
