// Small files that processes on many machines share, on any file system that renames and links as POSIX has
// it, NFS among them: each is there whole or not at all. On NFS an answer may be lost, and what was done is
// asked for once more and refused then: so what is there afterwards decides, and never the answer alone.
#ifndef URLSIEVE_PIPELINE_PLAN_RECORD_FILE_HPP
#define URLSIEVE_PIPELINE_PLAN_RECORD_FILE_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "urlsieve/error.hpp"

namespace urlsieve {

// Nothing: there is no such file. error_code::cannot_read if the file cannot be read, and cannot_open if
// something other than a regular file has the name: symbolic links are not followed, and no FIFO is waited
// for.
[[nodiscard]] result<std::optional<std::string>> read_record(const std::string& path);

struct dated_record {
  std::string text;
  std::int64_t modified = 0;  // seconds since 1970, by the clock of the file system
};
// The same with the time of that very file, though another may take its name meanwhile.
[[nodiscard]] result<std::optional<dated_record>> read_dated_record(const std::string& path);

// Gives a file or a directory another name, which may be taken by a file.
[[nodiscard]] result<void> move_record(const std::string& from, const std::string& to);

enum class record_access : std::uint8_t { as_usual, this_user };  // mode 0666 less the umask, or 0600

// Takes the place of what stands there, durably.
[[nodiscard]] result<void> replace_record(const std::string& path, std::string_view text,
                                          record_access who = record_access::as_usual);

// False: something stands there already, and stays.
[[nodiscard]] result<bool> create_record(const std::string& path, std::string_view text);

// What has been renamed or removed in a directory is so after a crash, too.
[[nodiscard]] result<void> sync_names_in(const std::string& directory);

// The names in a directory, in byte order; none where there is no directory.
[[nodiscard]] result<std::vector<std::string>> names_in(const std::string& directory);

// Makes a directory unless one is there. error_code::cannot_open if anything else has the name, a symbolic
// link to a directory included.
[[nodiscard]] result<void> make_directory(const std::string& path);

// True if a directory has the name; symbolic links are not followed.
[[nodiscard]] bool is_directory(const std::string& path);

// True for a directory, as is_directory(), in which everything is a regular file.
[[nodiscard]] result<bool> holds_only_files(const std::string& directory);

// True for ".NAME.0123456789abcdef", as replace_record() and create_record() name what they write.
[[nodiscard]] bool is_temporary_record(std::string_view name);

// Sixteen hex digits that nobody else has.
[[nodiscard]] std::string unique_word();

}  // namespace urlsieve

#endif
