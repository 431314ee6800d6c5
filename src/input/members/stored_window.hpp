// A sliding window over the stored bytes of one input. The window holds the bytes read and not used, and the
// last bytes before them. A search for the next member can therefore begin before a detected fault. A
// consumer that keeps a view beyond the next refill() keeps memory(), too; the window then continues in
// another buffer.
#ifndef URLSIEVE_INPUT_MEMBERS_STORED_WINDOW_HPP
#define URLSIEVE_INPUT_MEMBERS_STORED_WINDOW_HPP

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

// Live input is still being written, so that a read may have to wait.
enum class input_flow : std::uint8_t { stored, live };

class stored_window {
 public:
  // Bytes before the position that the window keeps, and bytes of a usual read.
  static constexpr std::size_t look_back = std::size_t{64} << 10;
  static constexpr std::size_t block = std::size_t{1} << 20;
  static constexpr std::size_t most_left = 4 * block;  // bytes of spare buffers that the window keeps

  // Takes ownership of `descriptor`, but leaves standard input open. If `*stop` becomes true, a waiting read
  // ends the input within 100 ms; `stop` may be null. `expected`: apparent size of the input; 0: unknown.
  // `patience`: for live input (read_ahead).
  stored_window(int descriptor, std::uint64_t expected, const std::atomic<bool>* stop, input_flow flow,
                std::chrono::milliseconds patience)
      : descriptor_(descriptor), expected_(expected), stop_(stop) {
    if (flow == input_flow::live) patience_ = patience;
  }
  // Requires: `bytes` outlive the window.
  explicit stored_window(std::string_view bytes) : memory_(bytes), in_memory_(true), ended_(true) {}
  // Fills the span and returns the number of bytes; 0 at the end.
  using fetch = std::function<std::size_t(std::span<char>)>;
  // Reads by calling `read`. `waits` returns true if `read` would have to wait; see pauses().
  stored_window(fetch read, std::function<bool()> waits)
      : fetch_(std::move(read)), fetch_waits_(std::move(waits)) {}
  ~stored_window();
  stored_window(const stored_window&) = delete;
  stored_window& operator=(const stored_window&) = delete;

  // Sets the file's modification time, in nanoseconds since 1970, when its size was `expected`.
  void expect_time(std::int64_t modified) { modified_ = modified; }

  // Describes, for messages, how the file changed since expect_time(): shorter, or of another size and time.
  // Returns nullopt if the file is unchanged or expect_time() was not called.
  [[nodiscard]] std::optional<std::string> change() const;

  // Returns the bytes read and not used, from position() on. Valid until refill() or want().
  [[nodiscard]] std::string_view rest() const { return bytes().substr(begin_); }
  // Returns the offset of the first byte of rest() in the input.
  [[nodiscard]] std::uint64_t position() const { return base_ + begin_; }
  // Returns the offset of the first byte still held: the limit of move_to().
  [[nodiscard]] std::uint64_t held_from() const { return base_; }
  // Returns true if nothing follows rest().
  [[nodiscard]] bool ended() const { return ended_; }
  // Returns the errno of the read error that ended the input; 0: none.
  [[nodiscard]] int failure() const { return failure_; }
  // Returns the number of bytes read from the input so far.
  [[nodiscard]] std::uint64_t bytes_read() const { return memory_.size() + base_ + end_; }

  // Moves the position. Requires: the new position is in the held bytes, from held_from() to the end of
  // rest().
  void advance(std::size_t size) { begin_ += size; }
  void move_to(std::uint64_t position) { begin_ = static_cast<std::size_t>(position - base_); }

  // Reads more bytes behind rest(). Returns false at the end, after an error, and after `stop`. Invalidates
  // rest().
  bool refill();

  // See byte_source::pauses().
  [[nodiscard]] bool pauses();

  // Returns the owner of the memory of rest(); null for bytes that outlive the window.
  [[nodiscard]] std::shared_ptr<const char[]> memory() const { return buffer_; }

  // Reads until rest() has `size` bytes (at most a block) or the input ends.
  void want(std::size_t size) {
    while (rest().size() < size && refill()) {
    }
  }

  // Moves the position back in front of `bytes_before`, the bytes just before the position. The bytes need
  // not be held any more.
  void put_back(std::string_view bytes_before);

  // Returns the whole input for random access if it is memory, or a file of known size; else nullopt.
  [[nodiscard]] std::optional<stored_file> random_access() const;

  // Drops the held bytes and continues at `position`. Requires: random_access() returns a file.
  void seek(std::uint64_t position);

  // Puts `head`, which was read from the input already, in front. Requires: nothing was read.
  void begin_with(std::string_view head) { hold_in_front(head, 0); }

  // Reads straight into `out`; returns 0 at the end. Requires: rest() is empty.
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
  std::optional<std::chrono::milliseconds> patience_;  // nullopt: not live
  bool is_there_ = false;  // poll() reported data (or the end), which was not read yet
  std::optional<std::chrono::steady_clock::time_point>
      first_byte_at_;  // time of the first byte since the last pause
  fetch fetch_;
  std::function<bool()> fetch_waits_;
  std::string_view memory_;
  bool in_memory_ = false;
  std::shared_ptr<char[]> buffer_;
  std::size_t capacity_ = 0;
  std::vector<std::shared_ptr<char[]>> left_;  // buffers of the same capacity that consumers hold or held
  std::size_t begin_ = 0;
  std::size_t end_ = 0;  // of the bytes in the buffer
  std::uint64_t base_ = 0;
  bool ended_ = false;
  bool repeated_read_ = false;  // the read after an early end was repeated
  int failure_ = 0;
};

}  // namespace urlsieve

#endif
