#include "src/input/zip/zip_header.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "src/text/encodings/utf8.hpp"
#include "src/text/number_bytes.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t record_size = zip_record::fixed_size;
constexpr std::uint64_t in_extra = 0xFFFFFFFF;  // the value is in an extra field
constexpr std::uint64_t largest = INT64_MAX;

constexpr std::uint64_t is_encrypted = 1U | 1U << 6U;
constexpr std::uint64_t has_data_descriptor = 1U << 3U;  // sizes and checksum are stored behind the entry
constexpr std::uint64_t has_utf8_name = 1U << 11U;

constexpr std::uint16_t type_fifo = 1;
constexpr std::uint16_t type_directory = 4;
constexpr std::uint16_t type_file = 8;
constexpr std::uint16_t type_odd = 15;

std::uint64_t header_number(std::string_view bytes, std::size_t at, std::size_t size) {
  return little_endian(bytes.substr(at, size));
}

struct places {
  std::uint64_t plain;
  std::uint64_t stored;
  std::uint64_t header_at;
};

// Section 4.5.3: zip64 values. Returns false if the block is too short or a value too large.
bool read_large(std::string_view body, places& values) {
  for (std::uint64_t* const field : {&values.plain, &values.stored, &values.header_at}) {
    if (*field != in_extra) continue;
    if (body.size() < 8) return false;
    *field = header_number(body, 0, 8);
    if (*field > largest) return false;
    body.remove_prefix(8);
  }
  return true;
}

// Parses blocks of id, size and content. Returns false if a block may have a meaning that is unsupported
// here.
bool read_extra(std::string_view extra, places& values) {
  constexpr std::uint64_t large = 0x0001;
  constexpr std::uint64_t times = 0x5455;
  // Strong encryption, file attributes, another name, and AES.
  constexpr std::array<std::uint64_t, 4> unsupported{0x0017, 0x6C78, 0x7075, 0x9901};
  if (extra.size() < 4) return extra.find_first_not_of('\0') == std::string_view::npos;
  while (extra.size() >= 4) {
    const std::uint64_t id = header_number(extra, 0, 2);
    const auto size = static_cast<std::size_t>(header_number(extra, 2, 2));
    extra.remove_prefix(4);
    if (size > extra.size() || std::find(unsupported.begin(), unsupported.end(), id) != unsupported.end())
      return false;
    if (id == large && !read_large(extra.substr(0, size), values)) return false;
    if (id == times && size == 0) return false;
    extra.remove_prefix(size);
  }
  return true;
}

// True for characters that libarchive leaves unchanged in names marked as UTF-8; it composes others, and
// replaces ill-formed ones.
bool stays_composed(char32_t character) {
  struct range {
    char32_t first, last;
  };
  constexpr std::array<range, 6> scripts{{{0, 0x2FF},          // Latin
                                          {0x370, 0x482},      // Greek, Cyrillic
                                          {0x3041, 0x3096},    // Hiragana
                                          {0x30A1, 0x30FA},    // Katakana
                                          {0x4E00, 0x9FFF},    // ideographs
                                          {0xAC00, 0xD7A3}}};  // Hangul
  return std::any_of(scripts.begin(), scripts.end(), [character](const range& script) {
    return script.first <= character && character <= script.last;
  });
}

bool is_plain_name(std::string_view name, bool is_utf8, bool from_dos) {
  if (name.empty() || name.find('\0') != std::string_view::npos) return false;
  // Without a slash in the name, libarchive converts backslashes to slashes.
  if (from_dos && name.find('/') == std::string_view::npos && name.find('\\') != std::string_view::npos)
    return false;
  while (is_utf8 && !name.empty()) {
    const utf8_piece piece = first_utf8(name);
    if (!piece.well_formed || !stays_composed(piece.character)) return false;
    name.remove_prefix(piece.size);
  }
  return true;
}

}  // namespace

