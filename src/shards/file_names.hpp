// Names of files and directories, and which file has one. On NFS an answer may be lost: what was done is
// asked for once more, and refused then. So what is there afterwards decides, never the answer alone.
#ifndef URLSIEVE_SHARDS_FILE_NAMES_HPP
#define URLSIEVE_SHARDS_FILE_NAMES_HPP

#include <sys/types.h>

#include <optional>
#include <string>

namespace urlsieve {

struct file_id {
  dev_t device = 0;
  ino_t number = 0;

  friend bool operator==(const file_id&, const file_id&) = default;
};

// What has that name; nothing: nobody can tell. It is opened: then NFS asks the server, where stat() may be
// answered from memory.
[[nodiscard]] std::optional<file_id> file_at(const std::string& path);

// rename(): 0, or its errno.
[[nodiscard]] int move_name(const std::string& from, const std::string& to);

}  // namespace urlsieve

#endif
