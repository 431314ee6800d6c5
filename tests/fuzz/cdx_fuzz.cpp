// The CDX reader: each line has one answer at most, and the same alone as among others.
#include "src/documents/lines/cdx.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include "tests/fuzz/fuzz_target.hpp"

namespace urlsieve::fuzz::cdx_target {
namespace {

struct answers {
  std::vector<std::string> urls;
  std::uint64_t without = 0;
  std::uint64_t broken = 0;

  void add(std::string_view lines) {
    document index;
    index.body = lines;
    std::vector<reference> out;
    arena buffer;
    stats counted;
    read_cdx_lines(index, out, buffer, counted);
    for (const reference& one : out) urls.emplace_back(one.raw);
    for (const auto& [name, times] : counted.skipped) without += times;
    broken += counted.total_damage();
  }
  [[nodiscard]] std::uint64_t all() const { return urls.size() + without + broken; }

  friend bool operator==(const answers&, const answers&) = default;
};

}  // namespace

extern const std::size_t longest_input = 20'000;

void run(fuzz_input& given) {
  const std::string_view lines = given.rest();
  answers together;
  together.add(lines);
  answers apart;
  for (fuzz_input left(lines); !left.empty();) {
    const std::uint64_t before = apart.all();
    apart.add(left.up_to('\n'));
    require(apart.all() <= before + 1);
  }
  require(together == apart);
}

}  // namespace urlsieve::fuzz::cdx_target
