#include "src/references/html_names.hpp"

#include <cstring>
#include <vector>

#include "src/references/html_tokenizer.hpp"

namespace urlsieve {
namespace {

// Letters in lower case, eight bytes at once: adds 0x20 where a byte lies in 'A'..'Z'.
constexpr std::uint64_t lower_case(std::uint64_t word) {
  constexpr std::uint64_t each = 0x0101010101010101;
  const std::uint64_t low = word & (0x7F * each);
  const std::uint64_t from_a = low + (0x80 - 'A') * each;
  const std::uint64_t past_z = low + (0x7F - 'Z') * each;
  const std::uint64_t upper = from_a & ~past_z & ~word & (0x80 * each);
  return word | (upper >> 2U);
}

// The first eight bytes and the length: enough to tell any two of our names apart but for their tails, which
// are compared.
std::uint64_t key_of(std::uint64_t word, std::size_t size) {
  return lower_case(word) ^ (size << 57U);
}

std::uint64_t word_of(std::string_view name) {
  std::uint64_t word = 0;
  std::memcpy(&word, name.data(), name.size() < 8 ? name.size() : 8);
  return word;
}

// `name` is not empty; eight bytes can be read from it.
std::uint64_t padded_word_of(std::string_view name) {
  std::uint64_t word = 0;
  std::memcpy(&word, name.data(), 8);
  return name.size() < 8 ? word & (~std::uint64_t{0} >> (64U - 8U * name.size())) : word;
}

// A hash table without collisions: the multiplier is searched for when it is built.
class name_index {
 public:
  explicit name_index(const std::string_view* names, std::size_t count) : names_(names) {
    std::uint64_t multiplier = 0x9E3779B97F4A7C15;
    while (!fill(multiplier, count)) multiplier = multiplier * 6364136223846793005U + 1442695040888963407U;
    multiplier_ = multiplier | 1U;
  }

  [[nodiscard]] std::uint8_t find(std::string_view name, std::uint64_t word) const {
    if (name.size() > longest) return 0;
    const std::uint64_t key = key_of(word, name.size());
    const slot& place = slots_[(key * multiplier_) >> shift];
    if (place.key != key) return 0;
    const std::string_view known = names_[place.number];
    if (known.size() != name.size() || (name.size() > 8 && !same_letters(name, known))) return 0;
    return place.number;
  }

 private:
  static constexpr unsigned bits = 12;
  static constexpr unsigned shift = 64 - bits;
  static constexpr std::size_t longest = 18;

  struct slot {
    std::uint64_t key = 0;
    std::uint8_t number = 0;
  };

  bool fill(std::uint64_t multiplier, std::size_t count) {
    slots_.assign(std::size_t{1} << bits, slot{});
    for (std::size_t number = 1; number < count; ++number) {
      const std::uint64_t key = key_of(word_of(names_[number]), names_[number].size());
      slot& place = slots_[(key * (multiplier | 1U)) >> shift];
      if (place.number != 0) return false;
      place = {key, static_cast<std::uint8_t>(number)};
    }
    return true;
  }

  const std::string_view* names_;
  std::uint64_t multiplier_ = 0;
  std::vector<slot> slots_;
};

// Built before main, so that no look-up asks whether it is there.
const name_index elements(element_names.data(), element_count);
const name_index attributes(attribute_names.data(), attribute_count);

}  // namespace

html_element element_named(std::string_view name) {
  return static_cast<html_element>(elements.find(name, word_of(name)));
}

link_attribute attribute_named(std::string_view name) {
  return static_cast<link_attribute>(attributes.find(name, word_of(name)));
}

html_element padded_element_named(std::string_view name) {
  return static_cast<html_element>(elements.find(name, padded_word_of(name)));
}

link_attribute padded_attribute_named(std::string_view name) {
  return static_cast<link_attribute>(attributes.find(name, padded_word_of(name)));
}

}  // namespace urlsieve
