// What the exchanges about one remote object share: which version of it they are about, what is wrong with
// it, and how they wake who waits.
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

// All is read and written with `mutex` held.
struct remote_state {
  remote_access* access = nullptr;  // until over
  std::string name;
  std::mutex mutex;
  std::condition_variable changed;
  bool over = false;  // nobody waits any more

  object_version expected;                // what it must be, as far as that is known
  bool begun = false;                     // the server has told what there is
  object_version version;                 // that is read
  std::string url;                        // that it came from, behind all redirects
  std::shared_ptr<remote_stream> stream;  // of a server that gives no ranges; else null

  std::optional<remote_fault> fault;  // the one with the lowest place

  // Takes what the first response tells, unless it is not what is expected; what is not the same in a later
  // one, if anything.
  [[nodiscard]] std::optional<std::string> meet(const http_head& head, std::optional<std::uint64_t> size);
  void fail(damage reason, std::uint64_t at, std::string why, bool is_missing = false);
};

// What became of a response that is no success.
struct remote_refusal {
  bool temporary = false;
  damage reason = damage::unreadable;
  std::string why;
  bool is_missing = false;  // there is no such object
};

// `begin` of what a body says of an error of S3 is told, too. `state.mutex` is held.
[[nodiscard]] remote_refusal refusal_of(const remote_state& state, unsigned status, std::string_view body);

// Of the body of such a response so much is looked at.
inline constexpr std::size_t most_of_refusal = std::size_t{4} << 10;

}  // namespace urlsieve

#endif
