#include "src/transfer/remote_access.hpp"

#include <chrono>

#include "src/transfer/remote_name.hpp"

namespace urlsieve {

http_client& remote_access::client() {
  const std::lock_guard lock(mutex_);
  if (!client_) client_ = std::make_unique<http_client>();
  return *client_;
}

result<http_request> remote_access::request_for(const std::string& name) {
  http_request asked;
  asked.stall = std::chrono::seconds(options_.stall);
  asked.url = name;
  if (is_s3_name(name))
    return tl::unexpected(error{error_code::not_supported, "this build cannot read from S3"});
  return asked;
}

}  // namespace urlsieve
