// The mark in every temporary directory of a run: a small file by which later runs recognize the directory
// as left behind by urlsieve. A directory without the mark is never removed.
//
//   .urlsieve-mark     urlsieve temporary
//                      process 4711
//                      host build7
#ifndef URLSIEVE_SHARDS_TEMPORARY_MARK_HPP
#define URLSIEVE_SHARDS_TEMPORARY_MARK_HPP

#include <string>
#include <string_view>

#include "urlsieve/error.hpp"

namespace urlsieve {

inline constexpr std::string_view mark_name = ".urlsieve-mark";

// Returns the content of the mark of this process.
[[nodiscard]] std::string mark_text();

// Writes the mark into `directory`. Fails as durable_file does, also if the mark exists; leaves no mark then.
[[nodiscard]] result<void> write_mark(const std::string& directory);

// Removes the mark, if there is one.
void remove_mark(const std::string& directory) noexcept;

// Returns true if `directory` has the mark. Sets `failure` to an errno if a mark may exist but cannot be
// read, else to 0.
[[nodiscard]] bool has_mark(const std::string& directory, int& failure);
// Returns true if `directory` has a readable mark.
[[nodiscard]] bool has_mark(const std::string& directory);

// Returns true if removing the directory loses no data of a user: the directory has the mark, is empty, or
// holds only an output of urlsieve. Ignores an incomplete mark of a killed run. Sets `failure` to an errno if
// the directory or its mark cannot be read, else to 0.
[[nodiscard]] bool is_leftover(const std::string& directory, int& failure);

// Returns error_code::output_exists: another program or user made `path`, and nothing was changed.
[[nodiscard]] error path_occupied_error(const std::string& path);

}  // namespace urlsieve

#endif
