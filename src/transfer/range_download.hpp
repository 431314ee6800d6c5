// The download of one range of a remote object, with retries, until all bytes have arrived.
#ifndef URLSIEVE_TRANSFER_RANGE_DOWNLOAD_HPP
#define URLSIEVE_TRANSFER_RANGE_DOWNLOAD_HPP

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "src/transfer/http_client.hpp"
#include "src/transfer/remote_state.hpp"

namespace urlsieve {

// Requires for all members except begun(), take() and ended(): the caller holds the mutex of `state`.
class range_download final : public http_receiver, public std::enable_shared_from_this<range_download> {
 public:
  // Covers bytes [begin, end); `end` shrinks to the size of the object. Calls `planned` with the mutex held
  // if this response is the first that states the size of the object, and when all bytes have arrived; never
  // for an empty object, or a server without ranges. Requires: begin < end.
  range_download(std::shared_ptr<remote_state> state, std::uint64_t begin, std::uint64_t end,
                 std::function<void()> planned);

  // Requests the missing bytes after `delay`. Stores a fault in `state` if the request is impossible.
  void request(std::chrono::milliseconds delay = {});
  // Cancels the download and ignores the rest of the response.
  void cancel();

  [[nodiscard]] std::uint64_t begin() const { return begin_; }
  [[nodiscard]] std::uint64_t end() const { return end_; }
  // Returns true if all bytes have arrived.
  [[nodiscard]] bool done() const { return begin_ + filled_ == end_; }
  // Returns the bytes that have arrived, from begin() on; valid while the mutex is held.
  [[nodiscard]] std::string_view bytes() const { return {data_.get(), filled_}; }

  more begun(const http_head& head) override;
  more take(std::string_view bytes) override;
  void ended(const http_end& outcome) override;

 private:
  [[nodiscard]] more begin_range(const http_head& head);
  [[nodiscard]] more reject(std::string violation);
  void finish_response(const http_end& outcome);
  [[nodiscard]] bool reports_empty_object() const;
  void try_again(std::string why);
  void fail(damage reason, std::string why);

  const std::shared_ptr<remote_state> state_;
  const std::uint64_t begin_;
  std::uint64_t end_;
  std::function<void()> planned_;
  std::unique_ptr<char[]> data_;
  std::size_t filled_ = 0;
  http_client::exchange_id exchange_ = 0;
  bool left_ = false;
  unsigned failures_ = 0;  // in a row
  unsigned relocations_ = 0;

  // State of the current response.
  http_head head_;
  std::size_t filled_before_ = 0;
  std::uint64_t response_end_ = 0;         // end of its range in the object; 0: no range
  std::string violation_;                  // violation of the protocol; empty: valid
  std::string refusal_;                    // beginning of the body of an error response
  std::shared_ptr<remote_stream> stream_;  // receiver of the response, if it holds the whole object
};

}  // namespace urlsieve

#endif
