// What in a directory of mail or news is no message: what is being delivered (Maildir's tmp), the indexes of
// servers and readers, MH's sequences and deleted messages.
#ifndef URLSIEVE_INPUT_MAIL_FOLDER_HPP
#define URLSIEVE_INPUT_MAIL_FOLDER_HPP

#include <string>
#include <string_view>
#include <vector>

#include "urlsieve/stats.hpp"

namespace urlsieve {

// What the names in a directory tell of it.
struct mail_signs {
  bool maildir = false;    // it has "cur" and "new"
  bool sequences = false;  // ".mh_sequences"
  bool numbered = false;   // files named by numbers
};

// Whether a file of that name in such a directory is an index, or a message that was deleted.
// False: no file of that name is one, whatever the directory.
[[nodiscard]] bool may_be_mail_index(std::string_view name);
[[nodiscard]] bool is_mail_index(std::string_view name, mail_signs folder);

// "123", as MH names a message.
[[nodiscard]] bool is_message_number(std::string_view name);

// Takes such names off those of the directory `prefix` (which ends in "/"), and counts them as passed over:
// "file:maildir-tmp", "file:mail-index". Names that other directories may have count only where the directory
// is one of mail: it has "cur" and "new" (Maildir), or ".mh_sequences" or files named by numbers (MH). One
// that cannot be looked at is not read: damage::unreadable. Returns the shortage (shortage.hpp) that came in
// between, as errno: then nothing is counted, and the names are of no use.
[[nodiscard]] int leave_out_mail_indexes(const std::string& prefix, std::vector<std::string>& names,
                                         stats& counted);

}  // namespace urlsieve

#endif
