#include "src/documents/foreign_formats.hpp"

#include <cstddef>

namespace urlsieve {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t npos = std::string_view::npos;

struct signature {
  std::size_t at;
  std::string_view mark;
  std::string_view words;
};

constexpr signature signatures[] = {
    {0, "7z\xBC\xAF'\x1C"sv, "7-Zip archive"},
    {0, "Rar!\x1A\x07"sv, "RAR archive"},
    {0, "MSCF\0\0\0\0"sv, "cabinet archive"},
    {0, "!<arch>\n"sv, "ar archive"},
    {0, "xar!"sv, "xar archive"},
    {0, "\x04\x22\x4D\x18"sv, "lz4 compression"},
    {0, "\x02\x21\x4C\x18"sv, "lz4 compression of the old kind"},
    {0, "\xFF\x06\0\0sNaPpY"sv, "snappy compression"},
    {0, "LZIP\x01"sv, "lzip compression"},
    {0, "\x89LZO\0\r\n\x1A\n"sv, "lzop compression"},
    {0, "\x1F\x9D"sv, "compress (.Z) compression"},
    {0, "\x5D\0\0\x80\0"sv, "lzma compression"},
    {0, "%PDF-"sv, "PDF document"},
    {0, "%!PS"sv, "PostScript document"},
    {0, "{\\rtf"sv, "RTF document"},
    {0, "!BDN"sv, "Outlook folder (.pst)"},
    {0, "SQLite format 3\0"sv, "SQLite database"},
    {0, "PAR1"sv, "Parquet table"},
    {0, "Obj\x01"sv, "Avro file"},
    {0, "ORC"sv, "ORC table"},
    {0, "ARROW1\0\0"sv, "Arrow file"},
    {0, "\x89HDF\r\n\x1A\n"sv, "HDF5 file"},
    {0, "\x89PNG\r\n\x1A\n"sv, "PNG image"},
    {0, "\xFF\xD8\xFF"sv, "JPEG image"},
    {0, "GIF87a"sv, "GIF image"},
    {0, "GIF89a"sv, "GIF image"},
    {0, "II*\0"sv, "TIFF image"},
    {0, "MM\0*"sv, "TIFF image"},
    {0, "\0\0\1\0"sv, "icon"},
    {8, "WEBP"sv, "WebP image"},
    {8, "WAVEfmt "sv, "WAVE sound"},
    {8, "AVI "sv, "AVI video"},
    {4, "ftyp"sv, "MP4 or HEIF file"},
    {0, "\x1A\x45\xDF\xA3"sv, "Matroska or WebM video"},
    {0, "ID3\x02"sv, "MP3 sound"},
    {0, "ID3\x03"sv, "MP3 sound"},
    {0, "ID3\x04"sv, "MP3 sound"},
    {0, "OggS\0"sv, "Ogg sound or video"},
    {0, "fLaC\0"sv, "FLAC sound"},
    {0, "FLV\x01"sv, "Flash video"},
    {0, "wOFF"sv, "WOFF font"},
    {0, "wOF2"sv, "WOFF font"},
    {0,
     "\x7F"
     "ELF"sv,
     "ELF program"},
    {0, "\xCF\xFA\xED\xFE"sv, "Mach-O program"},
    {0, "\xCA\xFE\xBA\xBE"sv, "Java class or Mach-O program"},
    {0, "\0asm"sv, "WebAssembly program"},
    {257, "ustar"sv, "tar archive"},
};

bool stands_at(std::string_view head, std::size_t at, std::string_view mark) {
  return head.size() >= at + mark.size() && head[at] == mark.front() && head.substr(at, mark.size()) == mark;
}

// A zip archive is named by what it is used for, as far as its first entries tell (their names stand as they
// are).
std::string_view zip_words(std::string_view head) {
  if (head.find("mimetypeapplication/epub+zip"sv) != npos) return "EPUB book";
  if (head.find("mimetypeapplication/vnd.oasis.opendocument"sv) != npos) return "OpenDocument file";
  if (head.find("[Content_Types].xml"sv) != npos || head.find("word/"sv) != npos ||
      head.find("xl/workbook"sv) != npos || head.find("ppt/"sv) != npos)
    return "Office Open XML document";
  if (head.find("datapackage.json"sv) != npos || head.find("archive/"sv) != npos) return "WACZ (zip) archive";
  if (head.find("META-INF/"sv) != npos) return "Java (zip) archive";
  return "zip archive";
}

// Old archives have no mark, but the sum of their header (POSIX.1-1988, section 10.1.1).
bool is_old_tar(std::string_view head) {
  constexpr std::size_t block = 512;
  constexpr std::size_t sum_at = 148;
  constexpr std::size_t sum_size = 8;
  if (head.size() < block || head.front() == '\0') return false;
  std::size_t written = 0;
  bool digits = false;
  for (const char c : head.substr(sum_at, sum_size)) {
    if (c == ' ' && !digits) continue;
    if (c < '0' || c > '7') break;
    written = written * 8 + static_cast<std::size_t>(c - '0');
    digits = true;
  }
  if (!digits) return false;
  std::size_t sum = 0;
  for (std::size_t i = 0; i < block; ++i)
    sum += i >= sum_at && i < sum_at + sum_size ? ' ' : static_cast<unsigned char>(head[i]);
  return sum == written;
}

// The names of a compound file's streams are UTF-16 in its directory, which may lie behind the head.
std::string_view compound_words(std::string_view head) {
  if (head.find("_\0_\0s\0u\0b\0s\0t\0g\0"sv) != npos) return "Outlook message (.msg)";
  if (head.find("W\0o\0r\0d\0D\0o\0c\0u\0m\0e\0n\0t\0"sv) != npos) return "Word document";
  return "Outlook message (.msg) or Office document (compound file)";
}

}  // namespace

std::string_view foreign_format(std::string_view head) {
  if (head.starts_with("PK\3\4"sv) || head.starts_with("PK\5\6"sv) || head.starts_with("PK\7\10"sv))
    return zip_words(head);
  if (head.starts_with("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"sv)) return compound_words(head);
  if (head.starts_with("MZ"sv) && head.substr(0, 512).find('\0') != npos) return "Windows program";
  for (const signature& one : signatures)
    if (stands_at(head, one.at, one.mark)) return one.words;
  return is_old_tar(head) ? "tar archive"sv : ""sv;
}

}  // namespace urlsieve
