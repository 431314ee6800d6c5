#include "src/documents/mailboxes/mbox_separator.hpp"

#include <algorithm>
#include <cstdint>

#include "src/documents/header_fields.hpp"
#include "src/documents/mailboxes/message_signs.hpp"
#include "src/text/ascii.hpp"
#include "src/text/lines/line_mark.hpp"
#include "src/text/npos.hpp"
#include "src/text/scan/byte_class.hpp"

namespace urlsieve {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t longest_separator = 1024;
constexpr int most_dates = 16;          // words of a separator at which a date may begin
constexpr int most_old_separators = 4;  // lines of ">From " behind the separator

constexpr std::string_view day_names = "montuewedthufrisatsun";

// Removes leading blanks and a word from `line`, and returns the word.
std::string_view take_word(std::string_view& line) {
  std::size_t begin = 0;
  while (begin < line.size() && ascii::is_blank(line[begin])) ++begin;
  std::size_t end = begin;
  while (end < line.size() && !ascii::is_blank(line[end])) ++end;
  const std::string_view word = line.substr(begin, end - begin);
  line.remove_prefix(end);
  return word;
}

bool separator_digits_only(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return bytes::digit.contains(c); });
}

bool is_among(std::string_view word, std::string_view names) {
  if (word.size() != 3) return false;
  for (std::size_t at = 0; at < names.size(); at += 3)
    if (ascii::begins(word, names.substr(at, 3))) return true;
  return false;
}

bool is_month(std::string_view word) {
  return is_among(word, "janfebmaraprmayjunjulaugsepoctnovdec");
}

bool is_day(std::string_view word) {
  return word.size() <= 2 && separator_digits_only(word);
}

// Returns true for "12:36:23" or "12:36".
bool is_time(std::string_view word) {
  const std::size_t colon = word.find(':');
  if (colon > 2 || !separator_digits_only(word.substr(0, colon))) return false;
  const std::string_view rest = word.substr(colon + 1);
  if (rest.size() == 2) return separator_digits_only(rest);
  return rest.size() == 5 && rest[2] == ':' && separator_digits_only(rest.substr(0, 2)) &&
         separator_digits_only(rest.substr(3));
}

bool is_year(std::string_view word) {
  return (word.size() == 4 || word.size() == 2) && separator_digits_only(word);
}

// The form of a date behind a day of the week.
enum class date_form : std::uint8_t { none, asctime, mail };

// Reads a date. "Aug 22 12:36:23 2002", with a zone of one or two words before the year or any behind it, is
// the form of asctime(). "22 Aug 2002 12:36:23 +0100" is the form of mail.
date_form date_after_day(std::string_view words) {
  const std::string_view first = take_word(words);
  const std::string_view second = take_word(words);
  if (is_day(first) && is_month(second))
    return is_year(take_word(words)) && is_time(take_word(words)) ? date_form::mail : date_form::none;
  if (!is_month(first) || !is_day(second) || !is_time(take_word(words))) return date_form::none;
  for (int zone_words = 0; zone_words <= 2; ++zone_words)
    if (is_year(take_word(words))) return date_form::asctime;
  return date_form::none;
}

date_form find_date(std::string_view words) {
  for (int tried = 0; tried < most_dates; ++tried) {
    std::string_view word = take_word(words);
    if (word.empty()) break;
    if (word.ends_with(',')) word.remove_suffix(1);
    if (!is_among(word, day_names)) continue;
    if (const date_form found = date_after_day(words); found != date_form::none) return found;
  }
  return date_form::none;
}

// Returns true if the words end like "Thu Aug 22 12:36:23 2002", as in nearly all separators; find_date()
// then succeeds.
bool end_in_date(std::string_view words) {
  constexpr std::string_view form = "... ... .9 99:99:99 9999";
  constexpr std::size_t day = 8;  // of the month; may be " 2"
  if (words.size() < form.size()) return false;
  const std::string_view before = words.substr(0, words.size() - form.size());
  const std::string_view date = words.substr(before.size());
  if (!before.empty() && !ascii::is_blank(before.back())) return false;
  const auto blanks = std::count_if(before.begin(), before.end(), ascii::is_blank);
  if (blanks >= most_dates) return false;
  bool fits = date[day] == ' ' || bytes::digit.contains(date[day]);
  for (std::size_t i = 0; i < form.size(); ++i) {
    const char wanted = form[i] == '9' && date[i] >= '0' && date[i] <= '9' ? date[i] : form[i];
    fits = fits & (form[i] == '.' || date[i] == wanted);
  }
  return fits && is_among(date.substr(0, 3), day_names) && is_month(date.substr(4, 3));
}

// Returns true for "-8946248053963491671".
bool is_signed_number(std::string_view words) {
  std::string_view word = take_word(words);
  if (word.starts_with('-') || word.starts_with('+')) word.remove_prefix(1);
  return separator_digits_only(word) && take_word(words).empty();
}

// A word with "/" is part of a URL ("medium.example/@ann"), not an address.
bool is_address(std::string_view word) {
  return word.find('@') != npos && word.find('/') == npos;
}

