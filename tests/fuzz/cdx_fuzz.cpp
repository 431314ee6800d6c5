// CDX reader: a line yields at most one URL, skip or damage, and the same result alone as among other lines.
#include "src/documents/lines/cdx.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include "tests/fuzz/fuzz_target.hpp"

namespace urlsieve::fuzz::cdx_target {
namespace {

struct answers {
  std::vector<std::string> urls;
  std::uint64_t skipped = 0;
  std::uint64_t damaged = 0;

  void add(std::string_view lines) {
    document index;
    index.body = lines;
    std::vector<reference> out;
    arena buffer;
    stats counted;
    read_cdx_lines(index, out, buffer, counted);
    for (const reference& link : out) urls.emplace_back(link.raw);
    for (const auto& [name, times] : counted.skipped) skipped += times;
    damaged += counted.total_damage();
  }
  [[nodiscard]] std::uint64_t all() const { return urls.size() + skipped + damaged; }

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
