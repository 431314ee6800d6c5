// Mail in git repositories, as public-inbox keeps it: each commit of version 2 has a message in the file "m",
// or deletes the one that is in its file "d"; of version 1 each message is a file of its own, named by two
// digits and 38 more of a checksum. What git has is asked of git itself.
#ifndef URLSIEVE_INPUT_MAIL_REPOSITORY_HPP
#define URLSIEVE_INPUT_MAIL_REPOSITORY_HPP

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/input/byte_source.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

// Whether a directory with these names in it is a git repository, or what is left of one.
[[nodiscard]] bool is_repository(std::span<const std::string> names);

// "12.git": one of the repositories that an inbox of version 2 is cut into.
[[nodiscard]] bool is_epoch_name(std::string_view name);

// Brings "2.git" before "10.git".
void order_epochs(std::vector<std::string>& names);

// Takes off what an inbox of version 2 has beside its repositories: its indexes, and the repository that only
// refers to the others. Counted as passed over: "file:mail-index".
void leave_out_of_inbox(std::vector<std::string>& names, stats& counted);

struct repository_head {
  std::string commit;   // the last one, if the repository holds mail; else empty
  std::string failure;  // why git could not be asked
};

[[nodiscard]] repository_head find_mail(const std::string& directory);

// What `git cat-file --batch` gives of all messages of the repository, in the order of their commits, but for
// those that a later commit deleted: these are counted as passed over ("message:deleted"). It needs 41 to 65
// bytes of memory a message. Git's failure is damage::truncated_record.
[[nodiscard]] std::unique_ptr<byte_source> open_mail_repository(const std::string& directory,
                                                                const std::string& commit, stats& counted);

}  // namespace urlsieve

#endif
