// Ranges of a remote object that are far apart: requested ahead, delivered in order. Every response is
// checked against the first response, as in remote_object.
#ifndef URLSIEVE_TRANSFER_REMOTE_RANGES_HPP
#define URLSIEVE_TRANSFER_REMOTE_RANGES_HPP

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>

#include "src/transfer/object_version.hpp"
#include "src/transfer/remote_object.hpp"

namespace urlsieve {

class range_download;
struct remote_state;

// One thread at a time may use an object.
class remote_ranges {
 public:
  // Sends no request. `stop` (may be null) ends all waiting soon after the flag is set, and must outlive the
  // object. Another version than `expected` fails as damage::changed_input.
  remote_ranges(std::shared_ptr<remote_access> access, const std::string& name, const std::atomic<bool>* stop,
                object_version expected = {});
  ~remote_ranges();
  remote_ranges(const remote_ranges&) = delete;
  remote_ranges& operator=(const remote_ranges&) = delete;

  // Requests `size` bytes from offset `begin`. All ranges but the first wait for the first response, which
  // shows if the server supports ranges. Throws std::runtime_error if libcurl is missing. Requires: size !=
  // 0.
  void expect(std::uint64_t begin, std::size_t size);

  // Replaces `out` by the bytes of the first expected range that was not read; fewer at the end of the
  // object. Returns false if the bytes are unavailable (see failure()), or if `stop` is set. A server without
  // ranges delivers only ranges that do not begin before the end of the range before. Requires: a range is
  // expected.
  [[nodiscard]] bool read(std::string& out);

  // Return the version and the retrieval URL, after redirects, of the object; empty before the first
  // response.
  [[nodiscard]] object_version version() const;
  [[nodiscard]] std::string url() const;
  // Returns false if the server has answered, and does not support ranges.
  [[nodiscard]] bool random_access() const;

  // Returns the fault of the last read() that returned false, if any.
  [[nodiscard]] const std::optional<remote_fault>& failure() const { return failure_; }

 private:
  struct state;
  struct range {
    std::uint64_t begin = 0;
    std::size_t size = 0;
  };

  [[nodiscard]] bool read_stream(const range& wanted, std::string& out);

  std::shared_ptr<remote_access> access_;
  const std::atomic<bool>* stop_;
  std::shared_ptr<state> state_;
  std::deque<range> expected_;
  std::uint64_t streamed_ = 0;  // bytes taken from a server without ranges
  std::optional<remote_fault> failure_;
};

}  // namespace urlsieve

#endif
