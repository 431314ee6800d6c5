// The state that all exchanges of one remote object share: its version, its first fault, and the condition
// variable that wakes the reader.
#ifndef URLSIEVE_TRANSFER_REMOTE_STATE_HPP
#define URLSIEVE_TRANSFER_REMOTE_STATE_HPP

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "src/transfer/http_exchange.hpp"
#include "src/transfer/object_version.hpp"
#include "src/transfer/remote_object.hpp"

namespace urlsieve {

class remote_stream;

// Requires for all members: the caller holds `mutex`.
struct remote_state {
  remote_access* access = nullptr;  // valid until `over`
  std::string name;
  std::mutex mutex;
  std::condition_variable changed;
  bool over = false;  // the remote_object is destroyed

  object_version expected;                // required version; unknown values match any
  bool begun = false;                     // the first valid response has arrived
  object_version version;                 // of the first response
  std::string url;                        // retrieval URL, after redirects
  std::shared_ptr<remote_stream> stream;  // for a server without ranges; else null

  std::optional<remote_fault> fault;  // with the lowest offset

  // Checks the version in a response header: the first against `expected`, later headers against the first.
  // Returns nullopt if the versions match, else a description of the difference. The first match sets
  // `begun`, `version` and `url`.
  [[nodiscard]] std::optional<std::string> meet(const http_head& head, std::optional<std::uint64_t> size);
  // Stores a fault at offset `at`, unless an earlier offset has one, and wakes the reader.
  void fail(damage reason, std::uint64_t at, std::string why, bool is_missing = false);
};

// The meaning of an error response.
struct error_response {
  bool temporary = false;  // a retry may succeed
  damage reason = damage::unreadable;
  std::string why;
  bool is_missing = false;  // the object does not exist
};

// Classifies an error response; `why` includes the error code of S3 from `body`, the beginning of the body.
// Requires: the caller holds `state.mutex`.
[[nodiscard]] error_response classify_error_response(const remote_state& state, unsigned status,
                                                     std::string_view body);

// Bytes kept of the body of an error response.
inline constexpr std::size_t max_error_body = std::size_t{4} << 10;

}  // namespace urlsieve

#endif
