// Byte classes of the maps that prove an http or https URL to be in normal form.
#ifndef URLSIEVE_URL_NORMALIZE_NORMAL_TERMS_HPP
#define URLSIEVE_URL_NORMALIZE_NORMAL_TERMS_HPP

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "src/text/scan/byte_class.hpp"
#include "src/text/scan/copy_and_classify.hpp"

namespace urlsieve {

// Brackets are kept (see repair.cpp); "%" and "#" are checked individually.
inline constexpr byte_set normal_plain = bytes::query_char | byte_set("[]");

inline constexpr byte_classes normal_url_terms{
    rows_of(normal_plain), rows_of(bytes::lower | bytes::digit), {'/', '.', '-'}};

// Returns the positions of "/" before ".", except at the last byte of the window. Each may begin a dot
// segment, or a name such as ".well-known".
[[nodiscard]] inline text_map slashes_before_dots(const class_maps& maps) {
  const text_map& slashes = maps.marks[0];
  const text_map& dots = maps.marks[1];
  return {slashes[0] & (dots[0] >> 1U | dots[1] << 63U), slashes[1] & dots[1] >> 1U};
}

// Returns the length of "http://" or "https://" at the front; 0 if there is neither, or nothing follows.
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
