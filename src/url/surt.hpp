// The Sort-friendly URI Reordering Transform of the Internet Archive: the labels of the host turned round, so
// that URLs of one domain sort together: "http://www.archive.org/x" -> "org,archive)/x".
#ifndef URLSIEVE_URL_SURT_HPP
#define URLSIEVE_URL_SURT_HPP

#include <cstddef>
#include <string_view>

namespace urlsieve {

[[nodiscard]] constexpr std::size_t surt_room(std::size_t url_size) {
  return url_size + 16;
}

// Writes the key of `url`, which is at the scheme rung, to `out`, which has surt_room() bytes; returns its
// size. The scheme, the userinfo, "www." before the host, session ids and a "/" at the end are left out,
// letters are lowered, parameters sorted. A URL without a host is its own key, lowered.
std::size_t write_surt(std::string_view url, char* out);

[[nodiscard]] constexpr std::size_t surt_url_room(std::size_t key_size) {
  return key_size + 8;
}

// Writes a URL that has the key `key` to `out`, which has surt_url_room() bytes; returns its size, 0 if `key`
// is no key: "org,archive)/x" -> "http://archive.org/x". The key does not tell the scheme: it is http, unless
// the key is written with it, as Heritrix does ("https://(org,archive,)/x").
std::size_t write_url_of_surt(std::string_view key, char* out);

}  // namespace urlsieve

#endif
