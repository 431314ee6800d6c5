// The bytes behind a URL. They are asked for ahead, in ranges, over several connections; where a connection
// breaks, from the byte on that is missing. Whatever a server tells is held against what it told first: the
// bytes are those of one version of one length, or there is a fault.
#ifndef URLSIEVE_TRANSFER_REMOTE_OBJECT_HPP
#define URLSIEVE_TRANSFER_REMOTE_OBJECT_HPP

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "src/transfer/far_bytes.hpp"
#include "src/transfer/object_version.hpp"
#include "src/transfer/remote_access.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

struct remote_fault {
  damage reason = damage::unreadable;
  std::uint64_t at = 0;  // the byte that is missing
  std::string why;
  bool is_missing = false;  // there is no such object
};

// How much is asked for ahead, in ranges: what is small comes at once, and of what is large few are asked
// for.
struct far_pace {
  std::uint64_t first = std::uint64_t{1}
                        << 20;  // the first range at a place; each behind it is twice as long
  std::uint64_t largest = std::uint64_t{8} << 20;  // up to this
  unsigned connections = 0;                        // 0: as many as remote_options has
};

class remote_object final : public far_bytes {
 public:
  // Asks for the first bytes and does not wait for them. What is not `expected` is damage::changed_input.
  // Set, `stop` ends waiting soon; both outlive it.
  remote_object(std::shared_ptr<remote_access> access, const std::string& name, const std::atomic<bool>* stop,
                object_version expected = {}, far_pace pace = {});
  ~remote_object() override;
  remote_object(const remote_object&) = delete;
  remote_object& operator=(const remote_object&) = delete;

  // Waits until the server has told what there is. False: it is not to be had, failure() says why.
  [[nodiscard]] bool wait_for_begin();

  // Bytes come before the fault that follows them. Where stop is set, none, and no fault.
  [[nodiscard]] std::optional<std::size_t> read(std::uint64_t at, std::span<char> out) override;

  // Whether read() takes any place; else only the one behind what it gave.
  [[nodiscard]] bool in_any_order() const;
  // 0: it is not known.
  [[nodiscard]] std::uint64_t size() const;
  // The URL of retrieval: behind all redirects (RFC 3986 section 5.1.3); that of an object of S3 is its name.
  // REQUIRES: wait_for_begin() was true.
  [[nodiscard]] std::string url() const;
  // That which read() met, or wait_for_begin().
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
