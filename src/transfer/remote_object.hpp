// The bytes of a remote object, prefetched in ranges over several connections. After a broken connection the
// download resumes at the first missing byte. Every response is checked against the first response: all bytes
// belong to one version of one length, or reading fails.
#ifndef URLSIEVE_TRANSFER_REMOTE_OBJECT_HPP
#define URLSIEVE_TRANSFER_REMOTE_OBJECT_HPP

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "src/transfer/object_version.hpp"
#include "src/transfer/remote_reader.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

class remote_access;

struct remote_fault {
  damage reason = damage::unreadable;
  std::uint64_t at = 0;  // offset of the first unavailable byte
  std::string why;
  bool is_missing = false;  // the object does not exist
};

// Sizes and number of prefetched ranges: a small object arrives in one request, a large object in few.
struct prefetch_options {
  std::uint64_t first = std::uint64_t{1}
                        << 20;  // bytes of the first range after a seek; each next range is twice as long
  std::uint64_t largest = std::uint64_t{8} << 20;  // limit of a range, in bytes
  unsigned connections = 0;                        // 0: remote_options::connections
  std::uint64_t begin = 0;                         // of the first range, which is requested at once
  std::uint64_t end = ~std::uint64_t{0};           // no range extends beyond; at least begin + 1
};

// One thread at a time may use an object. Any fault, such as missing credentials, is stored for failure().
class remote_object final : public remote_reader {
 public:
  // Requests the first range without waiting. Another version than `expected` fails as damage::changed_input.
  // `stop` (may be null) ends all waiting soon after the flag is set, and must outlive the object. Throws
  // std::runtime_error if libcurl is missing. Requires: all reads are in [pace.begin, pace.end).
  remote_object(std::shared_ptr<remote_access> access, const std::string& name, const std::atomic<bool>* stop,
                object_version expected = {}, prefetch_options pace = {});
  ~remote_object() override;
  remote_object(const remote_object&) = delete;
  remote_object& operator=(const remote_object&) = delete;

  // Waits for the first response. Returns false if the object is unavailable; failure() has the reason.
  // Returns true also if `stop` is set.
  [[nodiscard]] bool wait_for_response();

  // Reads as remote_reader::read() does; bytes before a fault are delivered first. Returns 0 without a
  // failure() if `stop` is set.
  [[nodiscard]] std::optional<std::size_t> read(std::uint64_t at, std::span<char> out) override;

  // Returns true if read() accepts any offset. Otherwise (a server without ranges) each read() must continue
  // at the end of the read before.
  [[nodiscard]] bool random_access() const;
  // Returns the size in bytes, or 0 if the size is unknown or the first response has not arrived.
  [[nodiscard]] std::uint64_t size() const;
  // Returns the retrieval URL, after redirects (RFC 3986 section 5.1.3), or the name of an S3 object.
  // Requires: wait_for_response() returned true.
  [[nodiscard]] std::string url() const;
  // Returns the fault that ended read() or wait_for_response(), if any.
  [[nodiscard]] const std::optional<remote_fault>& failure() const { return failure_; }

 private:
  [[nodiscard]] std::optional<std::size_t> fail();
  [[nodiscard]] std::size_t copy(std::uint64_t at, std::span<char> out) const;
  [[nodiscard]] bool is_held(std::uint64_t at) const;

  struct state;
  std::shared_ptr<remote_access> access_;
  const std::atomic<bool>* stop_;
  std::shared_ptr<state> state_;
  std::optional<remote_fault> failure_;
};

}  // namespace urlsieve

#endif
