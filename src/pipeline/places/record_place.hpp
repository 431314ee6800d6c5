// The place of a stored record: the bytes of a file that hold one record of a web archive.
#ifndef URLSIEVE_PIPELINE_RECORD_PLACE_HPP
#define URLSIEVE_PIPELINE_RECORD_PLACE_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace urlsieve {

struct record_place {
  std::string_view input;    // name of the file, or "outer.wacz!member"
  std::uint64_t offset = 0;  // stored bytes
  std::uint64_t length = 0;
  std::span<const std::uint64_t> shorter = {};  // other lengths that rows name, ascending
};

// A place as a key whose byte order is the order of input, offset and length.
inline constexpr std::size_t place_number_size = 8;

inline void append_place_number(std::uint64_t number, std::string& key) {
  for (std::size_t i = place_number_size; i > 0; --i)
    key += static_cast<char>(number >> (8 * (i - 1)) & 0xFFU);
}

inline void append_place_key(const record_place& place, std::string& key) {
  key.append(place.input).append(1, '\0');
  append_place_number(place.offset, key);
  append_place_number(place.length, key);
}

// Returns the place of a key of append_place_key(). The name points into the key.
[[nodiscard]] inline record_place place_of_key(std::string_view key) {
  const auto number = [&](std::size_t at) {
    std::uint64_t value = 0;
    for (const char byte : key.substr(at, place_number_size))
      value = value << 8U | static_cast<unsigned char>(byte);
    return value;
  };
  const std::size_t numbers = key.size() - 2 * place_number_size;
  return {key.substr(0, numbers - 1), number(numbers), number(numbers + place_number_size)};
}

// Returns true if the places of two keys have the same input and offset.
[[nodiscard]] inline bool have_equal_begins(std::string_view a, std::string_view b) {
  return a.size() == b.size() &&
         a.substr(0, a.size() - place_number_size) == b.substr(0, b.size() - place_number_size);
}

}  // namespace urlsieve

#endif
