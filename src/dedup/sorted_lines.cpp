#include "src/dedup/sorted_lines.hpp"

#include <algorithm>
#include <utility>

#include "src/text/scan/fingerprint.hpp"

namespace urlsieve {

sorted_lines::sorted_lines(std::size_t memory, spill_area::directory_maker directory)
    : area_(std::move(directory)),
      lines_(area_, {}, 0, sorted_entries::within(std::max(memory, smallest_memory))) {}

result<void> sorted_lines::add(std::string_view line) {
  return lines_.add({line, partition_hash(line)});
}

result<void> sorted_lines::read(const std::function<result<void>(std::string_view line)>& take) {
  result<void> status;
  const result<void> read = lines_.each([&](const known_url& line) {
    status = take(line.url);
    return status.has_value();
  });
  lines_.clear();
  area_.discard();
  return read ? status : read;
}

}  // namespace urlsieve
