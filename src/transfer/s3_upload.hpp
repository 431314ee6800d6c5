// The upload of local files to objects of S3, in pieces that several threads send (multipart upload, Amazon
// S3 API). An object appears when its upload is completed.
#ifndef URLSIEVE_TRANSFER_S3_UPLOAD_HPP
#define URLSIEVE_TRANSFER_S3_UPLOAD_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "src/transfer/s3_objects.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

// One file. Fails as s3_objects does, and with error_code::cannot_read for a file that cannot be read. The
// destructor does not abort an open upload.
class s3_upload {
 public:
  // The way to send a file of one piece: as an upload, or by the single request of complete(), which takes
  // one write in place of three, but may fail when other objects are already visible.
  enum class small_files : std::uint8_t { as_uploads, at_completion };

  // Uploads the `size` bytes of the file `path` to the object `key` of `objects`, which outlives the upload.
  s3_upload(const s3_objects& objects, std::string key, std::string path, std::uint64_t size,
            small_files sending = small_files::as_uploads);

  [[nodiscard]] const std::string& key() const { return key_; }
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::uint64_t size() const { return size_; }
  // Returns the number of pieces: of equal size, except for the last; at least 1.
  [[nodiscard]] std::size_t pieces() const;

  // Opens the upload. begin() and send_piece() do nothing for a file that complete() sends.
  [[nodiscard]] result<void> begin();
  // Sends piece `number`, from 0. Different threads may send different pieces.
  [[nodiscard]] result<void> send_piece(std::size_t number);
  // Makes the object visible, after all pieces were sent. Returns false if the condition does not hold; the
  // upload is then open. An object with the same bytes may count as written.
  [[nodiscard]] result<bool> complete(const write_condition& condition = {});
  // Aborts an open upload. Ignores errors, because the lifecycle rules of a bucket can remove old uploads.
  void abort() noexcept;

 private:
  [[nodiscard]] bool is_one_request() const {
    return sending_ == small_files::at_completion && size_ <= piece_size_;
  }

  const s3_objects* objects_;
  std::string key_;
  std::string path_;
  std::uint64_t size_;
  std::uint64_t piece_size_;
  small_files sending_;
  std::string id_;                  // of the upload; empty: not open
  std::vector<std::string> etags_;  // by piece
};

// Begins all uploads and sends all their pieces, on at most `threads` threads. Returns the first error.
[[nodiscard]] result<void> send_all(std::vector<s3_upload>& uploads, unsigned threads);

}  // namespace urlsieve

#endif
