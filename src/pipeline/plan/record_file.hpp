// Small files that processes on many machines share, on any file system that renames and links as POSIX has
// it, NFS among them: each is there whole or not at all.
#ifndef URLSIEVE_PIPELINE_PLAN_RECORD_FILE_HPP
#define URLSIEVE_PIPELINE_PLAN_RECORD_FILE_HPP

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "urlsieve/error.hpp"

namespace urlsieve {

// Nothing: there is no such file. error_code::cannot_read where it cannot be read.
[[nodiscard]] result<std::optional<std::string>> read_record(const std::string& path);

// Takes the place of what stands there, durably.
[[nodiscard]] result<void> replace_record(const std::string& path, std::string_view text);

// False: something stands there already, and stays.
[[nodiscard]] result<bool> create_record(const std::string& path, std::string_view text);

// What has been renamed or removed in a directory is so after a crash, too.
[[nodiscard]] result<void> sync_names_in(const std::string& directory);

// The names in a directory, in byte order; none where there is no directory.
[[nodiscard]] result<std::vector<std::string>> names_in(const std::string& directory);

// Makes a directory if it is not there.
[[nodiscard]] result<void> make_directory(const std::string& path);

// Sixteen hex digits that nobody else has.
[[nodiscard]] std::string unique_word();

}  // namespace urlsieve

#endif
