#include "src/shards/bucket_file.hpp"

#include <optional>
#include <utility>

#include "src/transfer/remote_name.hpp"
#include "src/transfer/s3_service.hpp"
#include "urlsieve/password.hpp"

namespace urlsieve {

result<bucket_file> bucket_file::create(const std::string& name, const remote_context& remote) {
  if (!is_s3_name(name))
    return tl::unexpected(error{error_code::usage, without_password(name) +
                                                       " is neither on this machine nor in "
                                                       "S3: write a local file and copy it"});
  result<s3_location> place = s3_location::of(name);
  if (!place) return tl::unexpected(std::move(place.error()));
  if (place->key.empty() || place->key.ends_with('/'))
    return tl::unexpected(error{error_code::usage, name + " is a prefix: name an object to write to"});
  std::string key = std::exchange(place->key, {});
  bucket_file file(s3_objects(remote.access, std::move(*place), remote.stop), std::move(key));
  const result<std::optional<s3_listed>> found = file.objects_.look_at(file.key_);
  if (found) return file;
  error failed = found.error();
  if (failed.code == error_code::cannot_read)
    failed = {error_code::cannot_open, "cannot look at " + name + ": " + failed.message};
  return tl::unexpected(std::move(failed));
}

result<void> bucket_file::publish() const {
  return objects_.put(key_, content_).map([](std::optional<std::string>&&) {});
}

}  // namespace urlsieve
