// Access to remote objects for a whole run: one HTTP client, started for the first request, and the S3
// service.
#ifndef URLSIEVE_TRANSFER_REMOTE_ACCESS_HPP
#define URLSIEVE_TRANSFER_REMOTE_ACCESS_HPP

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "src/transfer/http_client.hpp"
#include "src/transfer/http_exchange.hpp"
#include "src/transfer/s3_service.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

struct remote_options;

// The longest time that a wait for a server goes on after its stop flag is set.
inline constexpr std::chrono::milliseconds stop_poll_interval{50};

// Waits for `time`. Returns false early if `stop`, which may be null, is set.
[[nodiscard]] bool wait_unless_stopped(std::chrono::milliseconds time, const std::atomic<bool>* stop);

// A complete response of an HTTP server, for requests whose responses are small.
struct http_reply {
  http_end end;
  http_head head;
  std::string body;
};

// Sends `request` and waits for the complete response. If the body is longer than `most` bytes, or soon after
// `stop` (may be null) is set, the exchange is aborted: `end.arrived` of the reply is false. Requires: the
// caller is not a receiver, because the wait would block the client.
[[nodiscard]] http_reply exchange(http_client& client, http_request request, std::size_t most,
                                  const std::atomic<bool>* stop);

// All members are thread-safe. Members that send a request throw std::runtime_error if libcurl is missing, or
// libcrypto for a signature.
class remote_access {
 public:
  // Copies the options.
  explicit remote_access(const remote_options& options);
  ~remote_access();

  [[nodiscard]] const remote_options& options() const { return *options_; }
  [[nodiscard]] unsigned connections() const;  // remote_options::connections
  [[nodiscard]] unsigned retries() const;      // remote_options::retries

  // Returns the client; the first call starts it. Throws std::runtime_error if libcurl is missing.
  [[nodiscard]] http_client& client();

  // Returns the GET request for all bytes of the object `name`, signed if S3 has credentials. Fails with
  // error_code::usage if the name has no bucket or credentials are missing. Requires: is_remote_name(name).
  [[nodiscard]] result<http_request> request_for(const std::string& name);

  // Learns the region of S3 from the header of a response. Returns true if the response names a region: the
  // caller should build the request again and resend it, a bounded number of times.
  [[nodiscard]] bool is_elsewhere(const http_head& head);

  // Returns the time to wait before request `failures` + 1 in a row for `name` (1 after the first failure),
  // and reports at most one retry per second to remote_options::on_retry. `retry_after`: the server's
  // Retry-After.
  [[nodiscard]] std::chrono::milliseconds plan_retry(const std::string& name, unsigned failures,
                                                     std::string_view retry_after, std::string_view why);

  // Fetches the whole object `name`, at most `most` bytes, and waits for the end. Errors are those of
  // send_s3_request().
  [[nodiscard]] result<http_reply> fetch(const std::string& name, std::size_t most,
                                         const std::atomic<bool>* stop, unsigned* status = nullptr);

  // Sends a request to S3, with retries, and waits for the response; a body beyond `most` bytes is an error.
  // Fails with error_code::cannot_read unless the status is 2xx, and with error_code::interrupted soon after
  // `stop` is set. Stores the last HTTP status in `status`, unless null.
  [[nodiscard]] result<http_reply> send_s3_request(const s3_operation& operation, std::size_t most,
                                                   const std::atomic<bool>* stop, unsigned* status = nullptr);

 private:
  [[nodiscard]] result<http_reply> request(const std::string& name,
                                           const std::function<result<http_request>()>& make,
                                           std::size_t most, const std::atomic<bool>* stop, unsigned* status);
  [[nodiscard]] result<http_request> s3_request(const s3_operation& operation);

  const std::unique_ptr<const remote_options> options_;
  std::mutex mutex_;
  std::unique_ptr<http_client> client_;
  std::unique_ptr<s3_service> s3_;
  std::mutex retry_mutex_;
  std::chrono::steady_clock::time_point last_retry_report_{};
};

// Returns the pause after `failures` consecutive failures (1 after the first): 100 ms, doubled up to 20 s,
// plus up to half. The pause is at least `retry_after`, the Retry-After of the server in seconds (dates are
// ignored), up to 60 s.
[[nodiscard]] std::chrono::milliseconds backoff_delay(unsigned failures, std::string_view retry_after);

}  // namespace urlsieve

#endif
