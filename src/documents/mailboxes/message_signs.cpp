#include "src/documents/mailboxes/message_signs.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>

#include "src/documents/header_fields.hpp"
#include "src/documents/mailboxes/mbox_separator.hpp"
#include "src/documents/utc_date.hpp"
#include "src/text/ascii.hpp"
#include "src/text/begins_with.hpp"
#include "src/text/lines/field_lines.hpp"
#include "src/text/npos.hpp"
#include "src/text/scan/byte_class.hpp"

namespace urlsieve {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t message_signs_longest_line = 1024;
constexpr std::size_t longest_field_name = 126;
constexpr int most_strange_lines = 8;  // accepted in a header block

// The values that are examined, because other texts have fields of the same name.
enum class value_rule : std::uint8_t { any, multipart, mailboxes, ids, date };

// Field names of mail and news; shared names also occur in HTTP.
struct known_name {
  std::string_view name;
  bool shared;
  value_rule rule = value_rule::any;
};
// Sorted by first letter.
constexpr std::array<known_name, 44> known_names{{{"approved", false},
                                                  {"arc-seal", false},
                                                  {"authentication-results", false},
                                                  {"bcc", false},
                                                  {"cc", false, value_rule::mailboxes},
                                                  {"content-disposition", true},
                                                  {"content-length", true},
                                                  {"content-location", true},
                                                  {"content-transfer-encoding", false},
                                                  {"content-type", true, value_rule::multipart},
                                                  {"date", true, value_rule::date},
                                                  {"delivered-to", false},
                                                  {"distribution", false},
                                                  {"dkim-signature", false},
                                                  {"envelope-to", false},
                                                  {"errors-to", false},
                                                  {"followup-to", false},
                                                  {"from", false, value_rule::mailboxes},
                                                  {"in-reply-to", false},
                                                  {"lines", false},
                                                  {"list-id", false},
                                                  {"message-id", false},
                                                  {"mime-version", true},
                                                  {"newsgroups", false},
                                                  {"nntp-posting-date", false},
                                                  {"nntp-posting-host", false},
                                                  {"organization", false},
                                                  {"path", false},
                                                  {"posting-version", false},
                                                  {"received", false},
                                                  {"references", false, value_rule::ids},
                                                  {"relay-version", false},
                                                  {"reply-to", false, value_rule::mailboxes},
                                                  {"resent-date", false},
                                                  {"resent-from", false},
                                                  {"return-path", false},
                                                  {"sender", false, value_rule::mailboxes},
                                                  {"subject", false},
                                                  {"to", false, value_rule::mailboxes},
                                                  {"x-gm-thrid", false},
                                                  {"x-mailer", false},
                                                  {"x-mozilla-status", false},
                                                  {"x-original-to", false},
                                                  {"xref", false}}};

// Returns the number of leading bytes that a field name may contain: '!' to '~' without ':'. Reads eight
// bytes at once, because every input is checked for names.
std::size_t field_name_size(std::string_view text) {
  constexpr byte_set of_name = byte_set::range('!', '~') - byte_set(":");
  constexpr std::uint64_t each = 0x0101010101010101U;
  std::size_t size = 0;
  if constexpr (std::endian::native == std::endian::little) {
    for (; size + 8 <= text.size(); size += 8) {
      std::uint64_t eight = 0;
      std::memcpy(&eight, text.data() + size, 8);
      const std::uint64_t colons = eight ^ ':' * each;
      const std::uint64_t deletes = eight ^ 0x7F * each;
      // The lowest set bit is exact; a borrow may have set higher bits.
      const std::uint64_t others = ((eight - '!' * each) & ~eight) | eight | ((colons - each) & ~colons) |
                                   ((deletes - each) & ~deletes);
      if (const std::uint64_t ends = others & 0x80 * each; ends != 0)
        return size + static_cast<std::size_t>(std::countr_zero(ends)) / 8;
    }
  }
  while (size < text.size() && of_name.contains(text[size])) ++size;
  return size;
}

// Returns the name of the header line at the start of `text`; empty if there is none.
std::string_view field_name(std::string_view text) {
  const std::size_t size = field_name_size(text.substr(0, longest_field_name + 1));
  if (size == 0 || size > longest_field_name) return {};
  std::size_t colon = size;
  while (colon < text.size() && ascii::is_blank(text[colon]) && colon < size + 8) ++colon;
  if (colon == text.size() || text[colon] != ':' || text.substr(colon + 1).starts_with("//"sv)) return {};
  return text.substr(0, size);
}

static_assert(known_names.size() <= 64);  // see seen_fields

// For each letter, the index of the first name that begins with it; behind the last letter, the number of
// names.
constexpr auto names_from = [] {
  std::array<std::uint8_t, 'z' - 'a' + 2> from{};
  for (std::size_t letter = 0; letter < from.size(); ++letter)
    for (const known_name& row : known_names)
      from[letter] =
          static_cast<std::uint8_t>(from[letter] + (row.name.front() < static_cast<char>('a' + letter)));
  return from;
}();
static_assert(std::is_sorted(known_names.begin(), known_names.end(),
                             [](const known_name& a, const known_name& b) {
                               return a.name.front() < b.name.front();
                             }));

// Returns the index of a known name; the size of the table if the name is unknown.
std::size_t known_index(std::string_view name) {
  const auto letter = static_cast<unsigned char>((name.empty() ? '\0' : name.front()) | 0x20) - unsigned{'a'};
  if (letter > 'z' - 'a') return known_names.size();
  for (std::size_t i = names_from[letter]; i < names_from[letter + 1]; ++i)
    if (name.size() == known_names[i].name.size() && ascii::same(name, known_names[i].name)) return i;
  return known_names.size();
}

// Returns the size of the first line with its end; 0 if it has no end or is longer than `most`.
std::size_t header_line_size(std::string_view text, std::size_t most = message_signs_longest_line) {
  const std::size_t feed = text.substr(0, most).find('\n');
  return feed == npos ? 0 : feed + 1;
}

std::string_view without_end(std::string_view line) {
  if (line.ends_with('\n')) line.remove_suffix(1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

// Returns the value of a field with its folded lines. Requires: `text` begins with the field.
std::string_view value_of(std::string_view text) {
  std::size_t end = text.find('\n');
  while (end != npos && end + 1 < text.size() && ascii::is_blank(text[end + 1]))
    end = text.find('\n', end + 1);
  return text.substr(0, end).substr(text.find(':') + 1);
}

// Returns true for the Content-Type of a multipart entity with a boundary.
bool declares_multipart(std::string_view value) {
  return ascii::begins(trimmed(value.substr(0, message_signs_longest_line)), "multipart/") &&
         value.find("oundary") != npos;
}

// Returns true for a value that can be mailboxes: an address, or a local name. A URL alone is neither.
bool may_be_mailboxes(std::string_view value) {
  if (value.find("://"sv) == npos) return true;
  for (std::size_t at = 0; at < value.size();) {
    const std::size_t end = std::min(value.find_first_of(" \t\r\n<>,;", at), value.size());
    const std::string_view word = value.substr(at, end - at);
    if (word.find('@') != npos && word.find("://"sv) == npos) return true;
    at = end + 1;
  }
  return false;
}

// Returns true for a date without a time of day ("2024-01-01"), as other texts have.
bool lacks_time(std::string_view value) {
  for (std::size_t colon = value.find(':'); colon != npos; colon = value.find(':', colon + 1))
    if (colon != 0 && colon + 1 < value.size() && bytes::digit.contains(value[colon - 1]) &&
        bytes::digit.contains(value[colon + 1]))
      return false;
  const auto is_digit = [](char c) { return bytes::digit.contains(c); };
  return std::any_of(value.begin(), value.end(), is_digit) && utc_of_mail(value).empty();
}

// The fields of a header block seen so far.
struct seen_fields {
  std::uint64_t known = 0;  // bit i: known_names[i]
  int all = 0;              // number of known fields
  int not_shared = 0;
  bool undated = false;  // the Date is a date without a time
  bool multipart = false;
  int strange_lines = 0;  // lines that are not header lines

  void note(std::string_view name, std::string_view field) {
    const std::size_t index = known_index(name);
    if (index == known_names.size()) return;
    const value_rule rule = known_names[index].rule;
    const std::string_view value = rule == value_rule::any ? std::string_view() : value_of(field);
    if (rule == value_rule::mailboxes && !may_be_mailboxes(value)) return;
    if (rule == value_rule::ids && value.find('<') == npos) return;
    const std::uint64_t bit = std::uint64_t{1} << index;
    if ((known & bit) == 0) {
      known |= bit;
      ++all;
      if (!known_names[index].shared) ++not_shared;
      undated = undated || (rule == value_rule::date && lacks_time(value));
    }
    multipart = multipart || (rule == value_rule::multipart && declares_multipart(value));
  }
  // Other lines are accepted only if the remaining fields are certain.
  [[nodiscard]] bool of_mail() const {
    if (strange_lines > 0) return is_surely_mail();
    return multipart || (all - (undated ? 1 : 0) >= 2 && not_shared >= 1);
  }
  // True whatever follows, except for too many other lines.
  [[nodiscard]] bool is_surely_mail() const { return all >= 4 && not_shared >= 2; }
};

// The format that the reader of a header block tests for.
enum class header_purpose : std::uint8_t { is_mail, is_multipart };

// Returns nullopt if `text` does not begin with a header block.
std::optional<seen_fields> read_header(std::string_view text, header_purpose purpose) {
  seen_fields seen;
  bool first = true;
  while (!text.empty()) {
    // Further fields cannot change the result.
    if (purpose == header_purpose::is_mail && seen.is_surely_mail()) text.remove_prefix(field_lines(text));
    const std::size_t feed = text.find('\n');
    const std::string_view line = without_end(text.substr(0, feed));
    const std::string_view here = text;
    text.remove_prefix(feed == npos ? text.size() : feed + 1);
    if (line.empty()) break;
    const std::string_view name = field_name(line);
    if (first && name.empty() && (line.starts_with("From "sv) || line.starts_with(">From "sv))) {
      if (is_patch_line(line.substr(line.find(' ') + 1))) return std::nullopt;
      continue;
    }
    if (ascii::is_blank(line.front())) {
      if (first) return std::nullopt;
      if (trimmed(line).empty()) break;
      continue;
    }
    if (!name.empty()) {
      // Names are looked up until the result is certain.
      if (purpose == header_purpose::is_multipart || !seen.is_surely_mail()) seen.note(name, here);
    } else if (first)
      return std::nullopt;
    else if (feed != npos)  // otherwise the line is cut
      ++seen.strange_lines;
    first = false;
    if (seen.strange_lines > most_strange_lines) return std::nullopt;
  }
  return seen;
}

}  // namespace

bool begins_field(std::string_view text) {
  return !field_name(text).empty();
}

bool begins_mail_field(std::string_view text) {
  const std::string_view name = field_name(text);
  return !name.empty() && (known_index(name) != known_names.size() || ascii::begins(name, "x-") ||
                           ascii::begins(name, "content-"));
}

bool begins_listserv_message(std::string_view text) {
  if (!text.starts_with(listserv_line)) return false;
  const std::size_t size = header_line_size(text, listserv_lookahead - longest_field_name - 2);
  if (size == 0 || !trimmed(text.substr(listserv_line.size(), size - listserv_line.size())).empty())
    return false;
  return begins_mail_field(text.substr(size));
}

bool begins_message(std::string_view text) {
  const std::optional<seen_fields> seen = read_header(text, header_purpose::is_mail);
  return seen && seen->of_mail();
}

bool begins_multipart_message(std::string_view text) {
  const std::optional<seen_fields> seen = read_header(text, header_purpose::is_multipart);
  return seen && seen->multipart;
}

std::size_t emlx_line(std::string_view text) {
  if (text.empty() || text.front() > '9') return 0;
  const std::size_t size = header_line_size(text, 32);
  if (size == 0) return 0;
  const std::string_view digits = trimmed(text.substr(0, size));
  return digits.size() <= 12 && ascii::all_digits(digits) && begins_field(text.substr(size)) ? size : 0;
}

std::size_t nntp_status_line(std::string_view text) {
  if (!begins_with(text, "220 "sv) && !begins_with(text, "221 "sv)) return 0;
  const std::size_t size = header_line_size(text);
  return size != 0 && begins_field(text.substr(size)) ? size : 0;
}

bool begins_message_file(std::string_view text) {
  return begins_message(text.substr(emlx_line(text) + nntp_status_line(text)));
}

}  // namespace urlsieve
