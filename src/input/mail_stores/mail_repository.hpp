// Reads mail from git repositories of public-inbox. In version 2, each commit has a message in the file "m",
// or deletes the message in its file "d". In version 1, each message is a file, named by 2 + 38 digits of a
// checksum. The git program reads the repositories.
#ifndef URLSIEVE_INPUT_MAIL_STORES_MAIL_REPOSITORY_HPP
#define URLSIEVE_INPUT_MAIL_STORES_MAIL_REPOSITORY_HPP

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/input/byte_source.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

// Returns true if a directory with the entries `names` is a git repository, possibly incomplete.
[[nodiscard]] bool is_repository(std::span<const std::string> names);

// Returns true for "12.git", a repository (epoch) of an inbox of version 2.
[[nodiscard]] bool is_epoch_name(std::string_view name);

// Sorts epochs by number ("2.git" before "10.git"); other names keep their places.
void order_epochs(std::vector<std::string>& names);

// Removes the entries of an inbox of version 2 that hold no mail of their own. These are indexes, and the
// repository all.git, which only refers to the others. Counts the entries as skipped: "file:mail-index".
// Leaves `names` of any other directory unchanged.
void drop_inbox_indexes(std::vector<std::string>& names, stats& counted);

struct repository_head {
  std::string commit;   // last commit if the repository holds mail; else empty
  std::string failure;  // set only if git is not installed
};

// Returns the last commit of the repository `directory` if all files in its top tree are mail. Returns empty
// fields if the repository holds anything else, or no commit. Runs git and waits.
[[nodiscard]] repository_head find_mail(const std::string& directory);

// Returns the output of `git cat-file --batch` for all messages of the repository, in commit order. Drops
// messages that a later commit deleted, and counts them as skipped ("message:deleted"). Needs 41 to 65 bytes
// of memory a message. Runs git and waits. Returns null, counted as unreadable, if git fails here; a later
// failure of git counts as damage::truncated_record.
[[nodiscard]] std::unique_ptr<byte_source> open_mail_repository(const std::string& directory,
                                                                const std::string& commit, stats& counted);

}  // namespace urlsieve

#endif
