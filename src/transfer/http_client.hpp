// An asynchronous HTTP client: one internal thread runs any number of exchanges with servers at the same
// time.
#ifndef URLSIEVE_TRANSFER_HTTP_CLIENT_HPP
#define URLSIEVE_TRANSFER_HTTP_CLIENT_HPP

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "src/transfer/http_exchange.hpp"

namespace urlsieve {

// Receives the response to a request. The thread of the client makes all calls, one at a time. A call must
// return soon and must not throw, because all other exchanges wait for its end.
class http_receiver {
 public:
  enum class more : std::uint8_t {
    yes,
    later,  // pause: the client delivers the same bytes again after http_client::resume()
    no      // abort the exchange; the client calls ended()
  };

  virtual ~http_receiver() = default;
  // Receives the header, before the first take(), or before ended() if the body is empty. After `later`, the
  // exchange resumes with take(). The answer for an empty body is ignored.
  virtual more begun(const http_head& head) = 0;
  // Receives the next bytes of the body; the view is valid during the call.
  virtual more take(std::string_view bytes) = 0;
  // Receives the outcome. This is the last call. A cancelled exchange ends without the call. After `no`, the
  // outcome is neither arrived nor temporary.
  virtual void ended(const http_end& outcome) = 0;
};

class http_client {
 public:
  using exchange_id = std::uint64_t;

  // Starts the thread. Throws std::runtime_error if libcurl is missing.
  http_client();
  // Aborts all exchanges without a call of ended(), and joins the thread.
  ~http_client();
  http_client(const http_client&) = delete;
  http_client& operator=(const http_client&) = delete;

  // Sends `request` after `delay` and returns the id of the exchange. The client keeps `receiver` alive until
  // the exchange ends. start(), cancel() and resume() are thread-safe, do not block, and may be called by a
  // receiver.
  exchange_id start(http_request request, std::shared_ptr<http_receiver> receiver,
                    std::chrono::milliseconds delay = {});
  // Cancels an exchange. The receiver may still get calls until the thread of the client handles the order.
  void cancel(exchange_id id);
  // Resumes an exchange that was paused by more::later. Does nothing for an exchange that has ended.
  void resume(exchange_id id);

 private:
  class engine;
  std::unique_ptr<engine> engine_;
};

}  // namespace urlsieve

#endif
