// A range of a remote object, from the request for its bytes until they are all there.
#ifndef URLSIEVE_TRANSFER_REMOTE_PIECE_HPP
#define URLSIEVE_TRANSFER_REMOTE_PIECE_HPP

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

// What is said of its members holds while the mutex of its state is held.
class remote_piece final : public http_receiver, public std::enable_shared_from_this<remote_piece> {
 public:
  // `planned` is called with the mutex held when it is known how far the object goes, and when it is done.
  remote_piece(std::shared_ptr<remote_state> state, std::uint64_t begin, std::uint64_t end,
               std::function<void()> planned);

  // Asks for what is missing.
  void ask(std::chrono::milliseconds delay = {});
  // It is not wanted any more.
  void leave();

  [[nodiscard]] std::uint64_t begin() const { return begin_; }
  [[nodiscard]] std::uint64_t end() const { return end_; }
  [[nodiscard]] bool done() const { return begin_ + filled_ == end_; }
  // What is there of it.
  [[nodiscard]] std::string_view bytes() const { return {data_.get(), filled_}; }

  more begun(const http_head& head) override;
  more take(std::string_view bytes) override;
  void ended(const http_end& how) override;

 private:
  [[nodiscard]] more begin_range(const http_head& head);
  [[nodiscard]] more lie(std::string what);
  void judge(const http_end& how);
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

  // Of the response at hand.
  http_head head_;
  std::size_t filled_before_ = 0;
  std::uint64_t response_end_ = 0;            // of the range that it has; 0: it has none
  std::string lie_;                           // what is wrong with it
  std::string refusal_;                       // what the body of one that is no success says
  std::shared_ptr<remote_stream> handed_on_;  // it turned out to be all of the object
};

}  // namespace urlsieve

#endif
