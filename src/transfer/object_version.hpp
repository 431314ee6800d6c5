// Which version of a remote object is meant: as far as a server tells it, its length and its validator.
#ifndef URLSIEVE_TRANSFER_OBJECT_VERSION_HPP
#define URLSIEVE_TRANSFER_OBJECT_VERSION_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "src/transfer/http_exchange.hpp"

namespace urlsieve {

struct object_version {
  std::optional<std::uint64_t> size;  // bytes; nothing: it is not known
  std::string etag;                   // as it is told; empty: none is
  std::string modified;               // Last-Modified, likewise

  friend bool operator==(const object_version&, const object_version&) = default;
};

// What such a response is about; its length is told by fields that depend on what was asked for.
[[nodiscard]] object_version version_told(const http_head& head, std::optional<std::uint64_t> size);

// "its ETag was X and is Y": what differs in `now`, if anything. Last-Modified counts where there was no
// ETag, and what was not known then is not asked for.
[[nodiscard]] std::optional<std::string> difference_of(const object_version& then, const object_version& now);

}  // namespace urlsieve

#endif
