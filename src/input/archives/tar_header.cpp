#include "src/input/archives/tar_header.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "src/input/archives/file_archive.hpp"
#include "src/text/encodings/utf8.hpp"
#include "src/text/scan/byte_sum.hpp"

namespace urlsieve {
namespace {

using namespace std::string_view_literals;

struct tar_place {
  std::size_t at;
  std::size_t size;
};

// POSIX.1-1988, section 10.1.1.
constexpr tar_place name_field{0, 100};
constexpr tar_place mode_field{100, 8};
constexpr tar_place user_field{108, 8};
constexpr tar_place group_field{116, 8};
constexpr tar_place size_field{124, 12};
constexpr tar_place time_field{136, 12};
constexpr tar_place sum_field{148, 8};
constexpr std::size_t type_at = 156;
constexpr std::size_t link_at = 157;
constexpr std::size_t mark_at = 257;
constexpr tar_place major_field{329, 8};
constexpr tar_place minor_field{337, 8};
constexpr tar_place prefix_field{345, 155};

// GNU tar's fields for sparse files, in place of the prefix.
constexpr std::size_t first_hole_at = 386;
constexpr std::size_t full_size_at = 483;

std::string_view tar_field(std::string_view block, tar_place of) {
  return block.substr(of.at, of.size);
}

// Returns the field up to its first NUL.
std::string_view text(std::string_view block, tar_place of) {
  const std::string_view all = tar_field(block, of);
  return all.substr(0, all.find('\0'));
}

// Parses octal digits behind blanks, or a binary number (GNU) below 2^62.
std::optional<std::uint64_t> tar_number(std::string_view digits) {
  constexpr std::size_t most_bytes = 8;
  std::uint64_t value = 0;
  if ((static_cast<unsigned char>(digits.front()) & 0x80U) != 0) {
    if (digits.front() != '\x80') return std::nullopt;
    digits.remove_prefix(1);
    for (; digits.size() > most_bytes; digits.remove_prefix(1))
      if (digits.front() != '\0') return std::nullopt;
    if (digits.size() == most_bytes && static_cast<unsigned char>(digits.front()) >= 0x40U)
      return std::nullopt;
    for (const char c : digits) value = value << 8U | static_cast<unsigned char>(c);
    return value;
  }
  digits.remove_prefix(std::min(digits.find_first_not_of(" \t"), digits.size()));
  if (digits.starts_with('-')) return std::nullopt;
  for (const char c : digits) {
    if (c < '0' || c > '7') break;
    value = value * 8 + static_cast<std::uint64_t>(c - '0');
  }
  return value;
}

// True if the checksum is valid: the sum of all bytes, with blanks for the checksum field. Also accepts sums
// of signed bytes, which some archives have.
bool has_valid_checksum(std::string_view block) {
  const std::string_view written = tar_field(block, sum_field);
  std::uint64_t sum = sum_field.size * std::uint64_t{' '};
  for (const char c : written) {
    if (c != ' ' && c != '\0' && (c < '0' || c > '7')) return false;
    sum -= static_cast<unsigned char>(c);
  }
  sum += sum_of_bytes(block);
  const std::optional<std::uint64_t> written_sum = tar_number(written);
  if (written_sum == sum) return true;
  std::int64_t with_sign = static_cast<std::int64_t>(sum_field.size) * ' ';
  for (std::size_t i = 0; i < block.size(); ++i)
    if (i < sum_field.at || i >= sum_field.at + sum_field.size)
      with_sign += static_cast<std::int64_t>(static_cast<signed char>(block[i]));
  return with_sign >= 0 && written_sum == static_cast<std::uint64_t>(with_sign);
}

std::optional<entry_kind> kind_of(char type) {
  switch (type) {
    case '\0':
    case '0':
    case '7':
      return entry_kind::file;
    case '1':
    case '2':
      return entry_kind::link;
    case '3':
    case '4':
      return entry_kind::device;
    case '5':
      return entry_kind::directory;
    case '6':
      return entry_kind::fifo;
    default:
      return std::nullopt;
  }
}

// False for a hard link that has the bytes of the file, or the type of another kind in its mode.
bool is_mere_link(std::string_view block, std::uint64_t size) {
  constexpr std::uint64_t type_bits = 0170000;
  constexpr std::uint64_t file_bits = 0100000;
  const std::uint64_t mode = tar_number(tar_field(block, mode_field)).value_or(type_bits) & type_bits;
  return size == 0 && block[link_at] != '\0' && (mode == 0 || mode == file_bits);
}

// True if normalization of UTF-8 cannot change the name: all characters are below U+0300.
bool is_plain(std::string_view name) {
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto byte = static_cast<unsigned char>(name[i]);
    if (byte < 0x80U) continue;
    if (byte < 0xC2U || byte > 0xCBU || i + 1 == name.size()) return false;
    if (!is_utf8_trail(name[++i])) return false;
  }
  return !name.empty();
}

bool says_nothing_here(std::string_view key) {
  constexpr std::array keys{"atime"sv,
                            "ctime"sv,
                            "mtime"sv,
                            "uid"sv,
                            "gid"sv,
                            "uname"sv,
                            "gname"sv,
                            "comment"sv,
                            "SCHILY.dev"sv,
                            "SCHILY.ino"sv,
                            "SCHILY.nlink"sv,
                            "SCHILY.devmajor"sv,
                            "SCHILY.devminor"sv,
                            "SCHILY.fflags"sv,
                            "LIBARCHIVE.creationtime"sv};
  return key.starts_with("SCHILY.xattr."sv) || key.starts_with("LIBARCHIVE.xattr."sv) ||
         std::find(keys.begin(), keys.end(), key) != keys.end();
}

}  // namespace

