#include "src/documents/message/mail_parameters.hpp"

#include <algorithm>
#include <array>

#include "src/documents/header_fields.hpp"
#include "src/text/ascii.hpp"
#include "src/text/npos.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t most_pieces = 1000;  // "name*999"

constexpr bool is_parameter_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

// Ends a type or a parameter. Some senders write "," or ":" instead of ";".
constexpr bool is_separator(char c) {
  return c == ';' || c == ',' || c == ':';
}

// Skips blanks and comments (RFC 822 section 3.4.3), which nest.
std::size_t skip_blanks(std::string_view text, std::size_t at) {
  std::size_t depth = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '(') {
      ++depth;
    } else if (c == ')' && depth != 0) {
      --depth;
    } else if (c == '\\' && depth != 0) {
      ++at;
    } else if (depth == 0 && !is_parameter_blank(c)) {
      break;
    }
  }
  return std::min(at, text.size());
}

// Returns a quoted-string without its quotes; `at` moves from behind the opening quote to behind the closing
// quote. Line ends inside are folds.
std::string_view quoted(std::string_view text, std::size_t& at, arena& out) {
  const std::size_t begin = at;
  bool as_written = true;
  while (at < text.size() && text[at] != '"') {
    if (text[at] == '\\') ++at;
    as_written = as_written && at < text.size() && text[at] != '\n' && text[at - 1] != '\\';
    ++at;
  }
  at = std::min(at, text.size());
  const std::string_view inside = text.substr(begin, at - begin);
  if (at < text.size()) ++at;
  if (as_written) return inside;
  char* const place = out.reserve(inside.size());
  std::size_t size = 0;
  for (std::size_t i = 0; i < inside.size(); ++i) {
    if (inside[i] == '\r' || inside[i] == '\n') continue;
    if (inside[i] == '\\' && i + 1 < inside.size()) ++i;
    place[size++] = inside[i];
  }
  return out.commit(size);
}

std::string_view unquoted(std::string_view text, std::size_t& at) {
  const std::size_t begin = at;
  while (at < text.size() && text[at] != ';' && !is_parameter_blank(text[at])) ++at;
  return text.substr(begin, at - begin);
}

// Reads the parameter at `at` and moves `at` behind it; returns false at the end.
bool next_parameter(std::string_view text, std::size_t& at, std::string_view& name, std::string_view& value,
                    arena& out) {
  for (;;) {
    at = skip_blanks(text, at);
    if (at >= text.size()) return false;
    if (is_separator(text[at])) {
      ++at;
      continue;
    }
    const std::size_t begin = at;
    while (at < text.size() && text[at] != '=' && text[at] != ';' && !is_parameter_blank(text[at])) ++at;
    name = text.substr(begin, at - begin);
    at = skip_blanks(text, at);
    if (at >= text.size() || text[at] != '=') continue;  // a word that is not a parameter
    ++at;
    while (at < text.size() && is_parameter_blank(text[at])) ++at;
    value = {};
    if (at < text.size() && text[at] == '"') {
      ++at;
      value = quoted(text, at, out);
    } else {
      value = unquoted(text, at);
    }
    return true;
  }
}

std::size_t token_end(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size() && !is_separator(text[at]) && text[at] != '(' && !is_parameter_blank(text[at]))
    ++at;
  return at;
}

std::string_view unquoted_token(std::string_view token) {
  while (!token.empty() && (token.front() == '"' || token.front() == '\'')) token.remove_prefix(1);
  while (!token.empty() && (token.back() == '"' || token.back() == '\'')) token.remove_suffix(1);
  return token;
}

// Returns the type of "text / html", which has blanks around "/"; empty if `value` is not of this form.
// Subtypes whose name is unknown here become a generic subtype.
std::string_view spaced_type(std::string_view value) {
  constexpr std::array<std::string_view, 10> types{"text/html",         "text/plain",
                                                   "text/calendar",     "multipart/alternative",
                                                   "multipart/related", "multipart/mixed",
                                                   "message/rfc822",    "application/xhtml+xml",
                                                   "multipart/digest",  "application/octet-stream"};
  const std::size_t slash = value.find('/');
  if (slash == npos) return {};
  const std::string_view top = unquoted_token(trimmed(value.substr(0, slash)));
  std::string_view subtype = value.substr(slash + 1);
  subtype.remove_prefix(skip_blanks(subtype, 0));
  subtype = unquoted_token(subtype.substr(0, token_end(subtype)));
  if (top.empty() || subtype.empty() || std::any_of(top.begin(), top.end(), is_parameter_blank)) return {};
  const auto top_of = [](std::string_view type) { return type.substr(0, type.find('/')); };
  for (const std::string_view type : types)
    if (ascii::same(top, top_of(type)) && ascii::same(subtype, type.substr(top.size() + 1))) return type;
  if (ascii::same(top, "text")) return "text/plain";
  if (ascii::same(top, "multipart")) return "multipart/mixed";
  return is_known_top_level(top) ? std::string_view("application/octet-stream") : std::string_view();
}

}  // namespace

