// Detects the files of mail and news directories that are no messages. These are mail in delivery (Maildir's
// tmp), indexes of servers and readers, MH's sequences and deleted messages.
#ifndef URLSIEVE_INPUT_MAIL_STORES_MAIL_FOLDER_HPP
#define URLSIEVE_INPUT_MAIL_STORES_MAIL_FOLDER_HPP

#include <string>
#include <string_view>
#include <vector>

#include "urlsieve/stats.hpp"

namespace urlsieve {

// The kind of mail directory, as its names show.
struct mail_signs {
  bool maildir = false;    // has "cur" and "new"
  bool sequences = false;  // has ".mh_sequences"
  bool numbered = false;   // has files with numbers as names
};

// Returns false if a file called `name` is neither an index nor a deleted message, whatever its directory. A
// fast check before is_mail_index().
[[nodiscard]] bool may_be_mail_index(std::string_view name);
// Returns true if the file `name` in `folder` is an index or a deleted message.
[[nodiscard]] bool is_mail_index(std::string_view name, mail_signs folder);

// Returns true for a message name of MH: "123".
[[nodiscard]] bool is_message_number(std::string_view name);

// Removes the files that are no messages from `names`, the entries of directory `prefix` (which ends in "/").
// Keeps the order of the other names. Counts the removed names as skipped: "file:maildir-tmp",
// "file:mail-index". Names that other directories may contain are removed only from mail directories
// (mail_signs). A name that cannot be examined is removed, too, as damage::unreadable. Returns 0, or the
// errno of a shortage (resource_exhaustion.hpp); nothing is counted then, and `names` is unspecified.
[[nodiscard]] int drop_mail_indexes(const std::string& prefix, std::vector<std::string>& names,
                                    stats& counted);

}  // namespace urlsieve

#endif
