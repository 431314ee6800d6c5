// Lists the S3 objects whose keys begin with a prefix, page by page, in the byte order of their keys.
#ifndef URLSIEVE_INPUT_LISTS_REMOTE_LISTING_HPP
#define URLSIEVE_INPUT_LISTS_REMOTE_LISTING_HPP

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "src/transfer/s3_responses.hpp"
#include "src/transfer/s3_service.hpp"

namespace urlsieve {

class remote_access;

class remote_listing {
 public:
  // Returns true if `name` is listed, not read: "s3://BUCKET", and all names ending in "/".
  [[nodiscard]] static bool lists(const std::string& name);

  // Requires: lists(name). `stop` may be null.
  remote_listing(std::shared_ptr<remote_access> access, std::string name, const std::atomic<bool>* stop);

  // Returns the next object, with its full key in the bucket. Skips empty objects whose keys end in "/".
  // Returns nullopt at the end, and after an error, which failure() returns. A listing without any object is
  // an error, and so are keys out of order.
  [[nodiscard]] std::optional<s3_listed> next();

  [[nodiscard]] const std::optional<std::string>& failure() const { return failure_; }
  [[nodiscard]] const std::string& name() const { return name_; }
  // Returns the prefix of the keys, empty for a whole bucket.
  [[nodiscard]] const std::string& prefix() const { return place_.key; }
  // Returns "s3://BUCKET/", the prefix that makes a key a name.
  [[nodiscard]] const std::string& origin() const { return origin_; }

  // Returns true if the object `key` begins as a manifest of urlsieve. Sends a request; returns false if the
  // request fails.
  [[nodiscard]] bool is_manifest(const std::string& key);

 private:
  [[nodiscard]] bool ask();

  std::shared_ptr<remote_access> access_;
  std::string name_;
  const std::atomic<bool>* stop_;
  s3_location place_;
  std::string origin_;
  s3_page page_;
  std::size_t given_ = 0;  // objects of the page returned so far
  bool begun_ = false;
  std::string last_;  // key
  bool any_ = false;
  std::optional<std::string> failure_;
};

}  // namespace urlsieve

#endif
