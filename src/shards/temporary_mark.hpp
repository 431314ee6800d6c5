// The mark in every temporary directory of a run: a small file by which later runs recognise the directory as
// left behind by urlsieve. A directory without the mark is never removed.
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

// The content of the mark.
[[nodiscard]] std::string mark_text();

// Writes the mark into `directory`.
[[nodiscard]] result<void> write_mark(const std::string& directory);

// Removes the mark, if there is one.
void remove_mark(const std::string& directory) noexcept;

// `failure` becomes an errno if there may be a mark that cannot be read, else 0.
[[nodiscard]] bool has_mark(const std::string& directory, int& failure);
[[nodiscard]] bool has_mark(const std::string& directory);

// True if nothing of a user is lost with the directory: it has the mark, or it is empty, or it is an output
// of urlsieve and holds nothing else. A mark that a killed run was writing does not count. `failure` becomes
// an errno if the directory or its mark could not be read, else 0.
[[nodiscard]] bool is_left_behind(const std::string& directory, int& failure);

// error_code::output_exists: `path` is not ours, and nothing was touched.
[[nodiscard]] error in_the_way(const std::string& path);

}  // namespace urlsieve

#endif
