// The names that an index gives to archives: relative to a directory, and only names that can be read back.
#ifndef URLSIEVE_RECORDS_ARCHIVE_NAMES_HPP
#define URLSIEVE_RECORDS_ARCHIVE_NAMES_HPP

#include <string>
#include <string_view>

#include "src/transfer/remote_context.hpp"

namespace urlsieve {

struct archive_name {
  std::string written;     // in the index
  bool is_below = false;   // the archive is below the directory
  std::string unreadable;  // why records of this name cannot be read back; empty: they can
};

// Keeps the last name, because records come in runs of one archive. One object per thread.
class archive_names {
 public:
  // `root`: see index_options::root. `remote`: for members of remote archives.
  archive_names(std::string_view root, remote_context remote);

  // Returns the name of `input` in the index. Paths are compared as absolute paths without "." and "..", and
  // links are not followed; URLs are compared as written. Opens a member of a zip archive to see if its
  // records can be read. The result is valid until the next call.
  [[nodiscard]] const archive_name& find(std::string_view input);

 private:
  std::string root_;       // as given
  std::string full_root_;  // an absolute path without a final "/"; empty: a URL, or no root
  std::string last_;
  bool has_last_ = false;
  archive_name name_;
  remote_context remote_;
};

}  // namespace urlsieve

#endif
