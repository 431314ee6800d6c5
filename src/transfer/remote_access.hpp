// How a run reaches what URLs name: one client for all of it, which begins when the first is met.
#ifndef URLSIEVE_TRANSFER_REMOTE_ACCESS_HPP
#define URLSIEVE_TRANSFER_REMOTE_ACCESS_HPP

#include <memory>
#include <mutex>
#include <string>

#include "src/transfer/http_client.hpp"
#include "src/transfer/http_exchange.hpp"
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

 private:
  remote_options options_;
  std::mutex mutex_;
  std::unique_ptr<http_client> client_;
};

}  // namespace urlsieve

#endif
