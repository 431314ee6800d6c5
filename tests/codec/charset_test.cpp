#include "src/codec/charset.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <random>
#include <string>

#include "src/codec/encoding.hpp"

namespace urlsieve {
namespace charset_test {

using namespace std::string_view_literals;

struct row {
  std::string_view label;
  std::string_view bytes;
  std::string_view utf8;
};

const row rows[] = {
    {"utf-8", "\xC3\xA9\xFF", "\xC3\xA9\xFF"},
    {"utf-8", "\xEF\xBB\xBFx", "x"},
    {"iso-8859-1", "\xE9\x80\x93", "\xC3\xA9\xE2\x82\xAC\xE2\x80\x9C"},
    {"US-ASCII", "caf\xE9", "caf\xC3\xA9"},
    {"iso-8859-2", "\xB1\xE6", "\xC4\x85\xC4\x87"},
    {"latin5", "\xFD\xFE", "\xC4\xB1\xC5\x9F"},
    {"iso-8859-15", "\xA4", "\xE2\x82\xAC"},
    {"iso-8859-16", "\xA4\xAA\xFE", "\xE2\x82\xAC\xC8\x98\xC8\x9B"},
    {"iso-8859-7", "\xE1\xF9", "\xCE\xB1\xCF\x89"},
    {"visual", "\xE0", "\xD7\x90"},
    {"koi8-r", "\xCD\xC9\xD2", "\xD0\xBC\xD0\xB8\xD1\x80"},
    {"koi8-u", "\xA6", "\xD1\x96"},
    {"windows-1251", "\xEC\xE8\xF0", "\xD0\xBC\xD0\xB8\xD1\x80"},
    {"cp866", "\xAC\xA8\xE0", "\xD0\xBC\xD0\xB8\xD1\x80"},
    {"x-mac-cyrillic", "\xEC\xE8\xF0", "\xD0\xBC\xD0\xB8\xD1\x80"},
    {"macintosh", "\x8E", "\xC3\xA9"},
    {"windows-874", "\xA1", "\xE0\xB8\x81"},
    {"windows-1256", "\xC8", "\xD8\xA8"},
    {"x-user-defined", "A\x80\xFF", "A\xEF\x9E\x80\xEF\x9F\xBF"},
    {"Shift_JIS", "\x95\x5C", "\xE8\xA1\xA8"},
    {"sjis", "\\~", "\\~"},
    {"Shift_JIS", "\x81\"x", "\xEF\xBF\xBD\"x"},
    {"euc-jp", "\xC9\xBD", "\xE8\xA1\xA8"},
    {"iso-2022-jp", "\x1B$BI=\x1B(B<", "\xE8\xA1\xA8<"},
    {"gb2312", "\xD6\xD0", "\xE4\xB8\xAD"},
    {"gbk", "\x81\x5C", "\xE4\xB9\x97"},
    {"gb18030", "\x94\x39\xDA\x33", "\xF0\x9F\x92\xA9"},
    {"big5", "\xA4\xA4\xB7\x7C", "\xE4\xB8\xAD\xE6\x9C\x83"},
    {"euc-kr", "\xC7\xD1\x81\x41", "\xED\x95\x9C\xEA\xB0\x82"},
    {"utf-16", "<\0\xE9\0\x3D\xD8\xA9\xDC"sv, "<\xC3\xA9\xF0\x9F\x92\xA9"},
    {"utf-16le", "\xFF\xFE<\0"sv, "<"},
    {"utf-16be", "\xFE\xFF\0<\xD8\x3D"sv, "<\xEF\xBF\xBD"},
    {"utf-16le", "\xA9\xDCx\0\x01"sv, "\xEF\xBF\xBDx\xEF\xBF\xBD"},
    {"hz-gb-2312", "~{VP~}<a>", "\xE4\xB8\xAD<a>"},
    {"iso-2022-kr", "\x1B$)C\x0E\x47\x51\x0F<", "\xED\x95\x9C<"},
    {"iso-2022-cn", "\x1B$)A\x0E\x56\x50\x0F<", "\xE4\xB8\xAD<"},
    {"no such charset", "\xE9", "\xE9"},
};

TEST(charset, decodes_each_row) {
  charset_decoder decoder;
  arena out;
  for (const row& each : rows)
    EXPECT_EQ(decoder.decode(find_encoding(each.label), each.bytes, out), each.utf8) << each.label;
}

TEST(charset, supports_charsets_of_mail_only) {
  charset_decoder decoder;
  arena out;
  EXPECT_EQ(decoder.decode(find_mail_encoding("UTF-7"), "caf+AOk- x", out), "caf\xC3\xA9 x");
  EXPECT_EQ(decoder.decode(find_mail_encoding("hz-gb-2312"), "~{VP~}<a>", out), "\xE4\xB8\xAD<a>");
  EXPECT_EQ(decoder.decode(find_mail_encoding("iso-2022-kr"), "\x1B$)C\x0E\x47\x51\x0F<", out),
            "\xED\x95\x9C<");
  EXPECT_EQ(find_mail_encoding("latin1").name, "windows-1252");
  EXPECT_EQ(find_encoding("utf-7").kind, encoding_kind::unknown);
}

TEST(charset, finds_labels_as_the_standard_does) {
  EXPECT_EQ(find_encoding(" \tUTF-8\r\n").kind, encoding_kind::utf8);
  EXPECT_EQ(find_encoding("Latin1").name, "windows-1252");
  EXPECT_EQ(find_encoding("unicode").kind, encoding_kind::utf16le);
  EXPECT_EQ(find_encoding("iso-8859-8-i").name, "ISO-8859-8-I");
  EXPECT_EQ(find_encoding("ks_c_5601-1987").name, "EUC-KR");
  for (const std::string_view none : {"", " ", "iso-8859", "8859-1", "utf-8 utf8", "latin", "l",
                                      "iso-8859-12", "a label that is longer than any that there is"})
    EXPECT_EQ(find_encoding(none).kind, encoding_kind::unknown) << none;
}

TEST(charset, finds_every_label_and_no_part_of_one) {
  for (std::size_t row = 0; row < charset_row_count(); ++row) {
    const charset_row& each = charset_row_at(row);
    std::string label;
    for (const char c : std::string(each.labels) + ' ') {
      if (c != ' ') {
        label += c;
        continue;
      }
      EXPECT_EQ(find_charset_row(label, each.mail_only), row) << label;
      EXPECT_NE(find_charset_row(label, !each.mail_only), row) << label;
      EXPECT_EQ(find_charset_row(label + '?', each.mail_only), std::nullopt) << label;
      EXPECT_EQ((each.mail_only ? find_mail_encoding(label) : find_encoding(label)).name, each.name) << label;
      label.clear();
    }
  }
}

TEST(charset, finds_the_byte_order_of_utf16) {
  using namespace std::string_view_literals;
  const encoding utf16 = find_encoding("utf-16");
  EXPECT_EQ(with_byte_order_of("\0a\0b"sv, utf16).kind, encoding_kind::utf16be);
  EXPECT_EQ(with_byte_order_of("a\0b\0"sv, utf16).kind, encoding_kind::utf16le);
  EXPECT_EQ(with_byte_order_of("a\0b\0"sv, find_encoding("utf-16be")).kind, encoding_kind::utf16le);
  EXPECT_EQ(with_byte_order_of("\xFE\xFF"sv, utf16).kind, encoding_kind::utf16be);
  EXPECT_EQ(with_byte_order_of("ab"sv, utf16).kind, encoding_kind::utf16le);
  EXPECT_EQ(with_byte_order_of("\0a"sv, find_encoding("utf-8")).kind, encoding_kind::utf8);
}

TEST(charset, finds_byte_order_marks) {
  EXPECT_EQ(find_byte_order_mark("\xEF\xBB\xBF").size, 3U);
  EXPECT_EQ(find_byte_order_mark("\xFF\xFEx").named.kind, encoding_kind::utf16le);
  EXPECT_EQ(find_byte_order_mark("\xFE\xFF").named.kind, encoding_kind::utf16be);
  EXPECT_EQ(find_byte_order_mark("\xEF\xBB").size, 0U);
}

TEST(charset, does_not_copy_ascii) {
  charset_decoder decoder;
  arena out;
  const std::string_view plain = "<a href=\"x\\y\">~</a>";
  for (const std::string_view label : {"utf-8", "latin1", "shift_jis", "gbk", "big5", "euc-jp", "euc-kr"})
    EXPECT_EQ(decoder.decode(find_encoding(label), plain, out).data(), plain.data()) << label;
  EXPECT_EQ(out.used(), 0U);
}

// Decoding does not depend on the position in a long document.
TEST(charset, decodes_long_documents_like_their_pieces) {
  charset_decoder decoder;
  for (const row& each : rows) {
    if (each.label.starts_with("utf") || each.label.starts_with("hz")) continue;
    arena out;
    std::string bytes;
    std::string utf8;
    for (int i = 0; i < 3000; ++i) {
      bytes.append(each.bytes).append(static_cast<std::size_t>(i % 5), '.');
      utf8.append(each.utf8).append(static_cast<std::size_t>(i % 5), '.');
    }
    ASSERT_EQ(decoder.decode(find_encoding(each.label), bytes, out), utf8) << each.label;
  }
  arena out;
  std::string bytes = "x";
  bytes += '\0';
  std::string utf8 = "x";
  for (int i = 0; i < 5000; ++i) {
    bytes += "\x3D\xD8\xA9\xDC";
    utf8 += "\xF0\x9F\x92\xA9";
  }
  EXPECT_EQ(decoder.decode(find_encoding("utf-16le"), bytes, out), utf8);
}

bool well_formed(std::string_view utf8) {
  for (std::size_t i = 0; i < utf8.size();) {
    const auto lead = static_cast<unsigned char>(utf8[i]);
    const std::size_t size = lead < 0x80                   ? 1
                             : lead >= 0xC2 && lead < 0xE0 ? 2
                             : lead >= 0xE0 && lead < 0xF0 ? 3
                             : lead >= 0xF0 && lead < 0xF5 ? 4
                                                           : 0;
    if (size == 0 || i + size > utf8.size()) return false;
    for (std::size_t k = 1; k < size; ++k) {
      if ((static_cast<unsigned char>(utf8[i + k]) & 0xC0U) != 0x80) return false;
    }
    i += size;
  }
  return true;
}

TEST(charset, never_stops_and_never_swallows_a_quote_or_bracket) {
  charset_decoder decoder;
  std::minstd_rand random(7);
  for (const std::string_view label : {"shift_jis", "gbk", "big5", "euc-jp", "euc-kr", "latin1", "iso-8859-7",
                                       "windows-1255", "iso-2022-jp", "utf-16le", "gb18030"}) {
    for (std::size_t round = 0; round < 200; ++round) {
      std::string bytes(round * 3, '\0');
      for (char& c : bytes) {
        c = static_cast<char>(random() >> 9U);
        if (random() % 6 == 0) c = "\"<>'"[random() % 4];
      }
      arena out;
      const std::string_view utf8 = decoder.decode(find_encoding(label), bytes, out);
      ASSERT_TRUE(well_formed(utf8)) << label;
      if (label == "iso-2022-jp" || label == "utf-16le") continue;
      for (const char mark : {'"', '<', '>', '\''})
        ASSERT_EQ(std::count(utf8.begin(), utf8.end(), mark), std::count(bytes.begin(), bytes.end(), mark))
            << label;
    }
  }
}

TEST(charset, encodes_queries_in_the_documents_charset) {
  charset_decoder decoder;
  arena out;
  const auto encode = [&](std::string_view label, std::string_view utf8) {
    return decoder.encode_query(find_encoding(label), utf8, out);
  };
  EXPECT_EQ(encode("gb2312", "q=\xE4\xB8\xAD"), "q=\xD6\xD0");
  EXPECT_EQ(encode("latin1", "q=\xC3\xA9\xE2\x82\xAC"), "q=\xE9\x80");
  EXPECT_EQ(encode("latin1", "q=\xE4\xB8\xAD."), "q=%26%2320013%3B.");
  EXPECT_EQ(encode("shift_jis", "\xE8\xA1\xA8\xF0\x9F\x92\xA9"), "\x95\x5C%26%23128169%3B");
  EXPECT_EQ(encode("koi8-r", "\xD0\xBC"), "\xCD");
  EXPECT_EQ(encode("utf-8", "\xC3\xA9"), "\xC3\xA9");
  EXPECT_EQ(encode("utf-16", "\xC3\xA9"), "\xC3\xA9");
  EXPECT_EQ(encode("latin1", "\xFF"), "%26%2365533%3B");
}

}  // namespace charset_test
}  // namespace urlsieve
