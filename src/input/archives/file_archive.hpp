// Detects archives of files, and single compressed files without a member structure, by their first bytes.
#ifndef URLSIEVE_INPUT_ARCHIVES_FILE_ARCHIVE_HPP
#define URLSIEVE_INPUT_ARCHIVES_FILE_ARCHIVE_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace urlsieve {

enum class file_archive : std::uint8_t { none, tar, cpio, ar, zip, seven_zip, lz4, lzw, lzip, brotli };

// Returns the archive format of an input that begins with `head` (its first KiB, or all of it), or `none`.
[[nodiscard]] file_archive sniff_file_archive(std::string_view head);

// Returns the offset in `head` of a zip archive behind other bytes; npos if there is none.
[[nodiscard]] std::size_t find_zip(std::string_view head);

// Returns `lz4`, `lzw` (compress, .Z) or `lzip` if `head` begins such a file, else `none`. Needs the first
// compression_head_size bytes. The file holds one member without a name.
[[nodiscard]] file_archive sniff_compressed_file(std::string_view head);

// Returns true if `head` begins a compressed file: lz4, lzw, lzip, or a format with a decoder in codec. Needs
// the first compression_head_size bytes.
[[nodiscard]] bool is_compressed(std::string_view head);
// Returns `brotli`, which has no magic number, if `name` ends in ".br" and `head` decodes, else `none`.
// `whole`: `head` is all of the input.
[[nodiscard]] file_archive sniff_named_file(std::string_view name, std::string_view head, bool whole);

// Returns true for formats of a single compressed file, which are no archives.
[[nodiscard]] constexpr bool is_compressed_file(file_archive kind) {
  return kind == file_archive::lz4 || kind == file_archive::lzw || kind == file_archive::lzip ||
         kind == file_archive::brotli;
}

// Size of a block of a tar archive, in bytes.
inline constexpr std::size_t tar_block = 512;
// Returns true if `block`, at least tar_block bytes, begins with the header of a tar member. Accepts any
// dialect with a valid checksum.
[[nodiscard]] bool is_tar_header(std::string_view block);

// Returns the name of the format, such as "tar"; empty for `none`.
[[nodiscard]] std::string_view word_of(file_archive kind);

}  // namespace urlsieve

#endif
