// The CDX reader: each line has one answer at most, and the same alone as among others.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "src/documents/lines/cdx.hpp"

namespace {

struct answers {
  std::vector<std::string> urls;
  std::uint64_t without = 0;
  std::uint64_t broken = 0;

  void add(std::string_view lines) {
    using namespace urlsieve;
    document index;
    index.body = lines;
    std::vector<reference> out;
    arena room;
    stats counted;
    read_cdx_lines(index, out, room, counted);
    for (const reference& one : out) urls.emplace_back(one.raw);
    for (const auto& [name, times] : counted.passed_over) without += times;
    broken += counted.total_damage();
  }

  friend bool operator==(const answers&, const answers&) = default;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string lines(reinterpret_cast<const char*>(data), size);
  answers together;
  together.add(lines);
  answers apart;
  for (std::size_t begin = 0; begin < lines.size();) {
    const std::size_t end = std::min(lines.find('\n', begin), lines.size());
    const std::uint64_t before = apart.urls.size() + apart.without + apart.broken;
    apart.add(std::string(lines, begin, end - begin));
    if (apart.urls.size() + apart.without + apart.broken > before + 1) std::abort();
    begin = end + 1;
  }
  if (together != apart) std::abort();
  return 0;
}
