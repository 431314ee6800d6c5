// A small file in S3, which appears whole or not at all: its bytes are kept in memory, and stored by one
// request.
#ifndef URLSIEVE_SHARDS_BUCKET_FILE_HPP
#define URLSIEVE_SHARDS_BUCKET_FILE_HPP

#include <string>
#include <string_view>

#include "src/transfer/remote_access.hpp"
#include "src/transfer/s3_objects.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

class bucket_file {
 public:
  // Begins to write the object `name`, "s3://BUCKET/KEY". Fails with error_code::usage for another name or
  // without credentials, and with cannot_open if the server does not let this process look at the object.
  // Requires: remote.access is not null.
  [[nodiscard]] static result<bucket_file> create(const std::string& name, const remote_context& remote);

  void write(std::string_view bytes) { content_ += bytes; }
  // Stores the object, and replaces an object of this name. Fails with error_code::cannot_write.
  [[nodiscard]] result<void> publish() const;

 private:
  bucket_file(s3_objects objects, std::string key) : objects_(std::move(objects)), key_(std::move(key)) {}

  s3_objects objects_;
  std::string key_;
  std::string content_;
};

}  // namespace urlsieve

#endif
