// What the maps of an http or https URL are drawn of, where they are to prove that it is in normal form.
#ifndef URLSIEVE_URL_NORMAL_TERMS_HPP
#define URLSIEVE_URL_NORMAL_TERMS_HPP

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "src/text/byte_class.hpp"
#include "src/text/copy_and_classify.hpp"

namespace urlsieve {

// Brackets stay as they are (see repair.cpp); "%" and "#" are looked at one by one.
inline constexpr byte_set normal_plain = bytes::query_char | byte_set("[]");

inline constexpr byte_classes normal_url_terms{
    rows_of(normal_plain), rows_of(bytes::lower | bytes::digit), {'/', '.', '-'}};

// The "/" that stand before a ".", the last byte of the window apart. A dot segment begins at one of these;
// ".well-known" does, too, so they are looked at.
[[nodiscard]] inline text_map slashes_before_dots(const class_maps& maps) {
  const text_map& slashes = maps.marks[0];
  const text_map& dots = maps.marks[1];
  return {slashes[0] & (dots[0] >> 1U | dots[1] << 63U), slashes[1] & dots[1] >> 1U};
}

// The length of "http://" or "https://" at the front; 0: neither, or nothing behind it.
[[nodiscard]] inline std::size_t web_scheme_size(std::string_view url) {
  constexpr std::string_view secure = "https://";
  if (url.size() <= secure.size()) return 0;
  std::uint64_t front;
  std::uint64_t wanted;
  std::memcpy(&front, url.data(), sizeof(front));
  std::memcpy(&wanted, secure.data(), sizeof(wanted));
  if (front == wanted) return 8;
  return std::memcmp(url.data(), "http://", 7) == 0 ? 7 : 0;
}

}  // namespace urlsieve

#endif
