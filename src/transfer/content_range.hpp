// A parser of the header Content-Range (RFC 9110 section 14.4): the byte range of a response, and the size of
// the whole.
#ifndef URLSIEVE_TRANSFER_CONTENT_RANGE_HPP
#define URLSIEVE_TRANSFER_CONTENT_RANGE_HPP

#include <cstdint>
#include <optional>
#include <string_view>

namespace urlsieve {

struct content_range {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;               // behind the last byte; 0: no range ("bytes */100")
  std::optional<std::uint64_t> total;  // bytes of the whole; nullopt: unknown ("bytes 0-9/*")

  friend bool operator==(const content_range&, const content_range&) = default;
};

// Parses the value of a Content-Range. Returns nullopt for another unit than bytes, and for a malformed or
// impossible range.
[[nodiscard]] std::optional<content_range> parse_content_range(std::string_view field);

}  // namespace urlsieve

#endif
