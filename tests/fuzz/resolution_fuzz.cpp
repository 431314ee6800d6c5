// Resolution equals the step-by-step algorithms of url-syntax-05, rfc2396bis and RFC 3986. The first byte
// selects the document; the first line feed separates base and reference.
#include <string>

#include "tests/fuzz/fuzz_target.hpp"
#include "tests/url/target_by_steps.hpp"
#include "urlsieve/url.hpp"

namespace urlsieve::fuzz::resolution_target {

extern const std::size_t longest_input = 1'000;

void run(fuzz_input& given) {
  const unsigned choice = given.byte();
  url_options options;
  options.resolution = static_cast<resolution_choice>(choice % 3);
  if ((choice & 16U) != 0) options.above_root = above_root_choice::remove;
  const std::string_view base = given.up_to('\n');
  const std::string_view reference = given.rest();
  const oracle::uri from = oracle::split(std::string(base));
  const oracle::uri to = oracle::split(std::string(reference));
  // The parser does not treat a prefix with other characters as a scheme.
  if (from.scheme.has_value() != url_view::of(base).has_scheme()) return;
  if (to.scheme.has_value() != url_view::of(reference).has_scheme()) return;
  require(resolve(base, reference, options) == testing::by_the_steps(from, to, options));
}

}  // namespace urlsieve::fuzz::resolution_target
