#include "src/documents/foreign_formats.hpp"

#include <algorithm>
#include <cstddef>
#include <span>

#include "src/documents/file_signatures.hpp"
#include "src/text/ascii.hpp"
#include "src/text/begins_with.hpp"
#include "src/text/npos.hpp"
#include "src/text/scan/byte_class.hpp"

namespace urlsieve {
namespace {

using namespace std::string_view_literals;

constexpr auto named_signatures =
    file_signatures_where([](const file_signature& row) { return !row.words.empty(); });
constexpr auto later_signatures =
    file_signatures_where([](const file_signature& row) { return !row.words.empty() && row.at != 0; });

// The first and second bytes of the signatures at offset 0; most inputs have neither.
constexpr byte_set bytes_in_front(std::size_t place) {
  byte_set all;
  for (const file_signature& row : named_signatures)
    if (row.at == 0) all = all | byte_set(row.mark.substr(place, 1));
  return all;
}
constexpr byte_set first_bytes = bytes_in_front(0);
constexpr byte_set second_bytes = bytes_in_front(1);

// Returns true if a text may begin with the mark: it has only printable ASCII characters.
constexpr bool is_printable(std::string_view mark) {
  return std::all_of(mark.begin(), mark.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

// Returns true if a file of a format that is not text begins with `head`.
bool has_binary_data(std::string_view head) {
  constexpr std::size_t looked_at = 4096;
  const std::string_view seen = head.substr(0, looked_at);
  return std::any_of(seen.begin(), seen.end(),
                     [](char c) { return is_binary_data(static_cast<unsigned char>(c)) != 0; });
}

bool has_mark_at(std::string_view head, std::size_t at, std::string_view mark) {
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
  constexpr std::string_view of_message = "msgconvert converts it to a message";
  if (head.find("_\0_\0s\0u\0b\0s\0t\0g\0"sv) != npos || ascii::ends(name, ".msg"))
    return {"Outlook message (.msg)", of_message};
  if (head.find("W\0o\0r\0d\0D\0o\0c\0u\0m\0e\0n\0t\0"sv) != npos || ascii::ends(name, ".doc"))
    return {"Word document", office_converter};
  return {"Outlook message (.msg) or Office document (compound file)",
          "msgconvert converts messages, soffice converts documents to HTML"};
}

// Skips a letter and a number in hexadecimal; returns false if `text` does not begin so.
bool skip_hex_field(std::string_view& text, char letter) {
  if (!text.starts_with(letter)) return false;
  const std::size_t end = std::min(text.find_first_not_of("0123456789abcdef", 1), text.size());
  text.remove_prefix(end);
  return end > 1;
}

// Returns true for a file of messages of Dovecot (dbox, version 2): "2 M1e C5f3a\n" and a mark.
bool begins_dbox(std::string_view head) {
  if (!begins_with(head, "2 M"sv)) return false;
  head.remove_prefix(2);
  if (!skip_hex_field(head, 'M') || !head.starts_with(' ')) return false;
  head.remove_prefix(1);
  return skip_hex_field(head, 'C') && begins_with(head, "\n\x01\x02"sv);
}

}  // namespace

foreign_file foreign_format(std::string_view head, std::string_view name) {
  if (is_office_document(head)) return {office_words(head), office_converter};
  if (begins_with(head, compound_file_mark)) return compound_file(head, name);
  if (begins_with(head, "MZ"sv) && head.substr(0, 512).find('\0') != npos) return {"Windows program", {}};
  if (begins_dbox(head)) return {"mailbox of Dovecot (dbox)", "doveadm converts it to a Maildir"};
  const bool in_front = head.size() >= 2 && first_bytes.contains(head[0]) && second_bytes.contains(head[1]);
  for (const file_signature& row :
       in_front ? std::span<const file_signature>(named_signatures) : later_signatures)
    if (has_mark_at(head, row.at, row.mark) &&
        (row.is_text || !is_printable(row.mark) || has_binary_data(head)))
      return {row.words, row.converter};
  return {};
}

bool is_office_document(std::string_view head) {
  return begins_with(head, zip_mark) && !office_words(head).empty();
}

}  // namespace urlsieve
