// Content-Range (RFC 9110 section 14.4): which bytes of how many a response holds.
#ifndef URLSIEVE_TRANSFER_CONTENT_RANGE_HPP
#define URLSIEVE_TRANSFER_CONTENT_RANGE_HPP

#include <cstdint>
#include <optional>
#include <string_view>

namespace urlsieve {

struct content_range {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;  // behind the last byte; 0: none is there ("bytes */100")
  std::optional<std::uint64_t> total;

  friend bool operator==(const content_range&, const content_range&) = default;
};

// Nothing where it is no range of bytes, or one that cannot be.
[[nodiscard]] std::optional<content_range> parse_content_range(std::string_view field);

}  // namespace urlsieve

#endif
