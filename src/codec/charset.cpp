#include "src/codec/charset.hpp"

#include <unicode/utf16.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "src/codec/growing_buffer.hpp"
#include "src/codec/icu_converters.hpp"
#include "src/text/encodings/utf8.hpp"

namespace urlsieve {
namespace {

constexpr char32_t replacement_character = 0xFFFD;
constexpr std::size_t unbounded = static_cast<std::size_t>(-1) / 4;

// ISO-8859-16, which ICU lacks: bytes 0xA0 to 0xFF.
constexpr char32_t latin10[96] = {
    0x00A0, 0x0104, 0x0105, 0x0141, 0x20AC, 0x201E, 0x0160, 0x00A7, 0x0161, 0x00A9, 0x0218, 0x00AB,
    0x0179, 0x00AD, 0x017A, 0x017B, 0x00B0, 0x00B1, 0x010C, 0x0142, 0x017D, 0x201D, 0x00B6, 0x00B7,
    0x017E, 0x010D, 0x0219, 0x00BB, 0x0152, 0x0153, 0x0178, 0x017C, 0x00C0, 0x00C1, 0x00C2, 0x0102,
    0x00C4, 0x0106, 0x00C6, 0x00C7, 0x00C8, 0x00C9, 0x00CA, 0x00CB, 0x00CC, 0x00CD, 0x00CE, 0x00CF,
    0x0110, 0x0143, 0x00D2, 0x00D3, 0x00D4, 0x0150, 0x00D6, 0x015A, 0x0170, 0x00D9, 0x00DA, 0x00DB,
    0x00DC, 0x0118, 0x021A, 0x00DF, 0x00E0, 0x00E1, 0x00E2, 0x0103, 0x00E4, 0x0107, 0x00E6, 0x00E7,
    0x00E8, 0x00E9, 0x00EA, 0x00EB, 0x00EC, 0x00ED, 0x00EE, 0x00EF, 0x0111, 0x0144, 0x00F2, 0x00F3,
    0x00F4, 0x0151, 0x00F6, 0x015B, 0x0171, 0x00F9, 0x00FA, 0x00FB, 0x00FC, 0x0119, 0x021B, 0x00FF};

const icu_converters& icu() {
  return icu_converters::get();
}

std::size_t put_utf8(char32_t code_point, char* to) {
  std::size_t size = 0;
  U8_APPEND_UNSAFE(to, size, code_point);
  return size;
}

// Replaces ill-formed bytes by U+FFFD. Like the standard's decoders, keeps an ASCII byte in the place of a
// trail byte, so that no quote or bracket is lost.
void replace_fault(const void*, UConverterToUnicodeArgs* args, const char* units, std::int32_t size,
                   UConverterCallbackReason reason, UErrorCode* status) {
  if (reason > UCNV_IRREGULAR) return;
  *status = U_ZERO_ERROR;
  UChar written[2] = {static_cast<UChar>(replacement_character), 0};
  std::int32_t count = 1;
  if (size == 2 && static_cast<unsigned char>(units[0]) >= 0x80 &&
      static_cast<unsigned char>(units[1]) < 0x80)
    written[count++] = static_cast<UChar>(units[1]);
  icu().ucnv_cbToUWriteUChars(args, written, count, 0, status);
}

std::size_t put_number_reference(char32_t code_point, char* to) {
  char* next = std::copy_n("%26%23", 6, to);
  next = std::to_chars(next, next + 8, static_cast<std::uint32_t>(code_point)).ptr;
  return static_cast<std::size_t>(std::copy_n("%3B", 3, next) - to);
}

void refer_by_number(const void*, UConverterFromUnicodeArgs* args, const UChar*, std::int32_t,
                     UChar32 code_point, UConverterCallbackReason reason, UErrorCode* status) {
  if (reason > UCNV_IRREGULAR) return;
  *status = U_ZERO_ERROR;
  std::array<char, 32> text;
  const std::size_t size = put_number_reference(static_cast<char32_t>(code_point), text.data());
  std::array<UChar, 32> wide;
  std::copy_n(text.begin(), size, wide.begin());
  const UChar* next = wide.data();
  icu().ucnv_cbFromUWriteUChars(args, &next, next + size, 0, status);
}

struct converter_closer {
  void operator()(UConverter* open) const { icu().ucnv_close(open); }
};
using converter = std::unique_ptr<UConverter, converter_closer>;

struct byte_table {
  std::array<char32_t, 128> code_points;                         // of bytes 0x80 to 0xFF
  std::vector<std::pair<char32_t, unsigned char>> by_character;  // sorted
};

// Writes UTF-16 code units as UTF-8. A surrogate pair may span two calls.
class utf8_writer {
 public:
  explicit utf8_writer(growing_buffer& to) : to_(to) {}

