// The Sort-friendly URI Reordering Transform (SURT) of the Internet Archive: reverses the labels of the host,
// so that URLs of a domain sort together: "http://www.archive.org/x" -> "org,archive)/x".
#ifndef URLSIEVE_URL_NORMALIZE_SURT_HPP
#define URLSIEVE_URL_NORMALIZE_SURT_HPP

#include <cstddef>
#include <string_view>

namespace urlsieve {

// Returns the capacity in bytes that write_surt() needs.
[[nodiscard]] constexpr std::size_t surt_capacity(std::size_t url_size) {
  return url_size + 16;
}

// Writes the key of `url` to `out` and returns its size. Drops the scheme, the userinfo, "www." and "www2."
// (any number) before the host, session ids, empty parameters, a trailing "/" and the fragment. Lowers
// letters and sorts parameters; keeps the port. The key of a URL without a host is the lowered URL. Requires:
// `url` is at the scheme rung, and `out` has surt_capacity() bytes.
std::size_t write_surt(std::string_view url, char* out);

// Returns the capacity in bytes that write_url_of_surt() needs.
[[nodiscard]] constexpr std::size_t surt_url_capacity(std::size_t key_size) {
  return key_size + 8;
}

// Writes a URL with the key `key` to `out`: "org,archive)/x" -> "http://archive.org/x". Returns its size, or
// 0 if `key` is not a key. The scheme is http, unless the key includes a scheme, as Heritrix writes keys
// ("https://(org,archive,)/x"). Requires: `out` has surt_url_capacity() bytes.
std::size_t write_url_of_surt(std::string_view key, char* out);

}  // namespace urlsieve

#endif
