// All of a remote object, one byte after the other, from a server that gives no ranges. Where the connection
// breaks, it is read once more from the beginning: what was had before must come again as it was.
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

#include "src/text/fingerprint.hpp"
#include "src/transfer/http_client.hpp"
#include "src/transfer/remote_state.hpp"

namespace urlsieve {

class remote_stream final : public http_receiver, public std::enable_shared_from_this<remote_stream> {
 public:
  static constexpr std::size_t most_held = std::size_t{8} << 20;

  // `exchange`: the one whose response it takes over.
  remote_stream(std::shared_ptr<remote_state> state, http_client::exchange_id exchange)
      : state_(std::move(state)), exchange_(exchange) {}

  // With the mutex of the state held: moves what is there into `out`; nothing: it is to be waited for.
  [[nodiscard]] std::optional<std::size_t> read(std::span<char> out);
  void leave();

  more begun(const http_head& head) override;
  more take(std::string_view bytes) override;
  void ended(const http_end& how) override;

 private:
  [[nodiscard]] bool repeat(std::string_view& bytes);
  void ask(std::chrono::milliseconds delay);
  void judge(const http_end& how);
  void try_again(std::string why);

  const std::shared_ptr<remote_state> state_;
  http_client::exchange_id exchange_;
  bool done_ = false;
  bool held_back_ = false;  // the client waits for go_on()
  std::string held_;
  std::size_t held_from_ = 0;
  std::uint64_t arrived_ = 0;  // bytes, once
  running_checksum had_;       // of them
  unsigned failures_ = 0;

  // Of the response at hand.
  http_head head_;
  bool accepted_ = false;
  bool progress_ = false;
  std::uint64_t repeated_ = 0;  // bytes of it that came before
  running_checksum again_;
  std::string refusal_;
};

}  // namespace urlsieve

#endif
