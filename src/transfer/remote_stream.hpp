// A sequential download of a remote object from a server without range support. After a broken connection the
// stream reads the object from the start again, and fails if the bytes differ from the bytes of the first
// download.
#ifndef URLSIEVE_TRANSFER_REMOTE_STREAM_HPP
#define URLSIEVE_TRANSFER_REMOTE_STREAM_HPP

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "src/text/scan/fingerprint.hpp"
#include "src/transfer/http_client.hpp"
#include "src/transfer/remote_state.hpp"

namespace urlsieve {

class remote_stream final : public http_receiver, public std::enable_shared_from_this<remote_stream> {
 public:
  static constexpr std::size_t max_buffered = std::size_t{8} << 20;  // buffered bytes that pause the download

  // Takes over the response of `exchange`: the receiver passes its calls to this object.
  remote_stream(std::shared_ptr<remote_state> state, http_client::exchange_id exchange)
      : state_(std::move(state)), exchange_(exchange) {}

  // Moves buffered bytes into `out` and returns their number: 0 at the end, nullopt if the caller must wait.
  // Requires: the caller holds the mutex of the state.
  [[nodiscard]] std::optional<std::size_t> read(std::span<char> out);
  // Cancels the download. Requires: the caller holds the mutex of the state.
  void cancel();

  more begun(const http_head& head) override;
  more take(std::string_view bytes) override;
  void ended(const http_end& outcome) override;

 private:
  [[nodiscard]] bool repeat(std::string_view& bytes);
  void request(std::chrono::milliseconds delay);
  void finish_response(const http_end& outcome);
  void try_again(std::string why);

  const std::shared_ptr<remote_state> state_;
  http_client::exchange_id exchange_;
  bool done_ = false;
  bool is_paused_ = false;  // the download is paused until resume()
  std::string buffer_;
  std::size_t buffer_begin_ = 0;
  std::uint64_t arrived_ = 0;          // bytes of the object, without repeats
  running_checksum arrived_checksum_;  // of the first arrived_ bytes
  unsigned failures_ = 0;

  // State of the current response.
  http_head head_;
  bool accepted_ = false;
  bool progress_ = false;
  std::uint64_t repeated_ = 0;  // its bytes that an earlier response had
  running_checksum again_;
  std::string refusal_;
};

}  // namespace urlsieve

#endif
