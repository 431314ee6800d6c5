// Nested archives and compressed streams with false header numbers and valid checksums: reading terminates in
// bounded memory. Members do not depend on how they are read, nor on whether they are decoded ahead.
#include <array>

#include "tests/fuzz/archive_generator.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "tests/fuzz/opened_archive.hpp"

namespace urlsieve::fuzz::containers_target {

extern const std::size_t longest_input = 1'000;

void run(fuzz_input& given) {
  constexpr std::array<testing::way, 4> ways{{{64, true}, {65, false}, {4096, false}, {0, false}}};
  const unsigned choice = given.byte();
  const std::string bytes = archive_generator(given).generate(4);
  const exact_bytes exact(bytes);
  const opened_archive whole = open_archive(exact.view(), testing::at_once);
  // A second read doubles the time, so only one input in eight is read twice. A corrupt bzip2 or xz block may
  // yield a different number of bytes before its fault.
  const bool is_corrupt = whole.damaged[static_cast<std::size_t>(damage::corrupt_compression)] != 0;
  if (choice % 8 != 0 || is_corrupt || whole.size >= most_opened) return;
  const opened_archive cut = open_archive(exact.view(), ways[choice / 8 % ways.size()], ahead::all);
  require(cut.members == whole.members);
  require(cut.damaged == whole.damaged);
}

}  // namespace urlsieve::fuzz::containers_target
