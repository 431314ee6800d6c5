#include "src/documents/message_signs.hpp"

#include <algorithm>
#include <array>

#include "src/documents/header_fields.hpp"
#include "src/text/byte_class.hpp"

namespace urlsieve {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t npos = std::string_view::npos;
constexpr std::size_t longest_separator = 1024;
constexpr std::size_t longest_name = 126;  // separator_lookahead has room for it behind the longest separator
constexpr int most_strange_lines = 8;      // of a header block that is one all the same
constexpr int most_dates = 16;             // words of a separator at which a date is looked for

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

// Names that make a header block one of mail or news; those that HTTP has as well are shared.
struct known_name {
  std::string_view name;
  bool shared;
};
constexpr std::array<known_name, 44> known_names{{{"from", false},
                                                  {"to", false},
                                                  {"cc", false},
                                                  {"bcc", false},
                                                  {"subject", false},
                                                  {"date", true},
                                                  {"message-id", false},
                                                  {"received", false},
                                                  {"return-path", false},
                                                  {"reply-to", false},
                                                  {"sender", false},
                                                  {"in-reply-to", false},
                                                  {"references", false},
                                                  {"delivered-to", false},
                                                  {"mime-version", true},
                                                  {"content-type", true},
                                                  {"content-transfer-encoding", false},
                                                  {"content-disposition", true},
                                                  {"content-location", true},
                                                  {"content-length", true},
                                                  {"newsgroups", false},
                                                  {"path", false},
                                                  {"xref", false},
                                                  {"nntp-posting-host", false},
                                                  {"nntp-posting-date", false},
                                                  {"organization", false},
                                                  {"lines", false},
                                                  {"distribution", false},
                                                  {"followup-to", false},
                                                  {"approved", false},
                                                  {"relay-version", false},
                                                  {"posting-version", false},
                                                  {"errors-to", false},
                                                  {"resent-from", false},
                                                  {"resent-date", false},
                                                  {"dkim-signature", false},
                                                  {"arc-seal", false},
                                                  {"authentication-results", false},
                                                  {"list-id", false},
                                                  {"envelope-to", false},
                                                  {"x-original-to", false},
                                                  {"x-mailer", false},
                                                  {"x-gm-thrid", false},
                                                  {"x-mozilla-status", false}}};

// The name of the header line that `text` begins with; empty if it begins with none.
std::string_view field_name(std::string_view text) {
  std::size_t size = 0;
  while (size < text.size() && size <= longest_name && text[size] > ' ' && text[size] < '\x7F' &&
         text[size] != ':')
    ++size;
  if (size == 0 || size > longest_name) return {};
  std::size_t colon = size;
  while (colon < text.size() && is_blank(text[colon]) && colon < size + 8) ++colon;
  if (colon == text.size() || text[colon] != ':' || text.substr(colon + 1).starts_with("//"sv)) return {};
  return text.substr(0, size);
}

std::size_t known_index(std::string_view name) {
  const auto* const found = std::find_if(known_names.begin(), known_names.end(),
                                         [&](const known_name& one) { return same_name(name, one.name); });
  return static_cast<std::size_t>(found - known_names.begin());
}

// Takes a word off the front of `line`, and the blanks before it.
std::string_view take_word(std::string_view& line) {
  std::size_t begin = 0;
  while (begin < line.size() && is_blank(line[begin])) ++begin;
  std::size_t end = begin;
  while (end < line.size() && !is_blank(line[end])) ++end;
  const std::string_view word = line.substr(begin, end - begin);
  line.remove_prefix(end);
  return word;
}

bool all_digits(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return bytes::digit.contains(c); });
}

bool is_among(std::string_view word, std::string_view names) {
  if (word.size() != 3) return false;
  for (std::size_t at = 0; at < names.size(); at += 3)
    if (begins_with_name(word, names.substr(at, 3))) return true;
  return false;
}

bool is_month(std::string_view word) {
  return is_among(word, "janfebmaraprmayjunjulaugsepoctnovdec");
}

bool is_day(std::string_view word) {
  return word.size() <= 2 && all_digits(word);
}

// "12:36:23" or "12:36".
bool is_time(std::string_view word) {
  const std::size_t colon = word.find(':');
  if (colon == npos || colon > 2 || !all_digits(word.substr(0, colon))) return false;
  const std::string_view rest = word.substr(colon + 1);
  if (rest.size() == 2) return all_digits(rest);
  return rest.size() == 5 && rest[2] == ':' && all_digits(rest.substr(0, 2)) && all_digits(rest.substr(3));
}

bool is_year(std::string_view word) {
  return (word.size() == 4 || word.size() == 2) && all_digits(word);
}

// "Aug 22 12:36:23 2002", with a zone of one or two words before the year or any behind it; or
// "22 Aug 2002 12:36:23 +0100".
bool is_date(std::string_view words) {
  const std::string_view first = take_word(words);
  const std::string_view second = take_word(words);
  if (is_day(first) && is_month(second)) return is_year(take_word(words)) && is_time(take_word(words));
  if (!is_month(first) || !is_day(second) || !is_time(take_word(words))) return false;
  for (int zone_words = 0; zone_words <= 2; ++zone_words)
    if (is_year(take_word(words))) return true;
  return false;
}

