// The upload of an output directory to S3. The destination is checked before the run. After the run all parts
// are sent, then completed (become visible), then the manifest, and _SUCCESS last. The destination is
// unchanged until all parts are sent.
#ifndef URLSIEVE_SHARDS_REMOTE_UPLOAD_HPP
#define URLSIEVE_SHARDS_REMOTE_UPLOAD_HPP

#include <atomic>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/transfer/s3_objects.hpp"
#include "src/transfer/s3_upload.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

class remote_access;

class remote_upload {
 public:
  // Checks the destination `name`: "s3://BUCKET/PREFIX", with or without a final "/". Fails with
  // error_code::output_exists if objects exist there, unless `force`, and under `force` if another program
  // wrote any of them; with cannot_open if the destination cannot be listed; and with usage without a bucket
  // or credentials. Stores the old manifest in the directory `scratch` for that check. `stop` may be null,
  // and must outlive the object.
  [[nodiscard]] static result<remote_upload> begin(std::shared_ptr<remote_access> access,
                                                   const std::string& name, bool force,
                                                   const std::string& scratch, const std::atomic<bool>* stop);

  // Sends the regular files in the local directory `directory`, and removes other old files from the
  // destination. Call send() once. Fails with error_code::cannot_write for errors of the server, with
  // cannot_read for a file that cannot be read, and with error_code::interrupted if `stop` is set. After an
  // error, aborts the uploads that are not completed; completed files stay. The destination has no _SUCCESS
  // then if an old _SUCCESS was removed before the completion.
  [[nodiscard]] result<void> send(const std::string& directory);

 private:
  remote_upload(s3_objects objects, std::string name)
      : objects_(std::move(objects)), name_(std::move(name)) {}
  [[nodiscard]] result<void> list_objects(bool force, const std::string& scratch);
  [[nodiscard]] result<void> check_old(const std::string& scratch);
  [[nodiscard]] result<void> send_file(const std::string& directory, std::string_view name) const;
  [[nodiscard]] result<void> publish(const std::string& directory, std::vector<s3_upload>& uploads,
                                     const std::set<std::string>& sent);

  s3_objects objects_;
  std::string name_;                 // without a "/" behind it
  std::set<std::string> old_names_;  // names of existing objects to replace
};

// Builds an output directory on this machine and uploads it to `name`: `build` receives the path of a
// directory to make, in a temporary directory in scratch_parent(temporary) (locked_directory.hpp), and
// returns false if nothing is to be uploaded. Fails as remote_upload and `build` do. `stop` may be null.
[[nodiscard]] result<void> build_and_upload(
    const remote_options& remote, const std::string& name, bool force, const std::string& temporary,
    const std::atomic<bool>* stop, const std::function<result<bool>(const std::string& directory)>& build);

}  // namespace urlsieve

#endif
