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

namespace {

const urlsieve::fuzz::target* chosen = nullptr;

}  // namespace

// Chooses the target that the program is called by: NAME of the file name NAME_fuzz.
extern "C" int LLVMFuzzerInitialize(int*, char*** arguments) {
  std::string_view name = (*arguments)[0];
  name.remove_prefix(name.rfind('/') + 1);
  for (const urlsieve::fuzz::target& each : urlsieve::fuzz::targets())
    if (name.starts_with(each.name) && name.substr(each.name.size()) == "_fuzz") chosen = &each;
  if (chosen != nullptr) return 0;
  std::fprintf(stderr, "no fuzz target has the name of this program; its targets, by their links:\n");
  for (const urlsieve::fuzz::target& each : urlsieve::fuzz::targets())
    std::fprintf(stderr, "  %.*s_fuzz\n", static_cast<int>(each.name.size()), each.name.data());
  std::exit(2);
}

// Returns -1 for an input that is not kept as a seed.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > *chosen->longest_input) return -1;
  urlsieve::fuzz::fuzz_input given({reinterpret_cast<const char*>(data), size});
  chosen->run(given);
  return 0;
}
