#include "src/input/archives/cpio_entries.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "src/text/begins_with.hpp"
#include "src/text/scan/byte_class.hpp"

namespace urlsieve {
namespace {

using namespace std::string_view_literals;

// Limit of a name in bytes; longer than the path limit of any system.
constexpr std::size_t cpio_longest_name = std::size_t{64} << 10;

constexpr std::size_t binary_header = 26;
constexpr std::size_t mark_size = 6;

struct cpio_place {
  std::size_t at;
  std::size_t size;
};

// Returns the kind of a mode (<sys/stat.h>), or nullopt.
std::optional<entry_kind> kind_of(std::uint64_t mode) {
  switch (mode >> 12U & 0xFU) {
    case 1:
      return entry_kind::fifo;
    case 2:
    case 6:
      return entry_kind::device;
    case 4:
      return entry_kind::directory;
    case 8:
      return entry_kind::file;
    case 10:
      return entry_kind::link;
    case 12:
      return entry_kind::socket;
    default:
      return std::nullopt;
  }
}

// Requires: the field has digits only.
std::uint64_t cpio_number(std::string_view text, cpio_place of, unsigned base) {
  std::uint64_t value = 0;
  for (const char c : text.substr(of.at, of.size)) {
    const auto digit = static_cast<unsigned>(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
    value = value * base + digit;
  }
  return value;
}

// The fields of a header in digits.
struct digit_header {
  std::size_t size;
  unsigned base;
  byte_set digits;
  std::size_t aligned;
  cpio_place mode;
  cpio_place links;
  cpio_place name_size;
  cpio_place bytes;
};
constexpr digit_header octal{76, 8, byte_set("01234567"), 1, {18, 6}, {36, 6}, {59, 6}, {65, 11}};
constexpr digit_header hexadecimal{
    longest_cpio_header, 16, bytes::hexdig, 4, {14, 8}, {38, 8}, {94, 8}, {54, 8}};

std::optional<cpio_header> read_digits(std::string_view text, const digit_header& of) {
  if (text.size() < of.size) return std::nullopt;
  const std::string_view numbers = text.substr(mark_size, of.size - mark_size);
  if (!std::all_of(numbers.begin(), numbers.end(), [&](char c) { return of.digits.contains(c); }))
    return std::nullopt;
  return cpio_header{of.size,
                     static_cast<std::size_t>(cpio_number(text, of.name_size, of.base)),
                     of.aligned,
                     cpio_number(text, of.bytes, of.base),
                     cpio_number(text, of.links, of.base),
                     kind_of(cpio_number(text, of.mode, of.base)).value_or(entry_kind::file)};
}

// The magic number has only two bytes, so the mode must be valid, too, except in a trailer.
std::optional<cpio_header> read_binary(std::string_view text, bool big) {
  if (text.size() < binary_header) return std::nullopt;
  const auto word = [&](std::size_t at) {
    const auto first = static_cast<unsigned char>(text[at]);
    const auto second = static_cast<unsigned char>(text[at + 1]);
    return static_cast<std::uint64_t>(big ? first << 8U | second : second << 8U | first);
  };
  const std::optional<entry_kind> kind = kind_of(word(6));
  const auto name_size = static_cast<std::size_t>(word(20));
  if (!kind && !text.substr(binary_header).starts_with("TRAILER!!!\0"sv)) return std::nullopt;
  return cpio_header{
      binary_header, name_size, 2, word(22) << 16U | word(24), word(12), kind.value_or(entry_kind::file)};
}

std::optional<cpio_header> read_any(std::string_view text) {
  if (begins_with(text, "070707"sv)) return read_digits(text, octal);
  if (begins_with(text, "070701"sv) || begins_with(text, "070702"sv)) return read_digits(text, hexadecimal);
  if (begins_with(text, "\x71\xC7"sv)) return read_binary(text, true);
  if (begins_with(text, "\xC7\x71"sv)) return read_binary(text, false);
  return std::nullopt;
}

}  // namespace

std::optional<cpio_header> read_cpio_header(std::string_view text) {
  const std::optional<cpio_header> read = read_any(text);
  if (!read || read->name_size == 0 || read->name_size > cpio_longest_name) return std::nullopt;
  const std::size_t last = read->size + read->name_size - 1;
  if (text.size() > last && text[last] != '\0') return std::nullopt;
  return read;
}

plain_entries::step cpio_entries::read_headers(archive_entry_head& head) {
  constexpr std::string_view end_of_all("TRAILER!!!\0", 11);
  while (true) {
    while (trailer_ && have(1) && rest().front() == '\0')
      use(std::min(rest().find_first_not_of('\0'), rest().size()));
    if (!have(longest_cpio_header) && rest().empty()) return trailer_ ? step::end : cut();
    std::optional<cpio_header> read = read_cpio_header(rest());
    // Bytes behind the trailer are ignored.
    if (!read) return trailer_ ? step::end : step::unsupported;
    if (!have(read->size + read->name_size)) return cut();
    read = read_cpio_header(rest());  // with all of its name
    if (!read) return step::unsupported;
    const std::string_view name = rest().substr(read->size, read->name_size);
    trailer_ = name == end_of_all;
    if (!trailer_) {
      head.path = name.substr(0, name.find('\0'));
      head.kind = read->kind;
      // In some archives, only one of a file's hard links has the content; the others have no bytes to read.
      if (head.kind == entry_kind::file && read->links > 1 && read->bytes == 0) head.kind = entry_kind::link;
    }
    const std::size_t before = read->before_bytes();
    const std::uint64_t padding = (read->aligned - read->bytes % read->aligned) % read->aligned;
    static_cast<void>(have(before));
    use(std::min(before, rest().size()));
    if (trailer_) continue;
    begin_bytes(read->bytes, padding);
    return step::entry;
  }
}

}  // namespace urlsieve
