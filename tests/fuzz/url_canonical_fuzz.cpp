// Any reference against any base under any options: the properties of the ladder hold, and the short way
// gives what the long way gives. The first byte chooses the options; the first "\n" divides base and
// reference.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "tests/url/properties.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  if (size < 2 || size > 2000) return 0;
  urlsieve::url_options options;
  options.resolution = static_cast<urlsieve::resolution>(data[0] % 3);
  options.above_root = static_cast<urlsieve::above_root>(data[0] / 4 % 3);
  options.same_scheme = static_cast<urlsieve::same_scheme>(data[0] / 16 % 2);
  options.unreserved = static_cast<urlsieve::unreserved_set>(data[0] / 32 % 2);
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::size_t line = std::min(text.find('\n'), text.size());
  const std::string_view base = text.substr(0, line);
  const std::string_view reference = line == text.size() ? base : text.substr(line + 1);
  std::string broken = urlsieve::testing::broken_property(reference, base, options);
  if (broken.empty()) broken = urlsieve::testing::broken_alone(reference, options);
  if (!broken.empty()) {
    std::fprintf(stderr, "%s\n", broken.c_str());
    std::abort();
  }
  return 0;
}
