// Archives of files, and files packed in ways that are no members of a stream: how each kind is told by its
// first bytes.
#ifndef URLSIEVE_INPUT_FILE_ARCHIVE_HPP
#define URLSIEVE_INPUT_FILE_ARCHIVE_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace urlsieve {

enum class file_archive : std::uint8_t { none, tar, cpio, ar, zip, seven_zip, lz4, lzw, lzip, brotli };

// What an input that begins with `head` (the first KiB of it, or all) is; `none` if it is no archive of
// files.
[[nodiscard]] file_archive sniff_file_archive(std::string_view head);

// Where in `head`, behind other bytes, the first member of a zip archive begins; npos if nowhere.
[[nodiscard]] std::size_t find_zip(std::string_view head);

// Likewise `lz4`, `lzw` (compress, .Z) or `lzip`: there is one file in it, which has no name. What is called
// "x.br" is `brotli`, which has no mark, if `head` (all of the input if it is `whole`) decodes as that.
[[nodiscard]] file_archive sniff_packed_file(std::string_view head);

// Whether an input that begins with `head` is compressed: by one of these, or by what codec has a decoder
// for.
[[nodiscard]] bool is_packed(std::string_view head);
[[nodiscard]] file_archive sniff_named_file(std::string_view name, std::string_view head, bool whole);

[[nodiscard]] constexpr bool is_packed_file(file_archive kind) {
  return kind == file_archive::lz4 || kind == file_archive::lzw || kind == file_archive::lzip ||
         kind == file_archive::brotli;
}

// Whether `block` begins with the header of a member of a tar archive, of any of its dialects.
inline constexpr std::size_t tar_block = 512;
[[nodiscard]] bool is_tar_header(std::string_view block);

// The word for it among formats: "tar".
[[nodiscard]] std::string_view word_of(file_archive kind);

}  // namespace urlsieve

#endif