  void write(std::span<const UChar> units) {
    char* const place = to_.left(3 * units.size() + 8).data();
    std::size_t size = 0;
    for (std::size_t at = 0; at < units.size(); ++at) {
      // Most text is ASCII, such as tags and addresses in pages of any language.
      if (high_ == 0) {
        for (; at + 4 <= units.size(); at += 4) {
          std::uint64_t four = 0;
          std::memcpy(&four, units.data() + at, sizeof(four));
          if ((four & 0xFF80FF80FF80FF80U) != 0) break;
          for (std::size_t i = 0; i < 4; ++i) place[size + i] = static_cast<char>(units[at + i]);
          size += 4;
        }
        if (at == units.size()) break;
      }
      const UChar unit = units[at];
      if (U16_IS_TRAIL(unit) && high_ != 0) {
        size += put_utf8(static_cast<char32_t>(U16_GET_SUPPLEMENTARY(high_, unit)), place + size);
        high_ = 0;
        continue;
      }
      if (high_ != 0) size += put_utf8(replacement_character, place + size);
      high_ = 0;
      if (U16_IS_LEAD(unit))
        high_ = unit;
      else
        size += put_utf8(U16_IS_TRAIL(unit) ? replacement_character : char32_t{unit}, place + size);
    }
    to_.fill(size);
  }

  void finish() {
    if (high_ == 0) return;
    to_.fill(put_utf8(replacement_character, to_.left(4).data()));
    high_ = 0;
  }

 private:
  growing_buffer& to_;
  UChar high_ = 0;
};

}  // namespace

struct charset_decoder::machinery {
  std::vector<converter> converters{charset_row_count()};
  std::vector<std::unique_ptr<byte_table>> tables{charset_row_count()};
  std::vector<UChar> wide;

  // Never returns null. Throws std::runtime_error if the data of ICU lack the converter.
  UConverter* open(std::size_t row) {
    converter& open = converters[row];
    if (!open) {
      const char* const name = charset_row_at(row).converter;
      UErrorCode status = U_ZERO_ERROR;
      converter opened(icu().ucnv_open(name, &status));
      if (U_FAILURE(status) != 0 || !opened)
        throw std::runtime_error(std::string("cannot load the data of ICU: converter ") + name + ": " +
                                 icu().u_errorName(status));
      icu().ucnv_setToUCallBack(opened.get(), replace_fault, nullptr, nullptr, nullptr, &status);
      icu().ucnv_setFromUCallBack(opened.get(), refer_by_number, nullptr, nullptr, nullptr, &status);
      icu().ucnv_setFallback(opened.get(), false);
      open = std::move(opened);
    }
    icu().ucnv_reset(open.get());
    return open.get();
  }

