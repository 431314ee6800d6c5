// How a run reaches what URLs name: one client for all of it, which begins when the first is met.
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
#include "urlsieve/options.hpp"

namespace urlsieve {

// Any thread may call what it has.
class remote_access {
 public:
  explicit remote_access(remote_options options) : options_(std::move(options)) {}

  [[nodiscard]] const remote_options& options() const { return options_; }

  // Throws std::runtime_error where libcurl is not there.
  [[nodiscard]] http_client& client();

  // That for the bytes of what is called so, all of them. REQUIRES: is_remote_name(name).
  [[nodiscard]] result<http_request> request_for(const std::string& name);

  // Whether an answer to such a request tells where to ask instead.
  [[nodiscard]] bool is_elsewhere(const http_head& head);

  // Returns the time to wait before request `failures` + 1 in a row for `name` (1 after the first failure),
  // and reports the retry to remote_options::on_retry. `asked`: the server's Retry-After.
  [[nodiscard]] std::chrono::milliseconds plan_retry(const std::string& name, unsigned failures,
                                                     std::string_view asked, std::string_view why);

  // Waits for all that is called so, which is no more than `most` bytes; else as ask_s3() does.
  [[nodiscard]] result<http_reply> fetch(const std::string& name, std::size_t most,
                                         const std::atomic<bool>* stop, unsigned* status = nullptr);

  // Asks S3 and waits for the answer, of which at most `most` bytes are taken; once more where that may
  // help. What is no success is an error with error_code::cannot_read; its status is in `status`, if that is
  // given. error_code::interrupted soon after `stop` is set.
  [[nodiscard]] result<http_reply> ask_s3(const s3_question& question, std::size_t most,
                                          const std::atomic<bool>* stop, unsigned* status = nullptr);

 private:
  [[nodiscard]] result<http_reply> ask(const std::string& name,
                                       const std::function<result<http_request>()>& make, std::size_t most,
                                       const std::atomic<bool>* stop, unsigned* status);
  [[nodiscard]] result<http_request> s3_request(const s3_question& question);

  remote_options options_;
  std::mutex mutex_;
  std::unique_ptr<http_client> client_;
  std::unique_ptr<s3_service> s3_;
  std::mutex retry_mutex_;
  std::chrono::steady_clock::time_point last_retry_report_{};
};

// How URLs are reached by those who read many of them.
struct remote_reach {
  std::shared_ptr<remote_access> access = {};  // null: they are not; such a name is that of a file
  const std::atomic<bool>* stop = nullptr;     // set: waiting ends soon
};

}  // namespace urlsieve

#endif
