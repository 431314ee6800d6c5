// sighting_set against a std::map: sightings from the input, in batches that the input cuts, with hashes that
// may collide.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "src/dedup/sighting_set.hpp"
#include "src/text/scan/fingerprint.hpp"
#include "tests/fuzz/fuzz_target.hpp"

namespace urlsieve::fuzz::sighting_set_target {
namespace {

struct known {
  std::uint64_t count = 0;
  std::uint64_t order = ~std::uint64_t{0};
  std::string_view columns;
};

}  // namespace

extern const std::size_t longest_input = 20'000;

// First byte: the quality of the hash and whether the set keeps columns. Then records: a byte with the size
// of the URL and whether the batch ends, a byte with the size of the columns, a byte with the order, the URL,
// the columns.
void run(fuzz_input& given) {
  const unsigned manner = given.byte();
  const bool keeps_columns = (manner & 1U) != 0;
  const std::uint64_t mask = manner < 64 ? 0 : manner < 128 ? 7 : ~std::uint64_t{0};

  sighting_set set(keeps_columns);
  std::map<std::string_view, known> expected;
  std::vector<sighting> batch;
  for (std::uint64_t number = 0; !given.empty(); ++number) {
    const unsigned head = given.byte();
    const std::size_t columns_size = given.byte();
    const std::uint64_t order = std::uint64_t{given.byte()} << 32U | number;
    const std::string_view url = given.take(head >> 1U);
    const std::string_view columns = given.take(columns_size);
    batch.push_back({url, partition_hash(url) & mask, order, columns});
    known& entry = expected[url];
    ++entry.count;
    if (order < entry.order) {
      entry.order = order;
      entry.columns = columns;
    }
    if ((head & 1U) == 0) continue;
    set.insert(batch);
    batch.clear();
  }
  set.insert(batch);

  require(set.size() == expected.size());
  set.sort_by_bytes();
  auto next = expected.begin();
  set.for_each([&](const sighting_set::entry& entry) {
    require(entry.url == next->first);
    require(entry.count == next->second.count);
    require(entry.order == next->second.order);
    require(entry.columns == (keeps_columns ? next->second.columns : std::string_view()));
    ++next;
  });
  set.sort_by_order();
  for (std::size_t rank = 1; rank < set.size(); ++rank) require(set[rank - 1].order < set[rank].order);
}

}  // namespace urlsieve::fuzz::sighting_set_target
