// The mail reader against GMime, message by message, on archives of real mail. GMime receives single
// messages, because in an archive GMime stops at the first malformed block.
#include <gtest/gtest.h>

#include <cstdio>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "src/documents/mailboxes/mbox.hpp"
#include "tests/documents/feed.hpp"
#include "tests/documents/message/mail_comparison.hpp"
#include "urlsieve/input_options.hpp"

namespace urlsieve {
namespace mail_archives_test {

std::string unpacked(const std::string& file) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(("zstd -dcq '" + file + "'").c_str(), "r"), &pclose);
  std::string bytes;
  std::vector<char> piece(std::size_t{1} << 20);
  while (pipe != nullptr) {
    const std::size_t got = std::fread(piece.data(), 1, piece.size(), pipe.get());
    if (got == 0) break;
    bytes.append(piece.data(), got);
  }
  return bytes;
}

void compare_archive(const std::string& name, std::size_t least_messages, std::size_t least_common) {
  URLSIEVE_SHARED_OR_SKIP(file, "data/mail/" + name);
  const std::string archive = unpacked(file->string());
  input_options options;
  mbox_splitter splitter(options);
  const testing::fed messages = testing::feed_whole(splitter, archive);
  std::map<std::string, testing::deviation> expected = testing::read_table(name);
  testing::comparison both;
  std::size_t common = 0;
  for (const testing::kept_slice& message : messages.slices) {
    both.compare(message.bytes, message.stuffing);
    common += both.common();
    const std::string place = std::to_string(message.offset);
    const testing::deviation row = expected.contains(place) ? expected[place] : testing::deviation();
    expected.erase(place);
    EXPECT_TRUE(both.only_ours().size() == row.ours && both.only_theirs().size() == row.theirs)
        << "| `" << place << "` | " << both.only_ours().size() << " | " << both.only_theirs().size()
        << " |\n  only ours:" << testing::listed(both.only_ours())
        << "\n  only GMime's:" << testing::listed(both.only_theirs());
  }
  for (const auto& [place, row] : expected) ADD_FAILURE() << "no such difference any more: " << place;
  std::cout << messages.slices.size() << " messages, " << common << " references in common\n";
  EXPECT_GE(messages.slices.size(), least_messages);
  EXPECT_GE(common, least_common);
}

TEST(mail_archives, a_list_of_patches) {
  compare_archive("openbmc-part.mbox.zst", 1000, 1000);
}

TEST(mail_archives, spam_and_other_mail) {
  compare_archive("spamassassin.mbox.zst", 1000, 1000);
}

}  // namespace mail_archives_test
}  // namespace urlsieve
