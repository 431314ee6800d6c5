// Exchanges with servers, any number at the same time, done by one thread of the client's own.
#ifndef URLSIEVE_TRANSFER_HTTP_CLIENT_HPP
#define URLSIEVE_TRANSFER_HTTP_CLIENT_HPP

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "src/transfer/http_exchange.hpp"

namespace urlsieve {

// What takes the answer to a request. Called by the client's thread, one call at a time, and never for long:
// all exchanges wait.
class http_receiver {
 public:
  enum class more : std::uint8_t {
    yes,
    later,  // the bytes come again after http_client::go_on()
    no      // the exchange is given up; ended() is called
  };

  virtual ~http_receiver() = default;
  // Before the first byte of the body, or before ended() where there is none.
  virtual more begun(const http_head& head) = 0;
  virtual more take(std::string_view bytes) = 0;
  // The last call, but of an exchange that was cancelled: that gets none.
  virtual void ended(const http_end& how) = 0;
};

class http_client {
 public:
  using exchange_id = std::uint64_t;

  // Throws std::runtime_error where libcurl is not there.
  http_client();
  // Gives up what is under way.
  ~http_client();
  http_client(const http_client&) = delete;
  http_client& operator=(const http_client&) = delete;

  // Begins after `delay`. Any thread may call this and what follows, the receivers, too.
  exchange_id start(http_request request, std::shared_ptr<http_receiver> receiver,
                    std::chrono::milliseconds delay = {});
  void cancel(exchange_id which);
  void go_on(exchange_id which);

 private:
  class engine;
  std::unique_ptr<engine> engine_;
};

// An answer as a whole.
struct http_reply {
  http_end end;
  http_head head;
  std::string body;
};

// Waits for the answer, of which at most `most` bytes are taken. Set, `stop` ends it soon: not arrived.
[[nodiscard]] http_reply exchange(http_client& client, http_request request, std::size_t most,
                                  const std::atomic<bool>* stop);

}  // namespace urlsieve

#endif
