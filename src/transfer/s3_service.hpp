// Signed requests to S3 and to compatible services.
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

struct remote_options;

// Bucket and key of "s3://BUCKET/KEY". The key is verbatim: "?", "#" and "%" are ordinary characters.
struct s3_location {
  std::string bucket;
  std::string key;  // may be empty

  // Parses `name`. Fails with error_code::usage if the bucket is missing or malformed. Requires:
  // is_s3_name(name).
  [[nodiscard]] static result<s3_location> of(std::string_view name);
  // Parses the name of a prefix, "s3://BUCKET/PREFIX" with any number of "/" behind. The key is empty, or
  // ends with "/". Fails as of() does.
  [[nodiscard]] static result<s3_location> of_prefix(std::string_view name);

  // Returns the name without "/" at the end.
  [[nodiscard]] std::string prefix_name() const;
};

// A request about a bucket or an object, before it is signed.
struct s3_operation {
  std::string method = "GET";
  s3_location place = {};
  std::vector<std::pair<std::string, std::string>> query = {};
  std::map<std::string, std::string> headers = {};    // by lower-case name
  std::shared_ptr<const std::string> body = nullptr;  // null: no body
};

// All members are thread-safe.
class s3_service {
 public:
  // Loads credentials and settings of this process; errors are those of load_s3_settings().
  [[nodiscard]] static result<std::unique_ptr<s3_service>> open(const remote_options& options);

  explicit s3_service(s3_settings settings) : settings_(std::move(settings)) {}

  // Returns the HTTP request for `operation`, with the current time in its signature, or unsigned if there
  // are no credentials. Throws std::runtime_error if a signature needs libcrypto and libcrypto is missing.
  [[nodiscard]] http_request request(const s3_operation& operation) const;

  // Stores the region that a redirect or an error response names. Returns true if the response names a
  // region: the caller should send the request again, for the stored region. The result does not depend on
  // earlier responses, because requests of other threads may have been signed for the old region.
  [[nodiscard]] bool learn_region(const http_head& head);

 private:
  s3_settings settings_;
  mutable std::mutex mutex_;  // guards settings_.region
};

}  // namespace urlsieve

#endif
