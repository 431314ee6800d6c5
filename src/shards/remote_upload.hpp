// The upload of an output directory to S3. The destination is checked before the run. After the run all parts
// are sent, then completed (become visible), then the manifest, and _SUCCESS last. The destination is
// unchanged until all parts are sent.
#ifndef URLSIEVE_SHARDS_REMOTE_UPLOAD_HPP
#define URLSIEVE_SHARDS_REMOTE_UPLOAD_HPP

#include <atomic>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "src/transfer/remote_access.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

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
  struct file;
  struct piece;

  remote_upload() = default;
  [[nodiscard]] result<void> list_objects(bool force, const std::string& scratch);
  [[nodiscard]] result<void> check_old(const std::string& scratch);
  [[nodiscard]] s3_location place_of(const std::string& name) const;
  [[nodiscard]] result<http_reply> send_request(const s3_operation& operation, const char* doing,
                                                const std::atomic<bool>* stop,
                                                unsigned* status = nullptr) const;
  [[nodiscard]] result<void> begin_file(file& object) const;
  [[nodiscard]] result<void> send_piece(file& object, std::size_t number) const;
  [[nodiscard]] result<void> complete(file& object) const;
  void abort_upload(const file& object) const noexcept;
  [[nodiscard]] result<void> send_file(const std::string& directory, const std::string& name) const;
  [[nodiscard]] result<void> remove(const std::string& name) const;
  [[nodiscard]] result<void> publish(const std::string& directory, std::vector<file>& files,
                                     const std::set<std::string>& sent);

  std::shared_ptr<remote_access> access_;
  std::string name_;   // without a "/" behind it
  s3_location place_;  // its key ends with "/", or is empty
  const std::atomic<bool>* stop_ = nullptr;
  std::set<std::string> old_names_;  // names of existing objects to replace
};

}  // namespace urlsieve

#endif
