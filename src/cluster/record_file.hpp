// Small files shared by processes on many machines, on file systems with the rename and link of POSIX,
// including NFS. A file exists completely or not at all. On NFS a reply may be lost, and the repeated request
// then fails although the first succeeded. Therefore the functions check the resulting state, and never rely
// on the reply alone. Writing functions fail with error_code::cannot_open or cannot_write, listing functions
// with cannot_read. Any number of threads and processes may call the functions.
#ifndef URLSIEVE_CLUSTER_RECORD_FILE_HPP
#define URLSIEVE_CLUSTER_RECORD_FILE_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "urlsieve/error.hpp"

namespace urlsieve {

// Returns the text of a file; nullopt if the file is missing. Fails with error_code::cannot_read if the file
// cannot be read, and with cannot_open if the name is not a regular file. Does not follow symbolic links, and
// does not wait for a FIFO.
[[nodiscard]] result<std::optional<std::string>> read_record(const std::string& path);

struct dated_record {
  std::string text;
  std::int64_t modified = 0;  // seconds since 1970, by the clock of the file system
};
// Returns text and time of the same file, even if another file takes the name meanwhile. Fails as
// read_record() does.
[[nodiscard]] result<std::optional<dated_record>> read_dated_record(const std::string& path);

// Renames a file or a directory. A file with the new name is replaced.
[[nodiscard]] result<void> move_record(const std::string& from, const std::string& to);

enum class record_access : std::uint8_t { as_usual, this_user };  // mode 0666 minus the umask, or 0600

// Replaces or creates a file, durably. After an error, the name has the old or the new file, complete.
[[nodiscard]] result<void> replace_record(const std::string& path, std::string_view text,
                                          record_access access = record_access::as_usual);

// Creates a file. Returns false, and changes nothing, if the name is taken.
[[nodiscard]] result<bool> create_record(const std::string& path, std::string_view text);

// Makes renames and removals in a directory durable.
[[nodiscard]] result<void> sync_names_in(const std::string& directory);

// Returns the names in a directory in byte order; none if the directory is missing.
[[nodiscard]] result<std::vector<std::string>> names_in(const std::string& directory);

// Creates a directory unless there is one. Fails with error_code::cannot_open if the name is taken otherwise,
// even by a symbolic link to a directory.
[[nodiscard]] result<void> make_directory(const std::string& path);

// True if a directory has the name; does not follow symbolic links.
[[nodiscard]] bool is_directory(const std::string& path);

// Returns true if `path` exists, as a file of any kind; links are not followed.
[[nodiscard]] bool name_exists(const std::string& path);

// True for a directory (see is_directory()) with regular files only.
[[nodiscard]] result<bool> holds_only_files(const std::string& directory);

// True for names like ".NAME.0123456789abcdef", the temporary names of replace_record() and create_record().
[[nodiscard]] bool is_temporary_record(std::string_view name);

// Returns sixteen random hex digits.
[[nodiscard]] std::string unique_word();
// True for texts of the form that unique_word() returns.
[[nodiscard]] bool is_unique_word(std::string_view text);

}  // namespace urlsieve

#endif
