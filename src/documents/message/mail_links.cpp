#include "src/documents/message/mail_links.hpp"

#include <algorithm>
#include <array>

#include "src/documents/header_fields.hpp"
#include "src/text/ascii.hpp"
#include "src/text/npos.hpp"
#include "src/text/scan/byte_class.hpp"
#include "src/url/percent.hpp"

namespace urlsieve {
namespace {

struct known_field {
  std::string_view lower;
  std::string_view where;
};

constexpr std::array<known_field, 14> known_fields{{
    {"list-unsubscribe", "header:List-Unsubscribe"},
    {"list-subscribe", "header:List-Subscribe"},
    {"list-archive", "header:List-Archive"},
    {"list-help", "header:List-Help"},
    {"list-post", "header:List-Post"},
    {"list-owner", "header:List-Owner"},
    {"archived-at", "header:Archived-At"},
    {"link", "header:Link"},
    {"url", "header:URL"},
    {"openpgp", "header:OpenPGP"},
    {"content-type", "header:Content-Type"},
    {"references", "header:References"},
    {"in-reply-to", "header:In-Reply-To"},
    {"message-id", "header:Message-ID"},
}};

constexpr bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

// Returns true if `url` begins with a scheme and a colon, and more follows.
bool is_absolute(std::string_view url) {
  if (url.empty() || !bytes::alpha.contains(url[0])) return false;
  std::size_t at = 1;
  while (at < url.size() && bytes::scheme_char.contains(url[at])) ++at;
  return at + 1 < url.size() && url[at] == ':';
}

std::string_view without_blanks(std::string_view text, arena& out) {
  // Nearly all texts have no blanks; this loop checks many bytes at once.
  unsigned char low = 0xFF;
  for (const char c : text) low = std::min(low, static_cast<unsigned char>(c));
  if (low > ' ') return text;
  char* const place = out.reserve(text.size());
  std::size_t size = 0;
  for (const char c : text)
    if (!is_blank(c)) place[size++] = c;
  return out.commit(size);
}

void add(std::string_view raw, std::string_view where, delimiter delimited, std::vector<reference>& found) {
  reference& link = found.emplace_back();
  link.raw = raw;
  link.where = where;
  link.delimited = delimited;
}

// Removes punctuation around a word: quotation marks, commas, and brackets without their counterpart.
std::string_view bare_word(std::string_view word) {
  while (!word.empty() && (word.front() == '"' || word.front() == '(' || word.front() == ','))
    word.remove_prefix(1);
  auto unmatched = std::count(word.begin(), word.end(), ')') - std::count(word.begin(), word.end(), '(');
  for (; !word.empty(); word.remove_suffix(1)) {
    const char last = word.back();
    if (last == ')' ? unmatched-- <= 0 : last != ',' && last != ';' && last != '"') break;
  }
  return word;
}

// Appends the words that are URLs.
void find_words(std::string_view value, std::string_view where, std::vector<reference>& found) {
  for (std::size_t at = 0; at < value.size();) {
    std::size_t end = at;
    while (end < value.size() && !is_blank(value[end])) ++end;
    const std::string_view word = bare_word(value.substr(at, end - at));
    at = end + 1;
    const bool has_place = word.find("://") != npos || ascii::begins(word, "mailto:");
    if (has_place && is_absolute(word)) add(word, where, delimiter::bare, found);
  }
}

// Converts "<a@b>" to "mid:a@b". Percent-encodes bytes that a URL cannot hold (RFC 2392 section 2), and "/",
// which would separate a message from its part.
std::string_view id_url(std::string_view scheme, std::string_view id, arena& out) {
  constexpr byte_set plain = (bytes::unreserved | bytes::sub_delims | byte_set("@:")) - bytes::non_ascii;
  char* const place = out.reserve(scheme.size() + 3 * id.size());
  std::size_t size = scheme.copy(place, scheme.size());
  for (const char c : id) {
    if (is_blank(c)) continue;
    if (plain.contains(c)) {
      place[size++] = c;
    } else {
      size = static_cast<std::size_t>(write_escape(place + size, c) - place);
    }
  }
  return out.commit(size);
}

void find_ids(std::string_view value, std::string_view scheme, std::string_view where, arena& out,
              std::vector<reference>& found) {
  for (std::size_t open = value.find('<'); open != npos; open = value.find('<', open + 1)) {
    const std::size_t close = value.find_first_of("<>", open + 1);
    if (close == npos) return;
    const std::string_view id = value.substr(open + 1, close - open - 1);
    if (value[close] != '>' || id.find('@') == npos) continue;
    add(id_url(scheme, id, out), where, delimiter::angle, found);
    open = close;
  }
}

// Appends the groups in "comp.lang.c,comp.std.c" and "host comp.lang.c:1234 comp.std.c:99" as
// "news:comp.lang.c" and so on.
void find_groups(std::string_view value, bool with_numbers, std::string_view where, arena& out,
                 std::vector<reference>& found) {
  for (std::size_t at = 0; at < value.size();) {
    std::size_t end = at;
    while (end < value.size() && !is_blank(value[end]) && value[end] != ',') ++end;
    std::string_view group = value.substr(at, end - at);
    at = end + 1;
    const std::size_t colon = group.find(':');
    if (with_numbers && colon == npos) continue;
    group = group.substr(0, colon);
    const bool begins_well = !group.empty() && bytes::alphanum.contains(group[0]);
    if (begins_well) add(id_url("news:", group, out), where, delimiter::none, found);
  }
}

// Returns true for names "X-..." with the ending of a link field; the last letter excludes most names.
bool is_extension_link(std::string_view name) {
  if (!ascii::begins(name, "x-")) return false;
  if (ascii::begins(name, "x-list-")) return !ascii::ends(name, "id");
  switch (name.back() | 0x20) {
    case 'l':
      return ascii::ends(name, "url");
    case 'i':
      return ascii::ends(name, "uri");
    case 'k':
      return ascii::ends(name, "-link");
    case 't':
      return ascii::ends(name, "archived-at");
    case 'e':
      return ascii::ends(name, "archive") || ascii::ends(name, "homepage") || ascii::ends(name, "home-page");
    default:
      return false;
  }
}

}  // namespace

bool is_mail_link_field(std::string_view name) {
  if (name.empty()) return false;
  switch (name.front() | 0x20) {
    case 'l':
      if (ascii::same(name, "link")) return true;
      return ascii::begins(name, "list-") && !ascii::same(name, "list-id") &&
             !ascii::same(name, "list-unsubscribe-post");
    case 'a':
      return ascii::same(name, "archived-at");
    case 'u':
      return ascii::same(name, "url");
    case 'o':
      return ascii::same(name, "openpgp");
    case 'x':
      return is_extension_link(name);
    default:
      return false;
  }
}

std::string_view header_where(std::string_view name, arena& out) {
  for (const known_field& known : known_fields) {
    if (name.size() != known.lower.size() || (name.back() | 0x20) != known.lower.back()) continue;
    if (ascii::same(name, known.lower)) return known.where;
  }
  constexpr std::string_view prefix = "header:";
  char* const place = out.reserve(prefix.size() + name.size());
  prefix.copy(place, prefix.size());
  name.copy(place + prefix.size(), name.size());
  return out.commit(prefix.size() + name.size());
}

void find_mail_links(std::string_view name, std::string_view value, arena& out,
                     std::vector<reference>& found) {
  const std::string_view where = header_where(name, out);
  // The text between the brackets of these fields holds parameters.
  const bool has_parameters = ascii::same(name, "link") || ascii::same(name, "openpgp");
  std::size_t behind = 0;  // the last brackets
  for (std::size_t open = value.find('<'); open != npos; open = value.find('<', open + 1)) {
    const std::size_t close = value.find('>', open);
    if (close == npos) break;
    if (!has_parameters) find_words(value.substr(behind, open - behind), where, found);
    std::string_view url = without_blanks(value.substr(open + 1, close - open - 1), out);
    url.remove_prefix(std::min(url.find_first_not_of('<'), url.size()));
    if (ascii::begins(url, "url:")) url.remove_prefix(4);
    if (is_absolute(url)) add(url, where, delimiter::angle, found);
    open = close;
    behind = close + 1;
  }
  if (has_parameters && behind != 0) return;
  // "OpenPGP: id=...; url=https://..." (draft-josefsson-openpgp-mailnews-header, section 3.2)
  if (ascii::same(name, "openpgp")) {
    for (std::size_t at = 0; at < value.size();) {
      const std::size_t end = std::min(value.find(';', at), value.size());
      const std::string_view parameter = trimmed(value.substr(at, end - at));
      if (ascii::begins(parameter, "url=")) find_words(parameter.substr(4), where, found);
      at = end + 1;
    }
    return;
  }
  find_words(value.substr(behind), where, found);
}

void find_message_ids(std::string_view name, std::string_view value, bool is_news, arena& out,
                      std::vector<reference>& found) {
  for (const std::string_view field : {"references", "in-reply-to", "message-id", "resent-message-id",
                                       "supersedes", "original-message-id"}) {
    if (!ascii::same(name, field)) continue;
    return find_ids(value, is_news ? "news:" : "mid:", header_where(name, out), out, found);
  }
  if (ascii::same(name, "newsgroups") || ascii::same(name, "followup-to"))
    return find_groups(value, false, header_where(name, out), out, found);
  if (ascii::same(name, "xref")) find_groups(value, true, header_where(name, out), out, found);
}

}  // namespace urlsieve
