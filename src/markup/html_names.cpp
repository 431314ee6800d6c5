#include "src/markup/html_names.hpp"

namespace urlsieve {

name_index::name_index(const std::string_view* names, std::size_t count) : names_(names) {
  std::uint64_t multiplier = 0x9E3779B97F4A7C15;
  while (!fill(multiplier, count)) multiplier = multiplier * 6364136223846793005U + 1442695040888963408U;
  multiplier_ = multiplier;
}

bool name_index::fill(std::uint64_t multiplier, std::size_t count) {
  slots_.assign(std::size_t{1} << bits, slot{});
  for (std::size_t number = 1; number < count; ++number) {
    const std::uint64_t key = key_of(word_of(names_[number]), names_[number].size());
    slot& place = slots_[(key * multiplier) >> shift];
    if (place.number != 0) return false;
    place = {key, static_cast<std::uint8_t>(number)};
  }
  return true;
}

// Those with a prefix are found by it.
const name_index element_index(element_names.data(), static_cast<std::size_t>(html_element::vml));
const name_index attribute_index(attribute_names.data(), attribute_count);

}  // namespace urlsieve
