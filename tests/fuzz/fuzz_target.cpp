#include "tests/fuzz/fuzz_target.hpp"

#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace urlsieve::fuzz {

void require(bool holds, std::source_location where) {
  if (holds) return;
  std::fprintf(stderr, "%s:%u: claim violated\n", where.file_name(), static_cast<unsigned>(where.line()));
  std::abort();
}

}  // namespace urlsieve::fuzz

namespace {

const urlsieve::fuzz::target* chosen = nullptr;

}  // namespace

// Selects the target NAME by the name of the program: NAME_fuzz.
extern "C" int LLVMFuzzerInitialize(int*, char*** arguments) {
  std::string_view name = (*arguments)[0];
  name.remove_prefix(name.rfind('/') + 1);
  for (const urlsieve::fuzz::target& each : urlsieve::fuzz::targets())
    if (name.starts_with(each.name) && name.substr(each.name.size()) == "_fuzz") chosen = &each;
  if (chosen != nullptr) return 0;
  std::fprintf(stderr, "the program name selects no fuzz target; available targets:\n");
  for (const urlsieve::fuzz::target& each : urlsieve::fuzz::targets())
    std::fprintf(stderr, "  %.*s_fuzz\n", static_cast<int>(each.name.size()), each.name.data());
  std::exit(2);
}

// Returns -1 for an input longer than the limit; libFuzzer then drops the input from the corpus.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > *chosen->longest_input) return -1;
  urlsieve::fuzz::fuzz_input given({reinterpret_cast<const char*>(data), size});
  chosen->run(given);
  return 0;
}
