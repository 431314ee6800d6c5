// Names of files: listing a directory, renaming, and identifying the file at a path. NFS may lose a reply and
// repeat the operation, which then fails. Therefore the state after an operation decides, never its result
// alone.
#ifndef URLSIEVE_SHARDS_FILE_NAMES_HPP
#define URLSIEVE_SHARDS_FILE_NAMES_HPP

#include <sys/types.h>

#include <optional>
#include <string>
#include <system_error>
#include <vector>

namespace urlsieve {

// Returns the names in `directory`, sorted by bytes. Sets `failed` if the directory cannot be opened or read,
// and returns the names that were read before. Throws std::bad_alloc.
[[nodiscard]] std::vector<std::string> names_in(const std::string& directory, std::error_code& failed);

struct file_id {
  dev_t device = 0;
  ino_t number = 0;

  friend bool operator==(const file_id&, const file_id&) = default;
};

// Returns the identity of the file at `path`, or nullopt if the file cannot be opened. Opens the file,
// because NFS then asks the server; stat() may return cached data.
[[nodiscard]] std::optional<file_id> file_at(const std::string& path);

// Renames `from` to `to`. Returns 0, or the errno of rename() unless the file is at `to` nevertheless.
[[nodiscard]] int move_name(const std::string& from, const std::string& to);

}  // namespace urlsieve

#endif
