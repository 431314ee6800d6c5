#include "src/documents/members_in_text.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace urlsieve {
namespace {

using namespace std::string_view_literals;

std::vector<std::string> members_in(std::string_view text) {
  std::vector<std::string> found;
  for (const member_in_text& member : find_members_in_text(text))
    found.push_back(std::to_string(member.begin) + " " + std::string(name_of(member.kind)));
  return found;
}

using strings = std::vector<std::string>;

TEST(members_in_text, finds_each_kind_in_order) {
  const std::string text = "0123456789\n";
  EXPECT_EQ(members_in(text + std::string("BZh91AY&SY\x1F\x8B\x08\0\0\0\0\0\0\3\x28\xB5\x2F\xFD.....\0\xFD"
                                          "7zXZ\0....P*M\x18......"sv)),
            (strings{"11 bzip2", "21 gzip", "31 zstd", "41 xz", "51 zstd"}));
}

TEST(members_in_text, ignores_text_and_other_bytes) {
  EXPECT_EQ(members_in(""), strings{});
  EXPECT_EQ(members_in("BZh is the magic of bzip2; \x1F\x8B\x08 of gzip"), strings{});
  EXPECT_EQ(members_in("\x1F\x8B\x08\xE0 is invalid, and cut: \0\x1F\x8B\x08"sv), strings{});
}

}  // namespace
}  // namespace urlsieve