bool is_known_top_level(std::string_view top) {
  return ascii::is_one_of(top, {"text", "multipart", "message", "application", "image", "audio", "video",
                                "font", "model", "chemical", "example", "haptics"});
}

std::string_view mail_type(std::string_view field_value) {
  const std::string_view token = unquoted_token(mail_token(field_value));
  const std::size_t slash = token.find('/');
  if (slash != npos && slash != 0 && slash + 1 != token.size()) return token;
  const std::string_view spaced = spaced_type(field_value);
  return spaced.empty() ? std::string_view("text/plain") : spaced;
}

bool is_untyped_file(std::string_view type) {
  return ascii::is_one_of(
      type, {"application/octet-stream", "application/octetstream", "application/octet",
             "binary/octet-stream", "application/unknown", "application/x-unknown", "application/download",
             "application/force-download", "application/x-download", "application/x-unknown-content-type",
             "application/binary", "unknown/unknown"});
}

std::string_view mail_token(std::string_view field_value) {
  field_value.remove_prefix(skip_blanks(field_value, 0));
  return field_value.substr(0, token_end(field_value));
}

// `suffix` follows the name: "", "*", "*0" or "*0*" (RFC 2231 sections 3 and 4).
void mail_parameter_reader::note(std::string_view suffix, std::string_view value) {
  if (pieces_.size() >= most_pieces) return;
  const bool escaped = suffix.ends_with('*');
  if (escaped) suffix.remove_suffix(1);
  std::size_t number = 0;
  if (!suffix.empty()) {
    if (suffix.size() < 2 || suffix.size() > 4 || suffix[0] != '*') return;
    for (const char c : suffix.substr(1)) {
      if (c < '0' || c > '9') return;
      number = number * 10 + static_cast<std::size_t>(c - '0');
    }
  }
  pieces_.push_back({number, value, escaped});
}

std::string_view mail_parameter_reader::joined(bool decode, arena& out) {
  if (pieces_.empty()) return {};
  if (pieces_.size() == 1 && !pieces_[0].escaped) return pieces_[0].value;
  std::sort(pieces_.begin(), pieces_.end(), [](const piece& a, const piece& b) {
    return a.number != b.number ? a.number < b.number : a.value.data() < b.value.data();
  });
  text_.clear();
  std::string_view charset;
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    if (i != 0 && pieces_[i].number == pieces_[i - 1].number) continue;
    std::string_view value = pieces_[i].value;
    if (!pieces_[i].escaped) {
      text_ += value;
      continue;
    }
    // charset'language'text, in the first piece only
    const std::size_t quote = i == 0 ? value.find('\'') : npos;
    const std::size_t second = quote == npos ? npos : value.find('\'', quote + 1);
    if (second != npos) {
      charset = value.substr(0, quote);
      value.remove_prefix(second + 1);
    }
    append_unescaped(value, '%', false, text_);
  }
  if (!decode || charset.empty()) return out.copy(text_);
  const std::string_view decoded = charsets_.decode(find_mail_encoding(charset), text_, out);
  return decoded.data() == text_.data() ? out.copy(decoded) : decoded;
}

std::string_view mail_parameter_reader::find(std::string_view field_value, std::string_view lower,
                                             arena& out) {
  pieces_.clear();
  field_value.remove_prefix(skip_blanks(field_value, 0));
  std::size_t at = token_end(field_value);
  std::string_view name;
  std::string_view value;
  std::string_view plain;
  while (next_parameter(field_value, at, name, value, out)) {
    if (!ascii::begins(name, lower)) continue;
    if (name.size() == lower.size()) {
      if (plain.data() == nullptr) plain = value;
    } else {
      note(name.substr(lower.size()), value);
    }
  }
  return pieces_.empty() ? plain : joined(false, out);
}

void mail_parameter_reader::find_each(std::string_view field_value, std::span<const std::string_view> lower,
                                      std::span<std::string_view> values, arena& out) {
  const std::string_view whole = field_value;
  std::fill(values.begin(), values.end(), std::string_view());
  field_value.remove_prefix(skip_blanks(field_value, 0));
  std::size_t at = token_end(field_value);
  std::string_view name;
  std::string_view value;
  std::size_t in_pieces = 0;  // bit i: lower[i] has continuations
  while (next_parameter(field_value, at, name, value, out)) {
    for (std::size_t i = 0; i < lower.size(); ++i) {
      if (!ascii::begins(name, lower[i])) continue;
      if (name.size() != lower[i].size())
        in_pieces |= std::size_t{1} << i;
      else if (values[i].data() == nullptr)
        values[i] = value;
    }
  }
  for (std::size_t i = 0; i < lower.size(); ++i)
    if ((in_pieces >> i & 1U) != 0) values[i] = find(whole, lower[i], out);
}

std::string_view mail_parameter_reader::find_decoded(std::string_view field_value, std::string_view lower,
                                                     arena& out) {
  const std::string_view plain = find(field_value, lower, out);
  if (pieces_.empty()) return words_.decode(plain, out);
  return joined(true, out);
}

}  // namespace urlsieve