  const byte_table& table(std::size_t row);
  std::span<const UChar> widen(std::string_view utf8);
  std::string_view decode_single(std::size_t row, std::string_view bytes, arena& out);
  std::string_view decode_multi(std::size_t row, std::string_view bytes, arena& out);
  static std::string_view decode_utf16(bool big_endian, std::string_view bytes, arena& out);
  std::string_view encode_single(std::size_t row, std::string_view utf8, arena& out);
  std::string_view encode_multi(std::size_t row, std::string_view utf8, arena& out);
};

const byte_table& charset_decoder::machinery::table(std::size_t row) {
  std::unique_ptr<byte_table>& entry = tables[row];
  if (entry) return *entry;
  const std::string_view name = charset_row_at(row).name;
  UConverter* const from = charset_row_at(row).converter == nullptr ? nullptr : open(row);
  entry = std::make_unique<byte_table>();
  for (unsigned byte = 0x80; byte <= 0xFF; ++byte) {
    char32_t code_point = replacement_character;
    if (name == name_of_user_defined) {
      code_point = 0xF780 + (byte - 0x80);
    } else if (name == name_of_latin10) {
      code_point = byte < 0xA0 ? byte : latin10[byte - 0xA0];
    } else if (from != nullptr) {
      const char unit = static_cast<char>(byte);
      const char* next = &unit;
      UErrorCode status = U_ZERO_ERROR;
      const UChar32 answer = icu().ucnv_getNextUChar(from, &next, next + 1, &status);
      if (U_SUCCESS(status) != 0 && answer != 0x1A) code_point = static_cast<char32_t>(answer);
    }
    entry->code_points[byte - 0x80] = code_point;
    if (code_point != replacement_character)
      entry->by_character.emplace_back(code_point, static_cast<unsigned char>(byte));
  }
  std::sort(entry->by_character.begin(), entry->by_character.end());
  return *entry;
}

std::string_view charset_decoder::machinery::decode_single(std::size_t row, std::string_view bytes,
                                                           arena& out) {
  const byte_table& known = table(row);
  growing_buffer buffer(out, bytes.size() + bytes.size() / 8 + 64, unbounded);
  constexpr std::size_t piece = 4096;
  for (std::size_t at = 0; at < bytes.size(); at += piece) {
    const std::string_view some = bytes.substr(at, piece);
    char* const place = buffer.left(4 * some.size()).data();
    std::size_t size = 0;
    for (std::size_t i = 0; i < some.size(); ++i) {
      for (; i + 8 <= some.size(); i += 8, size += 8) {
        std::uint64_t eight = 0;
        std::memcpy(&eight, some.data() + i, sizeof(eight));
        if ((eight & 0x8080808080808080U) != 0) break;
        std::memcpy(place + size, &eight, sizeof(eight));
      }
      if (i == some.size()) break;
      const auto byte = static_cast<unsigned char>(some[i]);
      if (byte < 0x80)
        place[size++] = some[i];
      else
        size += put_utf8(known.code_points[byte - 0x80U], place + size);
    }
    buffer.fill(size);
  }
  return buffer.commit();
}

std::string_view charset_decoder::machinery::decode_multi(std::size_t row, std::string_view bytes,
                                                          arena& out) {
  UConverter* const from = open(row);
  growing_buffer buffer(out, bytes.size() + bytes.size() / 2 + 64, unbounded);
  utf8_writer writer(buffer);
  std::array<UChar, 4096> units;
  const char* next = bytes.data();
  const char* const end = next + bytes.size();
  UErrorCode status = U_BUFFER_OVERFLOW_ERROR;
  while (status == U_BUFFER_OVERFLOW_ERROR) {
    status = U_ZERO_ERROR;
    UChar* written = units.data();
    const char* const before = next;
    icu().ucnv_toUnicode(from, &written, units.data() + units.size(), &next, end, nullptr, true, &status);
    writer.write(std::span(units).first(static_cast<std::size_t>(written - units.data())));
    if (U_FAILURE(status) != 0 && status != U_BUFFER_OVERFLOW_ERROR && next < end) {
      // A fault that did not reach the callback: skip it.
      if (next == before) ++next;
      constexpr UChar fault[] = {static_cast<UChar>(replacement_character)};
      writer.write(fault);
      icu().ucnv_resetToUnicode(from);
      status = U_BUFFER_OVERFLOW_ERROR;
    }
  }
  writer.finish();
  return buffer.commit();
}

std::string_view charset_decoder::machinery::decode_utf16(bool big_endian, std::string_view bytes,
                                                          arena& out) {
  const unsigned high = big_endian ? 0 : 1;
  const auto unit_at = [&](std::size_t at) {
    return static_cast<UChar>(static_cast<unsigned char>(bytes[at + high]) << 8U |
                              static_cast<unsigned char>(bytes[at + 1 - high]));
  };
  std::size_t at = bytes.size() >= 2 && unit_at(0) == 0xFEFF ? 2 : 0;
  growing_buffer buffer(out, bytes.size() / 2 + bytes.size() / 8 + 64, unbounded);
  utf8_writer writer(buffer);
  std::array<UChar, 2048> units;
  while (at + 2 <= bytes.size()) {
    std::size_t count = 0;
    for (; count < units.size() && at + 2 <= bytes.size(); at += 2) units[count++] = unit_at(at);
    writer.write(std::span(units).first(count));
  }
  writer.finish();
  if (at < bytes.size()) buffer.fill(put_utf8(replacement_character, buffer.left(4).data()));
  return buffer.commit();
}

// Converts UTF-8 to well-formed UTF-16, valid until the next call.
std::span<const UChar> charset_decoder::machinery::widen(std::string_view utf8) {
  wide.resize(utf8.size());
  std::int32_t units = 0;
  UErrorCode status = U_ZERO_ERROR;
  icu().u_strFromUTF8WithSub(wide.data(), static_cast<std::int32_t>(wide.size()), &units, utf8.data(),
                             static_cast<std::int32_t>(utf8.size()),
                             static_cast<UChar32>(replacement_character), nullptr, &status);
  return {wide.data(), static_cast<std::size_t>(units)};
}

std::string_view charset_decoder::machinery::encode_single(std::size_t row, std::string_view utf8,
                                                           arena& out) {
  const byte_table& known = table(row);
  growing_buffer buffer(out, utf8.size() + 64, unbounded);
  const std::span<const UChar> units = widen(utf8);
  for (std::size_t at = 0; at < units.size(); ++at) {
    auto character = static_cast<char32_t>(units[at]);
    // widen() returns well-formed text, so each leading surrogate has a partner.
    if (U16_IS_LEAD(character))
      character = static_cast<char32_t>(U16_GET_SUPPLEMENTARY(character, units[++at]));
    char* const place = buffer.left(32).data();
    const auto found = std::lower_bound(known.by_character.begin(), known.by_character.end(),
                                        std::pair<char32_t, unsigned char>(character, 0));
    if (character < 0x80) {
      *place = static_cast<char>(character);
      buffer.fill(1);
    } else if (found != known.by_character.end() && found->first == character) {
      *place = static_cast<char>(found->second);
      buffer.fill(1);
    } else {
      buffer.fill(put_number_reference(character, place));
    }
  }
  return buffer.commit();
}

std::string_view charset_decoder::machinery::encode_multi(std::size_t row, std::string_view utf8,
                                                          arena& out) {
  UConverter* const to = open(row);
  growing_buffer buffer(out, 2 * utf8.size() + 64, unbounded);
  const std::span<const UChar> units = widen(utf8);
  const UChar* next = units.data();
  const UChar* const end = next + units.size();
  UErrorCode status = U_ZERO_ERROR;
  do {
    status = U_ZERO_ERROR;
    const std::span<char> left = buffer.left(64);
    char* written = left.data();
    icu().ucnv_fromUnicode(to, &written, left.data() + left.size(), &next, end, nullptr, true, &status);
    buffer.fill(static_cast<std::size_t>(written - left.data()));
  } while (status == U_BUFFER_OVERFLOW_ERROR);
  return buffer.commit();
}

charset_decoder::charset_decoder() : machinery_(std::make_unique<machinery>()) {}
charset_decoder::~charset_decoder() = default;

std::string_view charset_decoder::decode(const encoding& source, std::string_view bytes, arena& out) {
  const charset_row& row = charset_row_at(source.row);
  if (row.ascii_is_itself && source.kind != encoding_kind::utf8 && is_ascii(bytes)) return bytes;
  switch (source.kind) {
    case encoding_kind::unknown:
      break;
    case encoding_kind::utf8:
      return without_utf8_mark(bytes);
    case encoding_kind::single_byte:
      return machinery_->decode_single(source.row, bytes, out);
    case encoding_kind::multi_byte:
      return machinery_->decode_multi(source.row, bytes, out);
    case encoding_kind::utf16le:
    case encoding_kind::utf16be:
      return machinery::decode_utf16(source.kind == encoding_kind::utf16be, bytes, out);
  }
  return bytes;
}

std::string_view charset_decoder::encode_query(const encoding& target, std::string_view utf8, arena& out) {
  // ICU's sizes are 32-bit, and no real query is that long.
  if (utf8.size() > (std::size_t{1} << 30) || is_ascii(utf8)) return utf8;
  if (target.kind == encoding_kind::single_byte) return machinery_->encode_single(target.row, utf8, out);
  const charset_row& row = charset_row_at(target.row);
  const bool has_encoder = target.kind == encoding_kind::multi_byte && !row.mail_only && !row.decodes_only;
  return has_encoder ? machinery_->encode_multi(target.row, utf8, out) : utf8;
}

}  // namespace urlsieve
