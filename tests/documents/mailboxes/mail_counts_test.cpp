// Real archives have as many messages as Python's mailbox module counts (count_messages.py), and messages of
// the test suites of mail libraries are recognized as mail.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <string>

#include "src/documents/formats.hpp"
#include "src/documents/mailboxes/mbox.hpp"
#include "src/input/byte_source.hpp"
#include "tests/documents/feed.hpp"
#include "tests/shared_data.hpp"
#include "urlsieve/input_options.hpp"

namespace urlsieve {
namespace mail_counts_test {

namespace fs = std::filesystem;

std::string decompressed(const fs::path& file) {
  stats counted;
  const auto source = byte_source::open(file.string(), counted);
  std::string bytes;
  std::array<char, 65536> piece{};
  while (const std::size_t got = source->read(piece, counted)) bytes.append(piece.data(), got);
  return bytes;
}

std::size_t messages_in(const fs::path& file) {
  const std::string archive = decompressed(file);
  EXPECT_EQ(match_format(input_head({}, archive, true), {}).as->word, "mbox") << file;
  mbox_splitter splitter{input_options{}};
  const testing::fed result = testing::feed(splitter, archive, [] { return std::size_t{1} << 18U; });
  EXPECT_EQ(result.counted.total_damage(), 0U) << file;
  std::size_t bytes = 0;
  for (const testing::kept_slice& part : result.slices) bytes += part.body_offset + part.bytes.size();
  const std::size_t mark = archive.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  EXPECT_EQ(bytes + mark, archive.size()) << file << ": bytes are lost";
  return result.slices.size();
}

TEST(mail_counts, equal_python) {
  URLSIEVE_SHARED_OR_SKIP(folder, "data/mail");
  EXPECT_EQ(messages_in(*folder / "openbmc-part.mbox.zst"), 4097U);
  EXPECT_EQ(messages_in(*folder / "spamassassin.mbox.zst"), 6046U);
}

TEST(mail_counts, differ_from_python_where_prose_begins_with_from) {
  URLSIEVE_SHARED_OR_SKIP(folder, "suites/mime/MimeKit/mbox");
  EXPECT_EQ(messages_in(*folder / "issue1189.mbox.txt"), 4U);
  EXPECT_EQ(messages_in(*folder / "content-length.mbox.txt"), 29U);
  EXPECT_EQ(messages_in(*folder / "simple.mbox.txt"), 3U);
  EXPECT_EQ(messages_in(*folder / "unmunged.mbox.txt"), 2U) << "Python: 3, for \"From Russia with love\"";
}

TEST(mail_counts, know_messages_of_test_suites_for_mail) {
  URLSIEVE_SHARED_OR_SKIP(folder, "suites/mime");
  // Parts of messages, with a header that other formats have, too.
  const std::set<std::string> others{"010.eml",
                                     "delayed-broken.eml",
                                     "erroneous.raw",
                                     "malformed-content-type-params.raw",
                                     "missing-ctype-root.raw",
                                     "missing-closing-param-quote.raw",
                                     "ctype-invalid-characters.raw",
                                     "unquoted-ctype-param-special.raw",
                                     "header-only.raw"};
  std::size_t known = 0;
  std::set<std::string> unknown;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(*folder)) {
    const std::string name = entry.path().extension().string();
    if (name != ".eml" && name != ".raw" && name != ".mhtml") continue;
    const std::string bytes = testing::read_file(entry.path());
    const format* const found = match_format(input_head({}, bytes, true), {}).as;
    if (found != nullptr && found->family == format_family::mail)
      ++known;
    else
      unknown.insert(entry.path().filename().string());
  }
  EXPECT_EQ(unknown, others);
  EXPECT_GE(known, 250U);
}

}  // namespace mail_counts_test
}  // namespace urlsieve
