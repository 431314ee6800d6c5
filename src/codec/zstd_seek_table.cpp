// The table: 0x184D2A5E, the size of the rest; for each frame, its stored size and content size; the number
// of frames, a byte of flags, 0x8F92EAB1. All numbers are little-endian, of 4 bytes.
#include "src/codec/zstd_seek_table.hpp"

#include "src/text/number_bytes.hpp"

namespace urlsieve {
namespace {

constexpr std::uint32_t skippable_magic = 0x184D2A5E;
constexpr std::uint32_t seekable_magic = 0x8F92EAB1;
constexpr std::uint64_t skippable_header = 8;
constexpr std::uint64_t most_frames = 0x8000000;
constexpr unsigned char has_checksums = 0x80;
constexpr unsigned char reserved = 0x7C;  // flags that make a table unsupported

std::uint32_t number_at(std::string_view bytes, std::size_t at) {
  return static_cast<std::uint32_t>(little_endian(bytes.substr(at, 4)));
}

void append_number(std::uint64_t value, std::string& out) {
  append_little_endian(value, 4, out);
}

std::uint64_t entry_size(std::string_view footer) {
  return (static_cast<unsigned char>(footer[4]) & has_checksums) != 0 ? 12 : 8;
}

}  // namespace

std::uint64_t zstd_seek_table_size(std::string_view footer) {
  if (footer.size() < zstd_seek_footer_size) return 0;
  footer = footer.substr(footer.size() - zstd_seek_footer_size);
  if (number_at(footer, 5) != seekable_magic) return 0;
  const std::uint64_t frames = number_at(footer, 0);
  if (frames > most_frames || (static_cast<unsigned char>(footer[4]) & reserved) != 0) return 0;
  return skippable_header + frames * entry_size(footer) + zstd_seek_footer_size;
}

std::vector<zstd_frame_place> read_zstd_seek_table(std::string_view table, std::uint64_t file_size) {
  if (table.size() < skippable_header + zstd_seek_footer_size ||
      zstd_seek_table_size(table) != table.size() || file_size < table.size() ||
      number_at(table, 0) != skippable_magic || number_at(table, 4) != table.size() - skippable_header)
    return {};
  const std::uint64_t size = entry_size(table.substr(table.size() - zstd_seek_footer_size));
  std::vector<zstd_frame_place> places(1);
  for (std::size_t at = skippable_header; at + zstd_seek_footer_size < table.size(); at += size) {
    const zstd_frame_place& before = places.back();
    places.push_back({before.stored + number_at(table, at), before.content + number_at(table, at + 4)});
  }
  if (places.back().stored != file_size - table.size()) return {};
  return places;
}

std::string write_zstd_seek_table(const std::vector<zstd_frame_place>& places) {
  const std::uint64_t frames = places.size() - 1;
  std::string table;
  append_number(skippable_magic, table);
  append_number(frames * 8 + zstd_seek_footer_size, table);
  for (std::size_t i = 0; i < frames; ++i) {
    append_number(places[i + 1].stored - places[i].stored, table);
    append_number(places[i + 1].content - places[i].content, table);
  }
  append_number(frames, table);
  table += '\0';
  append_number(seekable_magic, table);
  return table;
}

}  // namespace urlsieve
