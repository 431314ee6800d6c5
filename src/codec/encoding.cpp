#include "src/codec/encoding.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <string>
#include <vector>

#include "src/text/encodings/utf8.hpp"
#include "src/text/scan/byte_class.hpp"

namespace urlsieve {
namespace {

using namespace std::string_view_literals;

constexpr auto single = encoding_kind::single_byte;
constexpr auto multi = encoding_kind::multi_byte;

// clang-format off
constexpr charset_row charset_rows[] = {
    {"UTF-8", encoding_kind::utf8, nullptr,
     "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8", true, false},
    {"IBM866", single, "ibm866", "866 cp866 csibm866 ibm866", true, false},
    {"ISO-8859-2", single, "iso-8859-2",
     "csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2", true, false},
    {"ISO-8859-3", single, "iso-8859-3",
     "csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3", true, false},
    {"ISO-8859-4", single, "iso-8859-4",
     "csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4", true, false},
    {"ISO-8859-5", single, "iso-8859-5",
     "csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988", true, false},
    {"ISO-8859-6", single, "iso-8859-6",
     "arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 iso-8859-6-e iso-8859-6-i "
     "iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987", true, false},
    {"ISO-8859-7", single, "iso-8859-7",
     "csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597 iso_8859-7 "
     "iso_8859-7:1987 sun_eu_greek", true, false},
    {"ISO-8859-8", single, "iso-8859-8",
     "csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138 iso8859-8 iso88598 iso_8859-8 "
     "iso_8859-8:1988 visual", true, false},
    {"ISO-8859-8-I", single, "iso-8859-8", "csiso88598i iso-8859-8-i logical", true, false},
    {"ISO-8859-10", single, "iso-8859-10",
     "csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6", true, false},
    {"ISO-8859-13", single, "iso-8859-13", "iso-8859-13 iso8859-13 iso885913", true, false},
    {"ISO-8859-14", single, "iso-8859-14", "iso-8859-14 iso8859-14 iso885914", true, false},
    {"ISO-8859-15", single, "iso-8859-15",
     "csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9", true, false},
    {name_of_latin10, single, nullptr, "iso-8859-16", true, false},
    {"KOI8-R", single, "koi8-r", "cskoi8r koi koi8 koi8-r koi8_r", true, false},
    {"KOI8-U", single, "koi8-u", "koi8-ru koi8-u", true, false},
    {"macintosh", single, "macintosh", "csmacintosh mac macintosh x-mac-roman", true, false},
    {"windows-874", single, "windows-874",
     "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874", true, false},
    {"windows-1250", single, "windows-1250", "cp1250 windows-1250 x-cp1250", true, false},
    {"windows-1251", single, "windows-1251", "cp1251 windows-1251 x-cp1251", true, false},
    {"windows-1252", single, "windows-1252",
     "ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1 "
     "iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252", true, false},
    {"windows-1253", single, "windows-1253", "cp1253 windows-1253 x-cp1253", true, false},
    {"windows-1254", single, "windows-1254",
     "cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5 "
     "windows-1254 x-cp1254", true, false},
    {"windows-1255", single, "windows-1255", "cp1255 windows-1255 x-cp1255", true, false},
    {"windows-1256", single, "windows-1256", "cp1256 windows-1256 x-cp1256", true, false},
    {"windows-1257", single, "windows-1257", "cp1257 windows-1257 x-cp1257", true, false},
    {"windows-1258", single, "windows-1258", "cp1258 windows-1258 x-cp1258", true, false},
    {"x-mac-cyrillic", single, "x-mac-cyrillic", "x-mac-cyrillic x-mac-ukrainian", true, false},
    {"GBK", multi, "gb18030",
     "chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk", true, false},
    {"gb18030", multi, "gb18030", "gb18030", true, false},
    {"Big5", multi, "Big5-HKSCS", "big5 big5-hkscs cn-big5 csbig5 x-x-big5", true, false},
    {"EUC-JP", multi, "EUC-JP", "cseucpkdfmtjapanese euc-jp x-euc-jp", true, false},
    {"ISO-2022-JP", multi, "ISO-2022-JP", "csiso2022jp iso-2022-jp", false, false},
    {"Shift_JIS", multi, "ibm-943_P15A-2003",
     "csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis", true, false},
    {"EUC-KR", multi, "windows-949-2000",
     "cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949",
     true, false},
    {"UTF-16BE", encoding_kind::utf16be, nullptr, "unicodefffe utf-16be", false, false},
    {"UTF-16LE", encoding_kind::utf16le, nullptr,
     "csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le", false, false},
    {name_of_user_defined, single, nullptr, "x-user-defined", true, false},
    {"UTF-7", multi, "UTF-7", "utf-7 unicode-1-1-utf-7 csunicode11utf7 csutf7", false, true},
    {"ISO-2022-KR", multi, "ISO-2022-KR", "iso-2022-kr csiso2022kr", false, false, true},
    {"ISO-2022-CN", multi, "ISO-2022-CN", "iso-2022-cn iso-2022-cn-ext", false, false, true},
    {"HZ-GB-2312", multi, "HZ", "hz-gb-2312 hz", false, false, true},
    {"ISO-2022-JP-2", multi, "ISO-2022-JP-2", "iso-2022-jp-2 iso-2022-jp-1 iso-2022-jp-3", false, true},
    {"UTF-32", multi, "UTF-32", "utf-32 iso-10646-ucs-4 ucs-4", false, true},
    {"UTF-32LE", multi, "UTF-32LE", "utf-32le", false, true},
    {"UTF-32BE", multi, "UTF-32BE", "utf-32be", false, true},
    // Labels and code pages that only mail has.
    {"windows-1252", single, "windows-1252", "iso8859_1 iso-8859_1 iso_8859_1 8859-1 latin-1 windows1252 cp-1252",
     true, true},
    {"windows-1251", single, "windows-1251", "windows1251 win-1251 cp-1251", true, true},
    {"ISO-8859-2", single, "iso-8859-2", "iso8859_2 latin-2", true, true},
    {"ISO-8859-15", single, "iso-8859-15", "iso8859_15 latin-9 latin9", true, true},
    {"GBK", multi, "gb18030", "windows-936 cp936 ms936", true, true},
    {"Big5", multi, "Big5-HKSCS", "windows-950 cp950", true, true},
    {"Shift_JIS", multi, "ibm-943_P15A-2003", "cp932 windows-932 x-ms-cp932", true, true},
    {"EUC-KR", multi, "windows-949-2000", "cp949 ms949 uhc", true, true},
    {"EUC-JP", multi, "EUC-JP", "eucjp euc_jp ujis", true, true},
    {"IBM437", single, "ibm-437", "cp437 437 ibm437 cspc8codepage437", true, true},
    {"IBM850", single, "ibm-850", "cp850 850 ibm850 cspc850multilingual", true, true},
    {"IBM852", single, "ibm-852", "cp852 852 ibm852 cspcp852", true, true},
    {"IBM00858", single, "ibm-858", "cp858 ibm858 ibm00858 cp00858", true, true},
};
// clang-format on

struct label_row {
  bool mail_only = false;
  std::string_view label;
  std::size_t row = 0;

