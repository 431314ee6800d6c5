// Containers with numbers that lie and sums that are right, one in another: all that they hold comes to an
// end, in bounded memory, and is the same however it is asked for, and read ahead or not.
#include <array>

#include "tests/fuzz/fuzz_target.hpp"
#include "tests/fuzz/made_archive.hpp"
#include "tests/fuzz/opened_archive.hpp"

namespace urlsieve::fuzz::containers_target {

extern const std::size_t longest_input = 1'000;

void run(fuzz_input& given) {
  constexpr std::array<testing::way, 4> ways{{{64, true}, {65, false}, {4096, false}, {0, false}}};
  const unsigned choice = given.byte();
  const std::string bytes = made_archive(given).make(4);
  const exact_bytes exact(bytes);
  const opened_archive whole = open_archive(exact.view(), testing::at_once);
  // Twice takes twice as long; most of it is found by once. A broken block of bzip2 or xz may give more or
  // less before its fault.
  const bool broken = whole.damaged[static_cast<std::size_t>(damage::corrupt_compression)] != 0;
  if (choice % 8 != 0 || broken || whole.size >= most_opened) return;
  const opened_archive cut = open_archive(exact.view(), ways[choice / 8 % ways.size()], ahead::all);
  require(cut.members == whole.members);
  require(cut.damaged == whole.damaged);
}

}  // namespace urlsieve::fuzz::containers_target
