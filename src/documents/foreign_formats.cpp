#include "src/documents/foreign_formats.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <span>

#include "src/text/ascii.hpp"
#include "src/text/begins_with.hpp"
#include "src/text/byte_class.hpp"
#include "src/text/npos.hpp"

namespace urlsieve {
namespace {

using namespace std::string_view_literals;

struct signature {
  std::size_t at;
  std::string_view mark;
  std::string_view words;
  std::string_view converter = {};
};

constexpr std::string_view of_office = "its text is not searched, but soffice makes a page of it";

constexpr signature signatures[] = {
    {0, "Rar!\x1A\x07"sv, "RAR archive"},
    {0, "MSCF\0\0\0\0"sv, "cabinet archive"},
    {0, "xar!"sv, "xar archive"},
    {0, "\xFF\x06\0\0sNaPpY"sv, "snappy compression"},
    {0, "\x89LZO\0\r\n\x1A\n"sv, "lzop compression"},
    {0, "\x5D\0\0\x80\0"sv, "lzma compression"},
    {0, "%PDF-"sv, "PDF document", "its text is not searched, but pdftotext makes text of it"},
    {0, "%!PS"sv, "PostScript document"},
    {0, "{\\rtf"sv, "RTF document", of_office},
    {0, "!BDN"sv, "Outlook folder (.pst)", "readpst makes mailboxes of it"},
    {0, "\x78\x9F\x3E\x22"sv, "Outlook attachments (TNEF, winmail.dat)", "tnef takes them out"},
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
    {257, "ustar"sv, "tar archive whose first header is broken"},
};

// The first and second bytes of all signatures at offset 0; most inputs have neither.
constexpr byte_set bytes_in_front(std::size_t place) {
  byte_set all;
  for (const signature& one : signatures)
    if (one.at == 0) all = all | byte_set(one.mark.substr(place, 1));
  return all;
}
constexpr byte_set first_bytes = bytes_in_front(0);
constexpr byte_set second_bytes = bytes_in_front(1);

// Signatures at other offsets.
constexpr auto marks_further_in = [] {
  constexpr auto stands_further_in = [](const signature& one) { return one.at != 0; };
  constexpr auto size = std::count_if(std::begin(signatures), std::end(signatures), stands_further_in);
  std::array<signature, static_cast<std::size_t>(size)> found{};
  std::copy_if(std::begin(signatures), std::end(signatures), found.begin(), stands_further_in);
  return found;
}();

bool stands_at(std::string_view head, std::size_t at, std::string_view mark) {
  return head.size() >= at + mark.size() && head[at] == mark.front() && begins_with(head.substr(at), mark);
}

// Returns the name of an office format; empty if it is not one. The first member of the zip archive
// identifies it.
std::string_view office_words(std::string_view head) {
  constexpr std::size_t name_at = 30;
  if (head.size() <= name_at) return {};
  const std::string_view name = head.substr(name_at);
  if (name.starts_with("mimetypeapplication/vnd.oasis.opendocument"sv)) return "OpenDocument file";
  for (const std::string_view first :
       {"[Content_Types].xml"sv, "_rels/.rels"sv, "docProps/"sv, "word/"sv, "xl/"sv, "ppt/"sv})
    if (name.starts_with(first)) return "Office Open XML document";
  return {};
}

// Names the content of a compound file. Its stream names are UTF-16 and may be beyond the head.
foreign_file compound_file(std::string_view head, std::string_view name) {
  constexpr std::string_view of_message = "msgconvert makes a message of it";
  if (head.find("_\0_\0s\0u\0b\0s\0t\0g\0"sv) != npos || ascii::ends(name, ".msg"))
    return {"Outlook message (.msg)", of_message};
  if (head.find("W\0o\0r\0d\0D\0o\0c\0u\0m\0e\0n\0t\0"sv) != npos || ascii::ends(name, ".doc"))
    return {"Word document", of_office};
  return {"Outlook message (.msg) or Office document (compound file)",
          "msgconvert makes a message of the one, soffice a page of the other"};
}

}  // namespace

foreign_file foreign_format(std::string_view head, std::string_view name) {
  if (is_office_document(head)) return {office_words(head), of_office};
  if (begins_with(head, "PK\3\4"sv) || begins_with(head, "PK\5\6"sv) || begins_with(head, "PK\7\10"sv))
    return {"zip archive that breaks off", {}};
  if (begins_with(head, "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"sv)) return compound_file(head, name);
  if (begins_with(head, "MZ"sv) && head.substr(0, 512).find('\0') != npos) return {"Windows program", {}};
  const bool in_front = head.size() >= 2 && first_bytes.contains(head[0]) && second_bytes.contains(head[1]);
  for (const signature& one : in_front ? std::span<const signature>(signatures) : marks_further_in)
    if (stands_at(head, one.at, one.mark)) return {one.words, one.converter};
  return {};
}

bool is_office_document(std::string_view head) {
  return begins_with(head, "PK\3\4"sv) && !office_words(head).empty();
}

}  // namespace urlsieve
