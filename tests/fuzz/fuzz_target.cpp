#include "tests/fuzz/fuzz_target.hpp"

#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace urlsieve::fuzz {

void require(bool holds, std::source_location where) {
  if (holds) return;
  std::fprintf(stderr, "%s:%u: does not hold\n", where.file_name(), static_cast<unsigned>(where.line()));
  std::abort();
}

}  // namespace urlsieve::fuzz

// -1: not to be kept as a seed.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace urlsieve::fuzz;
  if (size > longest_input) return -1;
  fuzz_input given({reinterpret_cast<const char*>(data), size});
  run(given);
  return 0;
}
