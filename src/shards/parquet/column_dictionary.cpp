#include "src/shards/parquet/column_dictionary.hpp"

#include <algorithm>

#include "src/shards/parquet/varints.hpp"
#include "src/text/scan/fingerprint.hpp"

namespace urlsieve::parquet {
namespace {

constexpr std::size_t first_slots = 256;
constexpr std::size_t size_bytes = 4;

}  // namespace

std::string_view column_dictionary::value(std::uint32_t index) const {
  const std::size_t begin = begins_[index];
  const std::size_t end = index + 1 < begins_.size() ? begins_[index + 1] - size_bytes : plain_.size();
  return std::string_view(plain_).substr(begin, end - begin);
}

void column_dictionary::grow() {
  slots_.assign(std::max(first_slots, 2 * slots_.size()), 0);
  for (std::uint32_t place = 0; place < begins_.size(); ++place) {
    std::size_t at = partition_hash(value(place)) & (slots_.size() - 1);
    while (slots_[at] != 0) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = place + 1;
  }
}

std::uint32_t column_dictionary::place_of(std::string_view wanted) {
  if (2 * (begins_.size() + 1) > slots_.size()) grow();
  std::size_t at = partition_hash(wanted) & (slots_.size() - 1);
  for (; slots_[at] != 0; at = (at + 1) & (slots_.size() - 1))
    if (value(slots_[at] - 1) == wanted) return slots_[at] - 1;
  const auto place = static_cast<std::uint32_t>(begins_.size());
  append_fixed32(static_cast<std::uint32_t>(wanted.size()), plain_);
  begins_.push_back(static_cast<std::uint32_t>(plain_.size()));
  plain_.append(wanted);
  slots_[at] = place + 1;
  return place;
}

void column_dictionary::clear() {
  plain_.clear();
  begins_.clear();
  slots_.clear();
}

}  // namespace urlsieve::parquet
