// The table of magic numbers of formats that urlsieve does not read as text. `media_type` and
// `foreign_formats` select their rows from the table. Decoders and archive readers check more than magic
// numbers, and keep their checks beside the code that reads the format.
#ifndef URLSIEVE_DOCUMENTS_FILE_SIGNATURES_HPP
#define URLSIEVE_DOCUMENTS_FILE_SIGNATURES_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "src/text/scan/byte_class.hpp"

namespace urlsieve {

struct file_signature {
  std::size_t at;              // offset of `mark`
  std::string_view mark;       // the magic number
  std::string_view type;       // media type of a body that begins so; empty: the row is for files only
  std::string_view words;      // name of the format in reports; empty: the row is for bodies only
  std::string_view converter;  // advice on a program that converts the file; empty: none known
  bool is_text = false;        // files of the format may be text; otherwise a mark of letters is not enough
};

// Office documents of 1997 to 2003 and Outlook messages. The names of streams tell them apart.
inline constexpr std::string_view compound_file_mark{"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", 8};
inline constexpr std::string_view pdf_mark{"%PDF-", 5};
inline constexpr std::string_view zip_mark{"PK\3\4", 4};

// Advice for office documents.
inline constexpr std::string_view office_converter = "not searched; soffice converts it to HTML";

// No mark is the front of another mark, except where one row is for files and the other for bodies.
inline constexpr auto file_signatures = [] {
  using namespace std::string_view_literals;
  return std::to_array<file_signature>({
      {0, zip_mark, "application/zip", "truncated zip archive", {}},
      {0, "PK\5\6"sv, {}, "truncated zip archive", {}},
      {0, "PK\7\10"sv, {}, "truncated zip archive", {}},
      {0, "Rar!\x1A\x07"sv, "application/x-rar-compressed", "RAR archive", {}},
      {0, "7z\xBC\xAF\x27\x1C"sv, "application/x-7z-compressed", {}, {}},
      {0, "MSCF\0\0\0\0"sv, {}, "cabinet archive", {}},
      {0, "xar!"sv, {}, "xar archive", {}},
      {0, "\x1F\x8B\x08"sv, "application/gzip", {}, {}},
      {0, "BZh"sv, "application/x-bzip2", {}, {}},
      {0, "\xFD\x37zXZ\0"sv, "application/x-xz", {}, {}},
      {0, "\x28\xB5\x2F\xFD"sv, "application/zstd", {}, {}},
      {0, "\xFF\x06\0\0sNaPpY"sv, {}, "snappy compression", {}},
      {0, "\x89LZO\0\r\n\x1A\n"sv, {}, "lzop compression", {}},
      {0, "\x5D\0\0\x80\0"sv, {}, "lzma compression", {}},
      {0, pdf_mark, "application/pdf", "PDF document", "not searched; pdftotext converts it to text", true},
      {0, "%!PS"sv, {}, "PostScript document", {}, true},
      {0, "{\\rtf"sv, {}, "RTF document", office_converter, true},
      {0, compound_file_mark, "application/x-ole-storage", {}, {}},
      {0, "!BDN"sv, {}, "Outlook folder (.pst)", "readpst converts it to mailboxes"},
      {0, "\x78\x9F\x3E\x22"sv, {}, "Outlook attachments (TNEF, winmail.dat)", "tnef extracts them"},
      {0,
       "bplist00"sv,
       {},
       "binary property list (.webloc, .webarchive)",
       "plistutil converts it to XML, textutil a web archive of Safari to HTML"},
      {0, "\xD4\xC3\xB2\xA1"sv, {}, "packet capture (pcap)", "tshark prints its requests"},
      {8, "\x4D\x3C\x2B\x1A"sv, {}, "packet capture (pcapng)", "tshark prints its requests"},
      {0, "SEQ\x06"sv, {}, "Hadoop SequenceFile", "hadoop fs -text prints it"},
      {0, "SQLite format 3\0"sv, {}, "SQLite database", {}},
      {0, "PAR1"sv, {}, "Parquet table", {}},
      {0, "Obj\x01"sv, {}, "Avro file", {}},
      {0, "ORC"sv, {}, "ORC table", {}},
      {0, "ARROW1\0\0"sv, {}, "Arrow file", {}},
      {0, "\x89HDF\r\n\x1A\n"sv, {}, "HDF5 file", {}},
      {0, "\x89PNG\r\n\x1A\n"sv, "image/png", "PNG image", {}},
      {0, "\xFF\xD8\xFF"sv, "image/jpeg", "JPEG image", {}},
      {0, "GIF87a"sv, "image/gif", "GIF image", {}},
      {0, "GIF89a"sv, "image/gif", "GIF image", {}},
      {0, "II*\0"sv, {}, "TIFF image", {}},
      {0, "MM\0*"sv, {}, "TIFF image", {}},
      {0, "\0\0\1\0"sv, "image/x-icon", "icon", {}},
      {0, "RIFF"sv, "application/x-riff", {}, {}},
      {8, "WEBP"sv, {}, "WebP image", {}},
      {8, "WAVEfmt "sv, {}, "WAVE sound", {}},
      {8, "AVI "sv, {}, "AVI video", {}},
      {4, "ftyp"sv, {}, "MP4 or HEIF file", {}},
      {0, "\x1A\x45\xDF\xA3"sv, "video/webm", "Matroska or WebM video", {}},
      {0, "ID3"sv, "audio/mpeg", {}, {}},
      {0, "ID3\x02"sv, {}, "MP3 sound", {}},
      {0, "ID3\x03"sv, {}, "MP3 sound", {}},
      {0, "ID3\x04"sv, {}, "MP3 sound", {}},
      {0, "OggS\0"sv, "application/ogg", "Ogg sound or video", {}},
      {0, "fLaC"sv, "audio/flac", {}, {}},
      {0, "fLaC\0"sv, {}, "FLAC sound", {}},
      {0, "FLV\x01"sv, {}, "Flash video", {}},
      {0, "FWS"sv, "application/x-shockwave-flash", {}, {}},
      {0, "CWS"sv, "application/x-shockwave-flash", {}, {}},
      {0, "wOFF"sv, "font/woff", "WOFF font", {}},
      {0, "wOF2"sv, "font/woff2", "WOFF font", {}},
      {0, "OTTO\0"sv, "font/otf", {}, {}},
      {0, "\0\x01\0\0"sv, "font/ttf", {}, {}},
      {0, "\x7F\x45LF"sv, "application/x-elf", "ELF program", {}},
      {0, "\xCF\xFA\xED\xFE"sv, {}, "Mach-O program", {}},
      {0, "\xCA\xFE\xBA\xBE"sv, {}, "Java class or Mach-O program", {}},
      {0, "\0asm"sv, "application/wasm", "WebAssembly program", {}},
      {257, "ustar"sv, {}, "tar archive with a corrupt first header", {}},
  });
}();

// Returns 1 for bytes that no text contains (MIME Sniffing section 3, binary data byte), else 0. Branch-free
// and in bytes, so that compilers vectorize the loop.
[[nodiscard]] constexpr std::uint8_t is_binary_data(unsigned char c) {
  const auto between = [](unsigned char value, unsigned char low, unsigned char high) {
    const bool inside = static_cast<unsigned char>(value - low) <= static_cast<unsigned char>(high - low);
    return static_cast<unsigned>(inside);
  };
  return static_cast<std::uint8_t>(between(c, 0x00, 0x08) | between(c, 0x0B, 0x0B) | between(c, 0x0E, 0x1A) |
                                   between(c, 0x1C, 0x1F));
}

// Returns the number of binary data bytes.
[[nodiscard]] inline std::size_t count_binary_data(std::string_view bytes) {
  constexpr std::size_t block = 128;  // a byte can hold the count of a block
  std::size_t count = 0;
  for (std::size_t at = 0; at < bytes.size(); at += block) {
    std::uint8_t in_block = 0;
    for (const char c : bytes.substr(at, block))
      in_block = static_cast<std::uint8_t>(in_block + is_binary_data(static_cast<unsigned char>(c)));
    count += in_block;
  }
  return count;
}

// Returns the number of codes for styles in a log of IRC: bold, color, end of format, reverse, italic,
// strikethrough, underline. Returns 0 for bytes with a NUL, which are no such log.
[[nodiscard]] inline std::size_t count_irc_styles(std::string_view text) {
  constexpr byte_set styles{std::string_view("\x02\x03\x0F\x16\x1D\x1E\x1F")};
  if (text.find('\0') != std::string_view::npos) return 0;
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [&](char c) { return styles.contains(c); }));
}

// Returns the rows for which the lambda (without captures) returns true, in the order of the table.
template <typename Chosen>
[[nodiscard]] consteval auto file_signatures_where(Chosen /*only the type matters*/) {
  constexpr auto size = std::count_if(file_signatures.begin(), file_signatures.end(), Chosen{});
  std::array<file_signature, static_cast<std::size_t>(size)> found{};
  std::copy_if(file_signatures.begin(), file_signatures.end(), found.begin(), Chosen{});
  return found;
}

}  // namespace urlsieve

#endif
