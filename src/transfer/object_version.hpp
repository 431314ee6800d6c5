// The version of a remote object, as reported by the server: length and validator (ETag or Last-Modified).
#ifndef URLSIEVE_TRANSFER_OBJECT_VERSION_HPP
#define URLSIEVE_TRANSFER_OBJECT_VERSION_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "src/transfer/http_exchange.hpp"

namespace urlsieve {

struct object_version {
  std::optional<std::uint64_t> size;  // bytes; nullopt: unknown
  std::string etag;                   // verbatim; empty: not reported
  std::string modified;               // Last-Modified, verbatim; empty: not reported

  friend bool operator==(const object_version&, const object_version&) = default;
};

// Returns the version in the header of a response. The caller passes the size of the object, because the
// field that holds the size depends on the request.
[[nodiscard]] object_version version_of_response(const http_head& head, std::optional<std::uint64_t> size);

// Returns a description of the difference, such as "its ETag was X and is Y", or nullopt if `new_version`
// matches `old_version`. Compares Last-Modified only if `old_version` has no ETag, and ignores values that
// `old_version` lacks.
[[nodiscard]] std::optional<std::string> difference_of(const object_version& old_version,
                                                       const object_version& new_version);

}  // namespace urlsieve

#endif
