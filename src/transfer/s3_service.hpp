// Requests to S3, and to what speaks as it does: where they go, and signed.
#ifndef URLSIEVE_TRANSFER_S3_SERVICE_HPP
#define URLSIEVE_TRANSFER_S3_SERVICE_HPP

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/transfer/http_exchange.hpp"
#include "src/transfer/s3_settings.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

// "s3://BUCKET/KEY", as it stands: "?", "#" and "%" are characters of the key.
struct s3_place {
  std::string bucket;
  std::string key;  // may be empty

  // error_code::usage where there is no bucket.
  [[nodiscard]] static result<s3_place> of(std::string_view name);
};

// What is asked about a place.
struct s3_question {
  std::string method = "GET";
  s3_place place = {};
  std::vector<std::pair<std::string, std::string>> query = {};
  std::map<std::string, std::string> headers = {};    // by lower names
  std::shared_ptr<const std::string> body = nullptr;  // null: none
};

// Any thread may call what it has.
class s3_service {
 public:
  // Looks for credentials and settings; see load_s3_settings().
  [[nodiscard]] static result<std::unique_ptr<s3_service>> open(const remote_options& options);

  explicit s3_service(s3_settings settings) : settings_(std::move(settings)) {}

  [[nodiscard]] http_request request(const s3_question& asked) const;

  // Takes from an answer in which region the buckets are. True: another one than was asked, so ask again.
  [[nodiscard]] bool learn_region(const http_head& head);

 private:
  s3_settings settings_;
  mutable std::mutex mutex_;  // of the region
};

}  // namespace urlsieve

#endif
