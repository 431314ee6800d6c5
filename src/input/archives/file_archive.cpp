#include "src/input/archives/file_archive.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "src/codec/brotli_stream.hpp"
#include "src/codec/compression.hpp"
#include "src/codec/lzw.hpp"
#include "src/input/archives/ar_entries.hpp"
#include "src/input/archives/cpio_entries.hpp"
#include "src/input/archives/lzip_entry.hpp"
#include "src/text/ascii.hpp"
#include "src/text/begins_with.hpp"
#include "src/text/number_bytes.hpp"
#include "urlsieve/enum_table.hpp"

namespace urlsieve {
namespace {

using namespace std::string_view_literals;

// The magic number of the binary form has only two bytes, so the name must end where its length says, too.
bool begins_cpio(std::string_view head) {
  const std::optional<cpio_header> read = read_cpio_header(head);
  return read &&
         (head.front() == '0' || (read->name_size > 1 && head.size() >= read->size + read->name_size &&
                                  head.find('\0', read->size) == read->size + read->name_size - 1));
}

// True for the header of a member, the end record of an empty archive, or the mark of a spanned archive.
bool begins_zip(std::string_view head) {
  constexpr std::size_t member_header = 30;
  constexpr std::size_t end_header = 22;
  if (begins_with(head, "PK\7\10PK\3\4"sv) || begins_with(head, "PK00PK\3\4"sv)) head.remove_prefix(4);
  if (begins_with(head, "PK\5\6"sv)) return head.size() >= end_header;
  return begins_with(head, "PK\3\4"sv) && head.size() > member_header;
}

// True if more than 10 % of the bytes are control characters or not ASCII.
bool is_binary(std::string_view head) {
  constexpr std::ptrdiff_t one_in = 10;
  const auto binary_bytes = std::count_if(head.begin(), head.end(), [](char c) {
    return static_cast<signed char>(c) < ' ' && c != '\n' && c != '\r' && c != '\t';
  });
  return binary_bytes * one_in > static_cast<std::ptrdiff_t>(head.size());
}

// Most data decodes as Brotli for a few bytes. The whole head must decode, or the stream must end. A
// truncated stream must be binary, because text may decode that far.
bool decodes_as_brotli(std::string_view head, bool whole) {
  constexpr std::size_t enough = std::size_t{1} << 20;
  const std::unique_ptr<decoder> with = make_brotli_decoder();
  std::vector<char> buffer(std::size_t{64} << 10);
  const std::string_view all = head;
  std::size_t produced = 0;
  while (produced < enough) {
    const decode_step step = with->decode(head, buffer, whole);
    head.remove_prefix(step.consumed);
    produced += step.produced;
    if (step.state == decode_state::corrupt) return false;
    if (step.state == decode_state::member_end) return true;
    if (step.state == decode_state::truncated) return produced != 0 && is_binary(all);
    if (step.consumed == 0 && step.produced == 0) return true;
  }
  return true;
}

}  // namespace

bool is_tar_header(std::string_view block) {
  // POSIX.1-1988, section 10.1.1: the sum of the header's bytes, with blanks for the checksum field.
  constexpr std::size_t sum_at = 148;
  constexpr std::size_t sum_size = 8;
  if (block.size() < tar_block || block.front() == '\0') return false;
  std::size_t written = 0;
  bool digits = false;
  for (const char c : block.substr(sum_at, sum_size)) {
    if (c == ' ' && !digits) continue;
    if (c < '0' || c > '7') break;
    written = written * 8 + static_cast<std::size_t>(c - '0');
    digits = true;
  }
  if (!digits) return false;
  std::size_t sum = 0;
  for (std::size_t i = 0; i < tar_block; ++i)
    sum += i >= sum_at && i < sum_at + sum_size ? ' ' : static_cast<unsigned char>(block[i]);
  return sum == written;
}

file_archive sniff_file_archive(std::string_view head) {
  if (begins_with(head, ar_mark)) return file_archive::ar;
  if (begins_zip(head)) return file_archive::zip;
  if (begins_with(head, "7z\xBC\xAF'\x1C"sv)) return file_archive::seven_zip;
  if (begins_cpio(head)) return file_archive::cpio;
  return is_tar_header(head) ? file_archive::tar : file_archive::none;
}

std::size_t find_zip(std::string_view head) {
  // APPNOTE.TXT, section 4.3.7: checks fields that random data hardly satisfies.
  constexpr std::size_t header_size = 30;
  constexpr std::size_t longest_name = 1024;
  for (std::size_t at = head.find("PK\3\4"sv, 1); at != std::string_view::npos;
       at = head.find("PK\3\4"sv, at + 1)) {
    const std::string_view header = head.substr(at);
    if (header.size() < header_size) break;
    const std::uint64_t version = little_endian(header.substr(4, 1));
    const std::uint64_t method = little_endian(header.substr(8, 2));
    const std::uint64_t name_size = little_endian(header.substr(26, 2));
    const std::string_view name = header.substr(header_size, static_cast<std::size_t>(name_size));
    const bool has_controls = std::ranges::any_of(name, [](char c) { return c >= '\0' && c < ' '; });
    if (version <= 63 && method <= 99 && name_size != 0 && name_size <= longest_name && !has_controls)
      return at;
  }
  return std::string_view::npos;
}

file_archive sniff_compressed_file(std::string_view head) {
  if (begins_with(head, "\x04\x22\x4D\x18"sv) || begins_with(head, "\x02\x21\x4C\x18"sv))
    return file_archive::lz4;
  if (begins_with(head, lzip_mark)) return file_archive::lzip;
  return begins_lzw(head) ? file_archive::lzw : file_archive::none;
}

bool is_compressed(std::string_view head) {
  return sniff_compression(head.substr(0, compression_head_size)) != compression::none ||
         sniff_compressed_file(head) != file_archive::none;
}

file_archive sniff_named_file(std::string_view name, std::string_view head, bool whole) {
  const bool is_brotli = ascii::ends(name, ".br") && decodes_as_brotli(head, whole);
  return is_brotli ? file_archive::brotli : file_archive::none;
}

std::string_view word_of(file_archive kind) {
  constexpr auto words = enum_table<file_archive>({{file_archive::none, ""},
                                                   {file_archive::tar, "tar"},
                                                   {file_archive::cpio, "cpio"},
                                                   {file_archive::ar, "ar"},
                                                   {file_archive::zip, "zip"},
                                                   {file_archive::seven_zip, "7z"},
                                                   {file_archive::lz4, "lz4"},
                                                   {file_archive::lzw, "compress"},
                                                   {file_archive::lzip, "lzip"},
                                                   {file_archive::brotli, "brotli"}});
  return words[static_cast<std::size_t>(kind)];
}

}  // namespace urlsieve