// A day of the week, and the rest of a date behind it.
bool has_date(std::string_view words) {
  for (int tried = 0; tried < most_dates; ++tried) {
    std::string_view word = take_word(words);
    if (word.empty()) return false;
    if (word.ends_with(',')) word.remove_suffix(1);
    if (is_among(word, "montuewedthufrisatsun") && is_date(words)) return true;
  }
  return false;
}

// git writes the name of a commit and a fixed date before each patch.
bool is_patch_line(std::string_view words) {
  const std::string_view commit = take_word(words);
  return (commit.size() == 40 || commit.size() == 64) &&
         std::all_of(commit.begin(), commit.end(), [](char c) { return bytes::hexdig.contains(c); }) &&
         words.starts_with(" Mon Sep 17 00:00:00 2001"sv);
}

// Nothing, "-" as Mozilla writes, or an address.
bool is_bare(std::string_view words) {
  const std::string_view word = take_word(words);
  return take_word(words).empty() && (word.empty() || word == "-"sv || word.find('@') != npos);
}

// The size of the first line with its end; 0 if it has none or is longer than `most`.
std::size_t line_size(std::string_view text, std::size_t most = longest_separator) {
  const std::size_t feed = text.substr(0, most).find('\n');
  return feed == npos ? 0 : feed + 1;
}

std::string_view without_end(std::string_view line) {
  if (line.ends_with('\n')) line.remove_suffix(1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

// Content-Type of a multipart entity: `text` begins with the field.
bool is_multipart(std::string_view text) {
  const std::size_t value = text.find(':') + 1;
  if (!begins_with_name(trimmed(text.substr(value, longest_separator)), "multipart/")) return false;
  std::size_t end = text.find('\n');
  while (end != npos && end + 1 < text.size() && is_blank(text[end + 1])) end = text.find('\n', end + 1);
  return text.substr(0, end).find("oundary") != npos;
}

// What a header block has shown so far.
struct seen_fields {
  std::array<bool, known_names.size()> known{};
  bool multipart = false;
  int strange_lines = 0;  // that are no header lines

  void note(std::string_view name, std::string_view field) {
    const std::size_t index = known_index(name);
    if (index == known_names.size()) return;
    known[index] = true;
    multipart = multipart || (known_names[index].name == "content-type"sv && is_multipart(field));
  }
  // Broken lines are forgiven where everything else is right.
  [[nodiscard]] bool of_mail() const {
    int all = 0;
    int not_shared = 0;
    for (std::size_t i = 0; i < known.size(); ++i) {
      if (!known[i]) continue;
      ++all;
      if (!known_names[i].shared) ++not_shared;
    }
    if (strange_lines > 0) return all >= 4 && not_shared >= 2;
    return multipart || (all >= 2 && not_shared >= 1);
  }
};

}  // namespace

bool begins_field(std::string_view text) {
  return !field_name(text).empty();
}

bool begins_mail_field(std::string_view text) {
  const std::string_view name = field_name(text);
  return !name.empty() && (known_index(name) != known_names.size() || begins_with_name(name, "x-"));
}

bool begins_mbox_message(std::string_view text) {
  if (!text.starts_with("From "sv)) return false;
  const std::size_t size = line_size(text);
  if (size == 0) return false;
  const std::string_view next = text.substr(size);
  if (!next.starts_with(">From "sv) && !begins_field(next)) return false;
  const std::string_view words = without_end(text.substr(5, size - 5));
  return has_date(words) ? !is_patch_line(words) : is_bare(words);
}

bool begins_listserv_message(std::string_view text) {
  if (!text.starts_with(listserv_line)) return false;
  const std::size_t size = line_size(text, listserv_lookahead - longest_name - 2);
  if (size == 0 || !trimmed(text.substr(listserv_line.size(), size - listserv_line.size())).empty())
    return false;
  return begins_mail_field(text.substr(size));
}

bool begins_message(std::string_view text) {
  seen_fields seen;
  bool first = true;
  while (!text.empty()) {
    const std::size_t feed = text.find('\n');
    const std::string_view line = without_end(text.substr(0, feed));
    const std::string_view here = text;
    text.remove_prefix(feed == npos ? text.size() : feed + 1);
    if (line.empty()) break;
    const std::string_view name = field_name(line);
    if (first && name.empty() && (line.starts_with("From "sv) || line.starts_with(">From "sv))) {
      if (is_patch_line(line.substr(line.find(' ') + 1))) return false;
      continue;
    }
    if (is_blank(line.front())) {
      if (first) return false;
      if (trimmed(line).empty()) break;
      continue;
    }
    if (!name.empty())
      seen.note(name, here);
    else if (first)
      return false;
    else if (feed != npos)  // else it is cut
      ++seen.strange_lines;
    first = false;
    if (seen.strange_lines > most_strange_lines) return false;
  }
  return seen.of_mail();
}

std::size_t emlx_line(std::string_view text) {
  const std::size_t size = line_size(text, 32);
  if (size == 0) return 0;
  const std::string_view digits = trimmed(text.substr(0, size));
  return digits.size() <= 12 && all_digits(digits) && begins_field(text.substr(size)) ? size : 0;
}

std::size_t nntp_status_line(std::string_view text) {
  if (!text.starts_with("220 "sv) && !text.starts_with("221 "sv)) return 0;
  const std::size_t size = line_size(text);
  return size != 0 && begins_field(text.substr(size)) ? size : 0;
}

bool begins_message_file(std::string_view text) {
  return begins_message(text.substr(emlx_line(text) + nntp_status_line(text)));
}

}  // namespace urlsieve