  friend constexpr auto operator<=>(const label_row&, const label_row&) = default;
};

template <class Take>
constexpr void each_label(Take&& take) {
  for (std::size_t row = 0; row < std::size(charset_rows); ++row) {
    const std::string_view labels = charset_rows[row].labels;
    for (std::size_t at = 0; at < labels.size();) {
      const std::size_t end = std::min(labels.find(' ', at), labels.size());
      take(label_row{charset_rows[row].mail_only, labels.substr(at, end - at), row});
      at = end + 1;
    }
  }
}

constexpr std::size_t label_count = [] {
  std::size_t count = 0;
  each_label([&](const label_row&) { ++count; });
  return count;
}();

constexpr std::array<label_row, label_count> sorted_labels = [] {
  std::array<label_row, label_count> all;
  std::size_t count = 0;
  each_label([&](const label_row& label) { all[count++] = label; });
  std::sort(all.begin(), all.end());
  return all;
}();

encoding from_row(std::size_t row) {
  const charset_row& found = charset_row_at(row);
  return {found.kind, static_cast<std::uint8_t>(row), found.name};
}

encoding find_label(std::string_view label, bool mail) {
  constexpr std::size_t longest = 32;
  const auto is_space = [](char c) { return bytes::html_space.contains(c); };
  while (!label.empty() && is_space(label.front())) label.remove_prefix(1);
  while (!label.empty() && is_space(label.back())) label.remove_suffix(1);
  if (label.empty() || label.size() > longest) return {};
  std::array<char, longest> lowered;
  std::transform(label.begin(), label.end(), lowered.begin(),
                 [](char c) { return bytes::upper.contains(c) ? static_cast<char>(c + ('a' - 'A')) : c; });
  const auto row = find_charset_row({lowered.data(), label.size()}, mail);
  return row ? from_row(*row) : encoding{};
}

}  // namespace

std::size_t charset_row_count() {
  return std::size(charset_rows);
}
const charset_row& charset_row_at(std::size_t row) {
  return charset_rows[row];
}

std::vector<std::string> encoding_labels() {
  std::vector<std::string> labels;
  each_label([&](const label_row& entry) {
    if (!entry.mail_only) labels.emplace_back(entry.label);
  });
  return labels;
}

std::optional<std::size_t> find_charset_row(std::string_view label, bool mail_only) {
  const label_row wanted{mail_only, label, 0};
  const auto* const found = std::lower_bound(sorted_labels.begin(), sorted_labels.end(), wanted);
  const bool is_known =
      found != sorted_labels.end() && found->mail_only == mail_only && found->label == label;
  return is_known ? std::optional(found->row) : std::nullopt;
}

encoding find_encoding(std::string_view label) {
  return find_label(label, false);
}

encoding find_mail_encoding(std::string_view label) {
  const encoding extra = find_label(label, true);
  return extra.kind != encoding_kind::unknown ? extra : find_label(label, false);
}

byte_order_mark find_byte_order_mark(std::string_view bytes) {
  if (bytes.starts_with(utf8_mark)) return {find_encoding("utf-8"), utf8_mark.size()};
  if (bytes.starts_with("\xFF\xFE"sv)) return {find_encoding("utf-16le"), 2};
  if (bytes.starts_with("\xFE\xFF"sv)) return {find_encoding("utf-16be"), 2};
  return {};
}

encoding with_byte_order_of(std::string_view text, const encoding& charset) {
  if (!is_wide(charset)) return charset;
  if (const byte_order_mark mark = find_byte_order_mark(text); is_wide(mark.named)) return mark.named;
  constexpr std::size_t examined = 4096;
  std::array<std::size_t, 2> nuls{};  // at even and odd offsets
  const std::string_view front = text.substr(0, examined);
  for (std::size_t at = 0; at < front.size(); ++at) nuls[at % 2] += front[at] == '\0' ? 1U : 0U;
  if (nuls[0] == nuls[1]) return charset;
  return find_encoding(nuls[0] > nuls[1] ? "utf-16be" : "utf-16le");
}

}  // namespace urlsieve
