#include "src/input/mail_stores/mail_folder.hpp"

#include <gtest/gtest.h>

#include <string>

namespace urlsieve {
namespace mail_folder_test {

// The check of the first character never excludes a name that the full check accepts, in any directory.
TEST(mail_folder, knows_indexes_by_how_their_names_begin) {
  const char* const names[] = {"dovecot.index",
                               "dovecot.index.log",
                               "dovecot-uidlist",
                               "dovecot-keywords",
                               "dovecot.list.index",
                               ".mh_sequences",
                               ".xmhcache",
                               ".overview",
                               "dovecot.mailbox.log",
                               ".agentview",
                               ".marks",
                               "maildirfolder",
                               "maildirsize",
                               "subscriptions",
                               "courierimapuiddb",
                               ",12",
                               "#12",
                               ".any"};
  const mail_signs all{true, true, true};
  for (const char* const name : names) {
    EXPECT_TRUE(is_mail_index(name, all)) << name;
    EXPECT_TRUE(may_be_mail_index(name)) << name;
  }
  for (int c = 1; c < 256; ++c) {
    for (const char* const rest : {"", "1", "ovecot.index", "mh_sequences", "aildirsize"}) {
      const std::string name = static_cast<char>(c) + std::string(rest);
      EXPECT_TRUE(may_be_mail_index(name) || !is_mail_index(name, all)) << name;
    }
  }
  EXPECT_FALSE(may_be_mail_index(""));
  EXPECT_FALSE(may_be_mail_index("12"));
  EXPECT_FALSE(may_be_mail_index("1700000000.M1P2.host,S=3:2,S"));
}

}  // namespace mail_folder_test
}  // namespace urlsieve
