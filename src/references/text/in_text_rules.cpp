#include "src/references/text/in_text_rules.hpp"

#include <algorithm>

#include "src/references/text/in_text_character.hpp"
#include "src/references/text/in_text_host.hpp"
#include "src/text/ascii.hpp"
#include "src/text/encodings/utf8.hpp"
#include "src/text/scan/byte_class.hpp"
#include "src/url/text_forms/refang.hpp"

namespace urlsieve {
namespace {

constexpr byte_set signs_of_schemes("+-");

// Returns the beginning of the scheme that ends `run`, before "://"; npos if none. Tried in this order: the
// longest name of the table that begins after a digit, a dot, or the signs at the beginning of the run;
// "http" after letters; the whole run. A run that begins with a letter may be a scheme with a sign
// ("git+https"). In other runs ("1-http"), the signs are text.
std::size_t scheme_before_slashes(std::string_view run, text_scheme& kind) {
  const std::size_t first = run.find_first_not_of("+-.");
  const bool begins_scheme = first != std::string_view::npos && bytes::alpha.contains(run[first]);
  const std::size_t signs = begins_scheme ? run.find_first_not_of("+-") : run.size();
  const std::size_t from = run.size() > longest_text_scheme ? run.size() - longest_text_scheme : 0;
  for (std::size_t i = std::max<std::size_t>(from, 1); i < run.size(); ++i) {
    const char last = run[i - 1];
    const bool is_text =
        bytes::digit.contains(last) || last == '.' || (i <= signs && signs_of_schemes.contains(last));
    if (!is_text) continue;
    kind = find_text_scheme(run.substr(i));
    if (kind != text_scheme::unknown && kind != text_scheme::url_prefix) return i;
  }
  for (const std::string_view name : {std::string_view("https"), std::string_view("http")}) {
    if (run.size() <= name.size()) continue;
    const std::size_t begin = run.size() - name.size();
    if (!ascii::same(run.substr(begin), name)) continue;
    if (begins_scheme && signs_of_schemes.contains(run[begin - 1])) continue;
    kind = text_scheme::host;
    return begin;
  }
  kind = text_scheme::unknown;
  return begins_scheme && !ascii::same(run.substr(first), "url") ? first : std::string_view::npos;
}

// Returns the length of the rest of an escape at the front of `run`: two hexadecimal digits after "%", or a
// letter after a backslash if a name of the table follows the letter ("\nftp"). `before` is the byte before
// `run`.
std::size_t escape_before_scheme(char before, std::string_view run) {
  if (before == '%' && run.size() > 2 && bytes::hexdig.contains(run[0]) && bytes::hexdig.contains(run[1]))
    return 2;
  if (before != '\\' || run.size() < 2 || !byte_set("abfnrtv").contains(run[0])) return 0;
  const text_scheme kind = find_text_scheme(run.substr(1));
  return kind != text_scheme::unknown && kind != text_scheme::url_prefix ? 1 : 0;
}

// Returns the text of a rejected candidate, up to the next blank if its end is unknown.
std::string_view shown(std::string_view text, std::size_t start, std::size_t end) {
  constexpr std::size_t enough = 80;
  if (end > start) return text.substr(start, end - start);
  const std::string_view rest = text.substr(start, enough);
  return rest.substr(0, rest.find_first_of(" \t\r\n<>\""));
}

}  // namespace

void text_rules::begin(const document& searched, findings& found, stats& counted) {
  text_ = searched.body;
  floor_ = 0;
  named_ = 0;
  host_read_ = 0;
  local_end_ = 0;
  escaped_end_ = 0;
  searched_ = searched.type == media::text ? &searched : nullptr;
  abbreviated_ = options_.abbreviated != abbreviated_choice::off && searched.base.empty();
  found_ = &found;
  counted_ = &counted;
}

void text_rules::add(std::string_view raw, std::size_t start, std::size_t end, delimiter delimited,
                     std::uint16_t flags) {
  floor_ = end;
  // A later stage decides whether "data:" URLs are listed, and how long "data:" URLs are counted.
  if (raw.size() > options_.max_url && !raw.starts_with("data:")) {
    refuse(rejection::too_long, raw, start);
    return;
  }
  if (end < text_.size() && static_cast<unsigned char>(text_[end]) >= 0x80 && searched_ != nullptr)
    note_ill_formed_end(raw, start, end);
  reference link;
  link.raw = raw;
  link.where = "text";
  link.position = static_cast<std::uint32_t>(start);
  link.flags = flags;
  if (changed_ != nullptr && changed_->any(start, end)) link.flags |= flag::refanged;
  link.delimited = delimited;
  found_->references.push_back(link);
}

// Counts ill-formed text right after a URL: in the charset of the text, the URL may be longer.
void text_rules::note_ill_formed_end(std::string_view raw, std::size_t start, std::size_t end) {
  if (!first_utf8(text_.substr(end)).well_formed)
    counted_->damaged_at(damage::ill_formed_text, searched_->source, searched_->offset + start, raw);
}

void text_rules::refuse(rejection why, std::string_view raw, std::size_t start) {
  counted_->reject(why, raw);
  found_->refuse(why, raw, "text", static_cast<std::uint32_t>(start));
}

bool text_rules::wrapped(const text_candidate& candidate) {
  text_candidate read = candidate;
  const wrapper around = wrapper_before(text_, candidate.start);
  read.url_prefix = around.url_prefix;
  const bool quoted = options_.join_quoted && candidate.start != 0 && text_[candidate.start - 1] == '"';
  if (!around.open && !quoted) return false;
  unwrapped_text url;
  if (!unwrapper_.unwrap(text_, read, quoted ? '"' : '>', found_->decoded, url)) return false;
  const delimiter delimited = quoted ? delimiter::quoted : delimiter::angle;
  add(url.url, candidate.start, url.end, delimited,
      url.ambiguous_hyphen ? flag::ambiguous_hyphen : std::uint16_t{0});
  if (!url.alternate.empty()) add(url.alternate, candidate.start, url.end, delimited, flag::ambiguous_hyphen);
  return true;
}

void text_rules::bare(const text_candidate& candidate) {
  const text_match match = delimit_bare(text_, candidate);
  if (match.rejected != rejection::none) {
    refuse(match.rejected, shown(text_, candidate.start, match.end), candidate.start);
    if (match.rejected == rejection::url_template) floor_ = std::max(floor_, match.end);
    return;
  }
  const std::size_t start = candidate.start;
  // JSON within text escapes "&": "http://a/?b=1\u0026c".
  if (text_.substr(match.end).starts_with("\\u") && escaped(candidate.colon, escape_form::json)) return;
  const bool prefixed = start >= 4 && ascii::same(text_.substr(start - 4, 4), "url:") &&
                        !(start >= 5 && bytes::scheme_char.contains(text_[start - 5]));
  const delimiter delimited = prefixed ? delimiter::prefixed : match.delimited;
  if (options_.join_bare && match.delimited == delimiter::bare) {
    const joined_url joined = joiner_.join(text_, candidate, match.end, found_->decoded);
    if (joined.end != 0) return add(joined.url, start, joined.end, delimited, flag::joined);
  }
  add(text_.substr(start, match.end - start), start, match.end, delimited);
}

// Reads the URL after "<URL:" at once, because any scheme is accepted there.
void text_rules::at_url_prefix(std::size_t begin, std::size_t colon) {
  if (begin == 0 || text_[begin - 1] != '<') return;
  bool line_break = false;
  const std::size_t start = skip_gap(text_, colon + 1, line_break);
  if (start >= text_.size() || start - colon > longest_wrapper_blanks || !bytes::alpha.contains(text_[start]))
    return;
  std::size_t end = start;
  while (end < text_.size() && bytes::scheme_char.contains(text_[end])) ++end;
  if (end == text_.size() || text_[end] != ':') return;
  const text_scheme kind = find_text_scheme(text_.substr(start, end - start));
  wrapped({start, end, kind, text_.substr(end + 1).starts_with("//"), true});
}

// Adds the URL with escapes that read_escaped_url() finds. Returns false if there is none.
bool text_rules::escaped(std::size_t colon, escape_form form) {
  if (colon < escaped_end_) return false;
  const escaped_url found = read_escaped_url(text_, floor_, colon, options_.max_url, form, found_->decoded);
  escaped_end_ = found.read_end;
  if (!found.url.empty()) add(found.url, found.start, found.end, found.delimited);
  return !found.url.empty();
}

void text_rules::at_colon(std::size_t colon) {
  std::size_t begin = colon;
  while (begin > floor_ && bytes::scheme_char.contains(text_[begin - 1])) --begin;
  const std::string_view run = text_.substr(begin, colon - begin);
  if (run.empty()) {
    if (colon > floor_ && has_escaped_delimiter(text_, colon, escape_form::properties))
      static_cast<void>(escaped(colon, escape_form::properties));
    return;
  }
  if (has_escaped_delimiter(text_, colon, escape_form::json)) {
    static_cast<void>(escaped(colon, escape_form::json));
    return;
  }
  text_candidate candidate{begin, colon, find_text_scheme(run), text_.substr(colon + 1).starts_with("//"),
                           false};
  if (candidate.kind == text_scheme::url_prefix) return at_url_prefix(begin, colon);
  if (candidate.kind == text_scheme::unknown) {
    if (!candidate.slashes) return;
    const std::size_t escape = begin == 0 ? 0 : escape_before_scheme(text_[begin - 1], run);
    const std::string_view unescaped = run.substr(escape);
    candidate.kind = find_text_scheme(unescaped);
    const bool is_known = candidate.kind != text_scheme::unknown && candidate.kind != text_scheme::url_prefix;
    const std::size_t scheme = is_known ? 0 : scheme_before_slashes(unescaped, candidate.kind);
    if (scheme == std::string_view::npos) return;
    candidate.start = begin + escape + scheme;
  }
  if (!candidate.slashes) {
    const char next = colon + 1 < text_.size() ? text_[colon + 1] : ' ';
    const char last = candidate.start != 0 ? text_[candidate.start - 1] : ' ';
    if (is_opaque(candidate.kind) && (bytes::alphanum | byte_set("_/@$\\")).contains(last)) return;
    if (!bytes::first_after_colon.contains(next)) {
      if (last == '<' && is_opaque(candidate.kind) && bytes::text_space.contains(next)) wrapped(candidate);
      return;
    }
  }
  if (!wrapped(candidate)) bare(candidate);
}

// Reads each name with a refanged dot as any host, at its first dot: at a later dot, its first label would be
// empty.
text_name text_rules::name_at(std::size_t dot) {
  const std::size_t floor = std::max(floor_, named_);
  if (changed_ != nullptr && dot >= host_read_) {
    const text_name name = read_text_name(text_, floor, dot, abbreviated_choice::host);
    host_read_ = name.end;
    if (name.host != 0 && changed_->any(name.start, name.host)) return name;
  }
  return read_text_name(text_, floor, dot, options_.abbreviated);
}

void text_rules::at_dot(std::size_t dot) {
  if (dot < named_) return;
  const text_name name = name_at(dot);
  named_ = std::max(name.end, dot);
  if (name.host == 0 || defanged_dot(text_, name.host)) return;
  if (!name.cut && in_address(name.end)) return;
  const std::size_t end = delimit_after_host(text_, name.start, name.host);
  if (holds_variable(text_.substr(name.start, end - name.start))) {
    refuse(rejection::url_template, shown(text_, name.start, end), name.start);
    floor_ = end;
    return;
  }
  add(text_.substr(name.start, end - name.start), name.start, end, delimiter::abbreviated);
}

// True if characters of a mail address' local part (RFC 5322 section 3.2.3) follow from `at` on, and then
// "@".
bool text_rules::in_address(std::size_t at) {
  constexpr byte_set local = bytes::alphanum | byte_set("!$%&'*+-=_{}~.");
  if (at >= local_end_) {
    local_end_ = at;
    while (local_end_ < text_.size()) {
      const char c = text_[local_end_];
      const std::size_t size = bytes::non_ascii.contains(c) ? url_character_beyond_ascii(text_, local_end_)
                               : local.contains(c)          ? 1U
                                                            : 0U;
      if (size == 0) break;
      local_end_ += size;
    }
  }
  return local_end_ < text_.size() && text_[local_end_] == '@';
}

}  // namespace urlsieve
