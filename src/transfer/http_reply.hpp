// Complete responses of HTTP servers, for requests whose responses are small.
#ifndef URLSIEVE_TRANSFER_HTTP_REPLY_HPP
#define URLSIEVE_TRANSFER_HTTP_REPLY_HPP

#include <atomic>
#include <cstddef>
#include <string>

#include "src/transfer/http_client.hpp"
#include "src/transfer/http_exchange.hpp"

namespace urlsieve {

// A complete response.
struct http_reply {
  http_end end;
  http_head head;
  std::string body;
};

// Sends `request` and waits for the complete response. If the body is longer than `most` bytes, or soon after
// `stop` (may be null) is set, the exchange is aborted: `end.arrived` of the reply is false. Requires: the
// caller is not a receiver, because the wait would block the client.
[[nodiscard]] http_reply exchange(http_client& client, http_request request, std::size_t most,
                                  const std::atomic<bool>* stop);

}  // namespace urlsieve

#endif