std::optional<tar_header> read_tar_header(std::string_view block, std::string& name) {
  if (block.size() != tar_block || block.front() == '\0' || !has_valid_checksum(block)) return std::nullopt;
  const std::optional<std::uint64_t> size = tar_number(tar_field(block, size_field));
  if (!size) return std::nullopt;
  tar_header header;
  header.size = *size;
  const char type = block[type_at];
  header.linked = block[link_at] != '\0';
  header.plain = type == '0';
  constexpr std::array extensions{
      std::pair('L', tar_header::role::long_name), std::pair('K', tar_header::role::long_link),
      std::pair('x', tar_header::role::extended), std::pair('g', tar_header::role::global)};
  for (const auto& [letter, role] : extensions) {
    if (type != letter) continue;
    header.is = role;
    return header;
  }
  const std::optional<entry_kind> kind = kind_of(type);
  if (!kind) return std::nullopt;
  header.kind = *kind;
  name.clear();
  if (block.substr(mark_at).starts_with("ustar  \0"sv)) {
    header.as = tar_header::dialect::gnu;
    if (block[first_hole_at] != '\0' || block[full_size_at] != '\0') return std::nullopt;
  } else if (block.substr(mark_at).starts_with("ustar"sv)) {
    header.as = tar_header::dialect::ustar;
    if (block[prefix_field.at] != '\0') name = text(block, prefix_field);
    if (!name.empty() && !name.ends_with('/')) name += '/';
  }
  name += text(block, name_field);
  if (type == '1' && !is_mere_link(block, *size)) return std::nullopt;
  if (*kind != entry_kind::file) header.size = 0;  // the size field is ignored
  return header;
}

bool has_numbers(std::string_view block) {
  constexpr std::array fields{mode_field, user_field,  group_field, size_field,
                              time_field, major_field, minor_field};
  return std::all_of(fields.begin(), fields.end(), [&](tar_place of) {
    std::string_view digits = tar_field(block, of);
    if (digits.front() == '\0' || digits.front() == '\x80' || digits.front() == '\xFF') return true;
    digits.remove_prefix(std::min(digits.find_first_not_of(' '), digits.size()));
    digits.remove_prefix(std::min(digits.find_first_not_of("01234567"sv), digits.size()));
    return digits.find_first_not_of(" \0"sv) == std::string_view::npos;
  });
}

std::string make_tar_header(char type, std::size_t size, bool linked) {
  std::string block(tar_block, '\0');
  const auto write_number = [&](tar_place of, std::uint64_t value) {
    for (std::size_t i = of.size - 1; i > 0; --i, value /= 8)
      block[of.at + i - 1] = static_cast<char>('0' + value % 8);
  };
  block[name_field.at] = 'a';
  write_number(mode_field, 0644);
  write_number(size_field, size);
  block[type_at] = type;
  if (linked) block[link_at] = 'a';
  block.replace(mark_at, "ustar\00000"sv.size(), "ustar\00000"sv);
  std::uint64_t sum = sum_field.size * std::uint64_t{' '};
  for (const char c : block) sum += static_cast<unsigned char>(c);
  write_number(sum_field, sum);
  return block;
}

std::optional<tar_extension> read_tar_extension(std::string_view records) {
  constexpr std::size_t most_digits = 6;
  constexpr std::size_t most_digits_of_size = 18;
  tar_extension extension;
  if (records.find('\0') != std::string_view::npos) return std::nullopt;
  while (!records.empty()) {
    // "LENGTH KEY=VALUE\n"; the length counts the whole record.
    const std::size_t blank = records.substr(0, most_digits + 1).find(' ');
    if (blank == 0 || blank == std::string_view::npos) return std::nullopt;
    std::size_t length = 0;
    const auto [end, fault] = std::from_chars(records.data(), records.data() + blank, length);
    if (fault != std::errc() || end != records.data() + blank) return std::nullopt;
    if (length > records.size() || length < blank + 2 || records[length - 1] != '\n') return std::nullopt;
    const std::string_view record = records.substr(blank + 1, length - blank - 2);
    records.remove_prefix(length);
    const std::size_t equals = record.find('=');
    if (equals == 0 || equals == std::string_view::npos) return std::nullopt;
    const std::string_view key = record.substr(0, equals);
    const std::string_view value = record.substr(equals + 1);
    if (key == "path"sv) {
      if (!is_plain(value)) return std::nullopt;
      extension.path = value;
    } else if (key == "size"sv) {
      if (value.empty() || value.size() > most_digits_of_size) return std::nullopt;
      std::uint64_t size = 0;
      const auto [last, wrong] = std::from_chars(value.data(), value.data() + value.size(), size);
      if (wrong != std::errc() || last != value.data() + value.size()) return std::nullopt;
      extension.size = size;
    } else if (key == "linkpath"sv) {
      extension.linked = true;
    } else if (!says_nothing_here(key)) {
      return std::nullopt;
    }
  }
  return extension;
}

}  // namespace urlsieve
