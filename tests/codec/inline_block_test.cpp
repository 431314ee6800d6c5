#include "src/codec/inline_block.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tests/shared_data.hpp"

namespace urlsieve {
namespace inline_block_test {

// Returns the text with each block replaced by "|name|", or by "|name?" if the end of the block is missing.
std::string outline(std::string_view text) {
  std::string drawn;
  std::size_t from = 0;
  inline_block block;
  while (find_inline_block(text, from, block)) {
    EXPECT_GE(block.begin, from);
    EXPECT_GT(block.end, block.begin);
    drawn += text.substr(from, block.begin - from);
    drawn += '|' + std::string(block.name) + (block.closed ? "|" : "?");
    from = block.end;
  }
  return drawn + std::string(text.substr(from));
}

const std::string data_line = "M" + std::string(60, '0') + "\n";

TEST(inline_block, finds_uuencoded_files) {
  const std::string file = "begin 644 a.txt\n" + data_line + "#0V%T\n`\nend\n";
  EXPECT_EQ(outline(file), "|a.txt|");
  EXPECT_EQ(outline("Hi,\n" + file + "Bye\n"), "Hi,\n|a.txt|Bye\n");
  EXPECT_EQ(outline(file + file), "|a.txt||a.txt|");
  EXPECT_EQ(outline("begin 0755 my file.sh \r\n#0V%T\r\n`\r\nend\r\n"), "|my file.sh|");
  EXPECT_EQ(outline("begin 644 empty\n`\nend\n"), "|empty|");
  EXPECT_EQ(outline("begin 644 zero\n#0V%T\n\nend\n"), "|zero|");  // a lost trailing space
  EXPECT_EQ(outline("begin 644 short\n" + data_line.substr(0, 40) + "\n`\nend\n"), "|short|");
  EXPECT_EQ(outline("begin 644 checked\n#0V%TX\n`\nend\n"), "|checked|");
}

TEST(inline_block, resumes_where_a_file_breaks_off) {
  EXPECT_EQ(outline("begin 644 a.txt\n" + data_line + "see http://example.org/\n"),
            "|a.txt?see http://example.org/\n");
  EXPECT_EQ(outline("begin 644 a.txt\n" + data_line + "begin 644 b.txt\n#0V%T\n`\nend\n"), "|a.txt?|b.txt|");
}

TEST(inline_block, leaves_prose) {
  for (const std::string_view text :
       {"begin 644 times and again\nuntil done\n", "begin by saying\n", "begin 6 x\n#0V%T\n`\nend\n",
        "begin 99999 x\n#0V%T\n`\nend\n", "begin 644\n#0V%T\nend\n", "beginning\n", "=ybegin is a keyword\n",
        " begin 644 a.txt\n#0V%T\n`\nend\n", "=yend size=1\n", "be", "b", "=y", "", "\n",
        "=ybegin line=128 size=9 name=x\n\nHello\n"})
    EXPECT_EQ(outline(text), text);
}

TEST(inline_block, finds_yenc_files) {
  const std::string head = "=ybegin line=128 size=260 name=photo of me.jpg\n";
  const std::string line(128, '\xA7');
  const std::string lines = line + "\n" + line + "=" + "\n\x8E\x9F\xE7\xD1\n";
  EXPECT_EQ(outline(head + lines + "=yend size=260 crc32=0\n"), "|photo of me.jpg|");
  EXPECT_EQ(outline("Hi\n=ybegin part=1 line=128 size=9 name=a\n=ypart begin=1 end=9\n" + lines +
                    "=yend size=9\nBye"),
            "Hi\n|a|Bye");
  // Without an end line, the block ends at the first line with a wrong length.
  EXPECT_EQ(outline(head + line + "\n" + line + "\nsee http://example.org/\n"),
            "|photo of me.jpg?see http://example.org/\n");
  EXPECT_EQ(outline(head + line + "\n" + head + lines + "=yend\n"), "|photo of me.jpg?|photo of me.jpg|");
}

TEST(inline_block, finds_the_files_of_news_articles) {
  URLSIEVE_SHARED_OR_SKIP(folder, "suites/mime/MimeKit/yenc");
  for (const char* const article : {"00000020.ntx", "00000021.ntx", "simple.msg", "state-changes.ntx"}) {
    const std::string text = testing::read_file(*folder / article);
    inline_block block;
    ASSERT_TRUE(find_inline_block(text, 0, block)) << article;
    EXPECT_EQ(block.coding, inline_coding::yenc) << article;
    EXPECT_TRUE(block.closed) << article;
    EXPECT_TRUE(block.name == "joystick.jpg" || block.name == "testfile.txt")
        << article << ": " << block.name;
    EXPECT_FALSE(find_inline_block(text, block.end, block)) << article;
  }
}

TEST(inline_block, decodes_uuencode) {
  arena buffer;
  EXPECT_EQ(decode_uuencode("#0V%T\n", buffer).bytes, "Cat");
  EXPECT_EQ(decode_uuencode("#0V%T\r\n`\r\n", buffer).bytes, "Cat");
  EXPECT_EQ(decode_uuencode("!80``\n", buffer).bytes, "a");
  EXPECT_EQ(decode_uuencode("!80\n", buffer).bytes, "a");  // only the characters that one byte needs
  // The alternative character for zero, and trailing spaces that were lost.
  EXPECT_EQ(decode_uuencode("#    \n", buffer).bytes, std::string(3, '\0'));
  const decoded_uuencode lost = decode_uuencode("&0V%T\n", buffer);
  EXPECT_EQ(lost.bytes, "Cat");
  EXPECT_TRUE(lost.damaged);
  EXPECT_FALSE(decode_uuencode("#0V%T\n", buffer).damaged);
  EXPECT_EQ(decode_uuencode("", buffer).bytes, "");
}

TEST(inline_block, knows_text_by_its_name) {
  for (const std::string_view name : {"a.txt", "A.TXT", "my page.Html", "0001-fix.patch", "x.y.xml"})
    EXPECT_TRUE(names_text(name)) << name;
  for (const std::string_view name : {"", "txt", "a.jpg", "a.txt.gz", "a.", ".x.verylong", "a.txtx"})
    EXPECT_FALSE(names_text(name)) << name;
}

TEST(inline_block, takes_linear_time) {
  for (const std::string_view unit :
       {"=ybegin line=128 size=1 name=x\n", "begin 644 x\n", "begin 644 x\n#0V%T\n", "=ypart\n", "=yend\n",
        "=ybegin line=1 size=1 name=x\n=ypart x\nab\n", "begin 644 x\n\n"}) {
    std::string text;
    while (text.size() < 2'000'000) text += unit;
    inline_block block;
    std::size_t from = 0;
    while (find_inline_block(text, from, block)) from = block.end;
    EXPECT_LE(from, text.size());
  }
}

}  // namespace inline_block_test
}  // namespace urlsieve