std::optional<zip_record> read_zip_record(std::string_view& directory, std::uint64_t shift) {
  if (directory.size() < record_size || !directory.starts_with("PK\1\2")) return std::nullopt;
  const std::string_view from = directory;
  zip_record record;
  record.method = static_cast<std::uint16_t>(header_number(from, 10, 2));
  record.sum = static_cast<std::uint32_t>(header_number(from, 16, 4));
  record.flags = static_cast<std::uint16_t>(header_number(from, 8, 2));
  const auto name_size = static_cast<std::size_t>(header_number(from, 28, 2));
  const auto extra_size = static_cast<std::size_t>(header_number(from, 30, 2));
  const auto comment_size = static_cast<std::size_t>(header_number(from, 32, 2));
  if (from.size() - record_size < name_size + extra_size + comment_size) return std::nullopt;
  record.name = from.substr(record_size, name_size);
  places values{header_number(from, 24, 4), header_number(from, 20, 4), header_number(from, 42, 4)};
  if (values.header_at == in_extra && shift != 0) return std::nullopt;
  if (values.header_at != in_extra) values.header_at += shift;
  record.unusual = !read_extra(from.substr(record_size + name_size, extra_size), values);
  if (values.plain == in_extra || values.stored == in_extra || values.header_at == in_extra)
    return std::nullopt;
  record.plain = values.plain;
  record.stored = values.stored;
  record.header_at = values.header_at;
  constexpr char dos = 0;
  constexpr char unix_like = 3;
  const std::uint64_t attributes = header_number(from, 38, 4);
  if (from[5] == unix_like) record.type = static_cast<std::uint16_t>(attributes >> 28U);
  if (from[5] == dos) {
    // libarchive loses the type of a read-only directory.
    constexpr std::uint64_t read_only = 1;
    constexpr std::uint64_t directory_bit = 0x10;
    const bool is_directory = (attributes & directory_bit) != 0;
    record.type = !is_directory ? type_file : (attributes & read_only) != 0 ? type_odd : type_directory;
  }
  directory.remove_prefix(record_size + name_size + extra_size + comment_size);
  return record;
}

std::size_t size_of_zip_header(std::string_view bytes) {
  if (bytes.size() < zip_header::least || !bytes.starts_with("PK\3\4")) return 0;
  return zip_header::least +
         static_cast<std::size_t>(header_number(bytes, 26, 2) + header_number(bytes, 28, 2));
}

std::string differences_of_zip_headers(std::string_view bytes, const zip_record& record) {
  const std::uint64_t flags = header_number(bytes, 6, 2);
  const auto name_size = static_cast<std::size_t>(header_number(bytes, 26, 2));
  const auto sum = static_cast<std::uint32_t>(header_number(bytes, 14, 4));
  places local{header_number(bytes, 22, 4), header_number(bytes, 18, 4), 0};
  const bool is_known = read_extra(bytes.substr(zip_header::least + name_size), local);
  // A writer to a pipe knows sizes and checksum only behind the entry.
  const bool other_size = is_known && ((local.plain != 0 && local.plain != record.plain) ||
                                       (local.stored != 0 && local.stored != record.stored));
  const bool other_sum = sum != record.sum && (sum != 0 || (flags & has_data_descriptor) == 0);
  const std::array<std::pair<bool, std::string_view>, 5> checks{
      {{bytes.substr(zip_header::least, name_size) != record.name, "name"},
       {header_number(bytes, 8, 2) != record.method, "method"},
       {other_size, "size"},
       {other_sum, "checksum"},
       {((flags ^ record.flags) & is_encrypted) != 0, "encryption"}}};
  std::string all;
  for (const auto& [differs, word] : checks)
    if (differs) all.append(all.empty() ? "" : ", ").append(word);
  return all;
}

std::optional<zip_header> read_zip_header(std::string_view bytes, const zip_record& record) {
  zip_header header;
  header.size = size_of_zip_header(bytes);
  if (header.size == 0 || header.size != bytes.size() || record.unusual) return std::nullopt;
  const std::uint64_t flags = header_number(bytes, 6, 2) | record.flags;
  header.method = record.method;
  if ((flags & is_encrypted) != 0 ||
      (header.method != zip_header::stored && header.method != zip_header::deflated))
    return std::nullopt;
  const auto name_size = static_cast<std::size_t>(header_number(bytes, 26, 2));
  places local{header_number(bytes, 22, 4), header_number(bytes, 18, 4), 0};
  if (!read_extra(bytes.substr(zip_header::least + name_size), local)) return std::nullopt;
  const std::string_view name = record.name;
  if (!is_plain_name(name, (flags & has_utf8_name) != 0, bytes[5] == 0)) return std::nullopt;
  header.name = name;
  switch (record.type) {
    case 0:
    case type_fifo:  // Info-ZIP's type for data that it read from a pipe
    case type_file:
      if (name.ends_with('/')) header.kind = entry_kind::directory;
      break;
    case type_directory:
      header.kind = entry_kind::directory;
      if (!name.ends_with('/')) header.name += '/';
      break;
    default:
      return std::nullopt;
  }
  return header;
}

}  // namespace urlsieve
