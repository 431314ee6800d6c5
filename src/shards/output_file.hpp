// A file that a run writes beside its shards (redirects, statistics, a report). A regular file appears whole
// or not at all: it is written in a hidden directory beside its place, .FILE.partial, and takes its place by
// a rename, which can still be undone. Missing parent directories are created, and stay only if the file
// does. Other files (a FIFO, /dev/null, a terminal), and files that are open as standard output or error, are
// written directly. An object in S3 is replaced by publish() for good (bucket_file).
//
//   create      is called before any input is read
//   write, close    leave the complete file on disk, in the hidden directory
//   publish     renames the file; a file that had the name before is in the hidden directory
//   settle      removes the hidden directory. Without settle() the destructor restores the old file.
#ifndef URLSIEVE_SHARDS_OUTPUT_FILE_HPP
#define URLSIEVE_SHARDS_OUTPUT_FILE_HPP

#include <sys/types.h>
#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "src/shards/locked_directory.hpp"
#include "src/shards/parent_directories.hpp"
#include "src/transfer/remote_context.hpp"
#include "src/transfer/s3_objects.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

// A small file in S3, which appears whole or not at all: its bytes are kept in memory, and stored by one
// request.
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

class output_file {
 public:
  // Begins to write `path`, and follows symbolic links. A FIFO waits for its reader, until `stop` (may be
  // null) is set. With `remote`, `path` may be in S3; the content is then kept in memory. Fails with
  // error_code::usage for a directory, another remote name, the file of standard input, or a file inside an
  // output directory or a state, with output_exists for a file that another run is writing, with cannot_open
  // if the file cannot be created or is not writable, and with interrupted if `stop` is set.
  [[nodiscard]] static result<output_file> create(const std::string& path,
                                                  const std::atomic<bool>* stop = nullptr,
                                                  const remote_context& remote = {});

  output_file() = default;
  output_file(output_file&& other) noexcept
      : path_(std::move(other.path_)),
        parents_(std::move(other.parents_)),
        hidden_(std::move(other.hidden_)),
        in_bucket_(std::move(other.in_bucket_)),
        stream_(std::exchange(other.stream_, -1)),
        content_(std::exchange(other.content_, -1)),
        stage_(std::exchange(other.stage_, stage::none)) {}
  output_file& operator=(output_file&& other) noexcept {
    std::swap(path_, other.path_);
    std::swap(parents_, other.parents_);
    std::swap(hidden_, other.hidden_);
    std::swap(in_bucket_, other.in_bucket_);
    std::swap(stream_, other.stream_);
    std::swap(content_, other.content_);
    std::swap(stage_, other.stage_);
    return *this;
  }
  ~output_file();

  // Appends all of `bytes`. Fails with error_code::cannot_write.
  [[nodiscard]] result<void> write(std::string_view bytes);
  // Syncs and closes the file. Fails with error_code::cannot_write. Requires: close() is called once.
  [[nodiscard]] result<void> close();
  // Renames the file into place and syncs its directory; has no effect for a file that is written directly.
  // Without settle(), the destructor restores the old file, except on file systems that cannot exchange two
  // names (NFS): the old file is lost there. Requires: close() succeeded.
  [[nodiscard]] result<void> publish();
  // Removes the hidden directory with the old file, so the new file stays. Requires: publish() succeeded.
  void settle() noexcept;

  // Returns the path of the hidden directory of a killed run, if create() removed such a directory.
  [[nodiscard]] std::string removed() const { return hidden_.found_leftover() ? hidden_.path() : ""; }

 private:
  enum class stage : std::uint8_t { none, written, new_in_place, exchanged, replaced };

  [[nodiscard]] result<void> share(int stream);
  [[nodiscard]] result<void> open_through(const std::atomic<bool>* stop);
  [[nodiscard]] result<void> begin_beside(bool exists, mode_t mode);
  [[nodiscard]] std::string content_path() const;
  void restore_old() noexcept;

  std::string path_;  // links resolved
  parent_directories parents_;
  locked_directory hidden_;  // removed before its parents
  std::optional<bucket_file> in_bucket_;
  int stream_ = -1;   // a file that is written directly
  int content_ = -1;  // the new file, until close()
  stage stage_ = stage::none;
};

}  // namespace urlsieve

#endif