bool has_address(std::string_view words) {
  for (std::string_view word = take_word(words); !word.empty(); word = take_word(words))
    if (is_address(word) && !word.starts_with('@') && word.find('@') + 1 != word.size()) return true;
  return false;
}

// Returns true for no words, "-" as written by Mozilla, or an address.
bool is_bare(std::string_view words) {
  const std::string_view word = take_word(words);
  return take_word(words).empty() && (word.empty() || word == "-"sv || is_address(word));
}

// Returns true if the text behind "From " is never of a separator: a patch, or prose with a URL.
bool is_of_body(std::string_view words) {
  return is_patch_line(words) || words.find("://") != npos;
}

// Returns the size of the first line with its end; 0 if it has no end or is longer than a separator.
std::size_t separator_line_size(std::string_view text) {
  const std::size_t feed = text.substr(0, longest_separator).find('\n');
  return feed == npos ? 0 : feed + 1;
}

// Returns the text behind "From " in the first line of `text`, which has `size` bytes.
std::string_view words_of(std::string_view text, std::size_t size) {
  std::string_view words = text.substr(5, size - 5);
  if (words.ends_with('\n')) words.remove_suffix(1);
  if (words.ends_with('\r')) words.remove_suffix(1);
  return words;
}

// Returns true if two header lines follow, one of them of mail. The second may be a folded part of the first.
bool begins_with_two_fields(std::string_view text) {
  for (int lines = 0; lines < most_old_separators && text.starts_with(">From "sv); ++lines) {
    const std::size_t size = separator_line_size(text);
    if (size == 0) return false;
    text.remove_prefix(size);
  }
  if (!begins_field(text)) return false;
  const std::size_t feed = text.find('\n');
  if (feed == npos) return false;
  const std::string_view second = text.substr(feed + 1);
  const bool is_continuation = !second.empty() && ascii::is_blank(second.front()) &&
                               !trimmed(second.substr(0, second.find('\n'))).empty();
  if (!is_continuation && !begins_field(second)) return false;
  return begins_mail_field(text) || begins_mail_field(second);
}

// Returns true if the text before `place` ends with the closing delimiter of a multipart.
bool closes_multipart(std::string_view text, std::size_t place) {
  const std::string_view before = trimmed(text.substr(0, place));
  const std::string_view line = before.substr(before.rfind('\n') + 1);
  return line.size() > 4 && line.starts_with("--"sv) && line.ends_with("--"sv);
}

}  // namespace

bool is_patch_line(std::string_view line) {
  constexpr std::string_view date = " Mon Sep 17 00:00:00 2001";
  if (line.size() < 40 + date.size()) return false;
  const std::string_view commit = take_word(line);
  return (commit.size() == 40 || commit.size() == 64) &&
         std::all_of(commit.begin(), commit.end(), [](char c) { return bytes::hexdig.contains(c); }) &&
         line.starts_with(date);
}

bool separates_messages(std::string_view text, bool behind_empty_line) {
  text = text.substr(0, separator_lookahead);
  if (!text.starts_with("From "sv)) return false;
  const std::size_t size = separator_line_size(text);
  if (size == 0) return false;
  const std::string_view words = words_of(text, size);
  if (is_of_body(words)) return false;
  if (behind_empty_line && end_in_date(words)) return true;
  const date_form date = find_date(words);
  if (behind_empty_line && date != date_form::none) return true;
  const std::string_view next = text.substr(size);
  const bool bare = is_bare(words);
  const bool names_sender = behind_empty_line && has_address(words);
  if (names_sender && bare && begins_mail_field(next)) return true;
  return (names_sender || bare || date == date_form::asctime || is_signed_number(words)) &&
         begins_with_two_fields(next);
}

bool begins_mbox_message(std::string_view text) {
  if (!text.starts_with("From "sv)) return false;
  const std::size_t size = separator_line_size(text);
  if (size == 0) return false;
  const std::string_view next = text.substr(size);
  const std::string_view words = words_of(text, size);
  if (is_of_body(words)) return false;
  if (is_signed_number(words)) return begins_with_two_fields(next);
  if (!next.starts_with(">From "sv) && !begins_field(next)) return false;
  if (find_date(words) != date_form::none || is_bare(words)) return true;
  // The date may have another form: "a@b.example 2024-05-18 12:36:23", or words of another language.
  return has_address(words) && begins_with_two_fields(next);
}

std::optional<std::size_t> find_mbox(const input_head& head) {
  const std::string_view text = head.lines;
  bool dots = false;
  for (std::size_t place = find_line_mark(text, 0, "From "sv, '.', dots); place != npos;
       place = find_line_mark(text, place + 1, "From "sv, '.', dots)) {
    const std::string_view rest = text.substr(place);
    if (begins_mbox_message(rest) && begins_message(rest)) return place;
  }
  head.without_dots = !dots;
  return std::nullopt;
}

bool begins_mbox(const input_head& head) {
  if (begins_mbox_message(head.text)) return true;
  // Nearly every input has no second message, so check that first.
  const std::optional<std::size_t> second = find_mbox(head);
  if (!second || !begins_message(head.text)) return false;
  const std::string_view first = head.lines.substr(0, *second);
  return !begins_multipart_message(first) || closes_multipart(first, *second);
}

}  // namespace urlsieve
