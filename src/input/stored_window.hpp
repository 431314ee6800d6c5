// The stored bytes of one input as a window that slides over it: what was read and not yet used, and the last
// bytes before, so that a search for the next member may begin before the place where a broken one was
// noticed. Whoever keeps a view of stored bytes for longer than the next refill holds on to their memory: the
// window then goes on in another one.
#ifndef URLSIEVE_INPUT_STORED_WINDOW_HPP
#define URLSIEVE_INPUT_STORED_WINDOW_HPP

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/input/stored_file.hpp"

namespace urlsieve {

// Whether somebody may still write an input: reading it may have to wait.
enum class input_flow : std::uint8_t { stored, live };

class stored_window {
 public:
  static constexpr std::size_t look_back = std::size_t{64} << 10;
  static constexpr std::size_t block = std::size_t{1} << 20;
  static constexpr std::size_t most_left = 4 * block;  // of buffers that it keeps besides its own

  // Takes the descriptor over; standard input stays open. With a `stop`, a read that waits for somebody (a
  // pipe) ends the input soon after that is set. `expected`: how large the input seems to be, 0: unknown.
  // `patience`: of one that is live.
  stored_window(int descriptor, std::uint64_t expected, const std::atomic<bool>* stop, input_flow flow,
                std::chrono::milliseconds patience)
      : descriptor_(descriptor), expected_(expected), stop_(stop) {
    if (flow == input_flow::live) patience_ = patience;
  }
  explicit stored_window(std::string_view bytes) : memory_(bytes), in_memory_(true), ended_(true) {}
  // What `fetch` gives: it fills the bytes that it is given, and says how many there were; 0 at the end.
  using fetch = std::function<std::size_t(std::span<char>)>;
  // `waits`: whether it would have to wait; see pauses().
  stored_window(fetch from, std::function<bool()> waits)
      : fetch_(std::move(from)), fetch_waits_(std::move(waits)) {}
  ~stored_window();
  stored_window(const stored_window&) = delete;
  stored_window& operator=(const stored_window&) = delete;

  // The modification time of the file when its size was `expected`, in nanoseconds since 1970.
  void expect_time(std::int64_t modified) { modified_ = modified; }

  // How the file is another one than it was: shorter, or of another size and time. Nothing: it is the same,
  // or its time was not known.
  [[nodiscard]] std::optional<std::string> change() const;

  // What is there from the position on.
  [[nodiscard]] std::string_view rest() const { return bytes().substr(begin_); }
  [[nodiscard]] std::uint64_t position() const { return base_ + begin_; }
  // The first byte that is still held.
  [[nodiscard]] std::uint64_t held_from() const { return base_; }
  // Nothing follows rest().
  [[nodiscard]] bool ended() const { return ended_; }
  // The error that ended the input early, as errno; 0: none.
  [[nodiscard]] int failure() const { return failure_; }
  [[nodiscard]] std::uint64_t bytes_read() const { return memory_.size() + base_ + end_; }

  void advance(std::size_t size) { begin_ += size; }
  void move_to(std::uint64_t position) { begin_ = static_cast<std::size_t>(position - base_); }

  // Reads on; false if there is nothing more. `rest()` moves.
  bool refill();

  // As byte_source has it, of reading on.
  [[nodiscard]] bool pauses();

  // The memory that rest() is in; null for bytes that outlive the window.
  [[nodiscard]] std::shared_ptr<const char[]> memory() const { return buffer_; }

  // Reads on until rest() has `size` bytes (at most a block) or the input ends.
  void want(std::size_t size) {
    while (rest().size() < size && refill()) {
    }
  }

  // Takes the bytes right before the position back: they come again.
  void put_back(std::string_view bytes_before);

  // All of it, if it is a file of a size that is known, or memory.
  [[nodiscard]] std::optional<stored_file> in_any_order() const;

  // Where in_any_order() gives a file: reads on from `position`. What is held is dropped.
  void go_to(std::uint64_t position);

  // Before anything is read: what was read already by somebody else.
  void begin_with(std::string_view head) { hold_in_front(head, 0); }

  // With nothing held any more: reads straight into `out`; 0 at the end.
  std::size_t read_past(std::span<char> out);

 private:
  [[nodiscard]] std::string_view bytes() const {
    return in_memory_ ? memory_ : std::string_view(buffer_.get(), end_);
  }
  void hold_in_front(std::string_view bytes_before, std::uint64_t base);
  void make_space();
  std::shared_ptr<char[]> unused_buffer();
  std::size_t read_some(char* to, std::size_t size);
  bool wait_for_input();
  [[nodiscard]] bool comes_within(std::chrono::milliseconds time);
  [[nodiscard]] bool ends_early() const;

  int descriptor_ = -1;
  std::uint64_t expected_ = 0;
  std::optional<std::int64_t> modified_;
  const std::atomic<bool>* stop_ = nullptr;
  std::optional<std::chrono::milliseconds> patience_;          // nothing: not live
  bool is_there_ = false;                                      // something to read, as it was asked already
  std::optional<std::chrono::steady_clock::time_point> came_;  // the first byte since the last pause
  fetch fetch_;
  std::function<bool()> fetch_waits_;
  std::string_view memory_;
  bool in_memory_ = false;
  std::shared_ptr<char[]> buffer_;
  std::size_t capacity_ = 0;
  std::vector<std::shared_ptr<char[]>> left_;  // of that capacity, held by others when the window went on
  std::size_t begin_ = 0;
  std::size_t end_ = 0;  // of what was read into the buffer
  std::uint64_t base_ = 0;
  bool ended_ = false;
  bool asked_again_ = false;  // where the file seemed to end early
  int failure_ = 0;
};

}  // namespace urlsieve

#endif
