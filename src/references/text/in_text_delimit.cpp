// Reads a URL from left to right: first the authority, which may end the URL, then the rest. Bytes after the
// authority are read only if the authority is valid, so many invalid candidates on one line take linear time.
#include "src/references/text/in_text_delimit.hpp"

#include <algorithm>
#include <array>

#include "src/references/text/in_text_character.hpp"
#include "src/references/text/in_text_host.hpp"
#include "src/references/text/in_text_opaque.hpp"
#include "src/references/text/in_text_trim.hpp"
#include "src/text/scan/byte_class.hpp"
#include "src/url/text_forms/ending_character.hpp"
#include "src/url/text_forms/refang.hpp"

namespace urlsieve {
namespace {

// Characters right before a URL, which decide about the same characters inside the URL.
struct surroundings {
  char mark = 0;     // ' * _ | ! or ~ + (for "~~" "++"): the same mark ends the URL
  bool bar = false;  // "|" ends the URL at any position
};

// Returns true if an argument of a wiki template ends in the "=" at `equals`: "{{cite web|url=".
bool names_wiki_argument(std::string_view text, std::size_t equals) {
  constexpr std::size_t longest = 64;
  constexpr byte_set name = bytes::alphanum | byte_set("_-");
  std::size_t at = equals;
  while (at > 0 && equals - at < longest && name.contains(text[at - 1])) --at;
  return at > 0 && text[at - 1] == '|';
}

surroundings before(std::string_view text, std::size_t start) {
  surroundings found;
  if (start == 0) return found;
  const char last = text[start - 1];
  if (byte_set("'*_|!").contains(last)) found.mark = last;
  if ((last == '~' || last == '+') && start >= 2 && text[start - 2] == last) found.mark = last;
  const bool is_doubled = (last == '[' || last == '{') && start >= 2 && text[start - 2] == last;
  found.bar =
      last == '|' || last == '<' || is_doubled || (last == '=' && names_wiki_argument(text, start - 1));
  return found;
}

// Reads a URL from left to right up to the character that ends it.
class reader {
 public:
  reader(std::string_view text, std::size_t start, std::size_t at, bool context)
      : text_(text), around_(before(text, start)), at_(at), context_(context) {}

  // Reads to the end of the URL, or, in the authority, to the first of "/ ? #".
  std::size_t read_authority() {
    in_path_ = false;
    while (at_ < text_.size() && text_[at_] != '/' && text_[at_] != '?' && text_[at_] != '#')
      if (!step()) return end();
    in_path_ = true;
    return at_;
  }
  std::size_t read_rest() {
    while (at_ < text_.size())
      if (!step()) break;
    return end();
  }

 private:
  bool step() {
    const std::size_t size = url_character(text_, at_);
    if (size == 0) return step_over_bracket();
    if (context_ && ends_here(text_[at_])) return false;
    at_ += size;
    return true;
  }

  // Accepts a bracket of CJK text, although its partner may not follow.
  bool step_over_bracket() {
    const bracket found = find_bracket(text_, at_);
    if (found.size == 0 || !reaches(found.size)) return false;
    if (found.opens && inner_scheme(text_.substr(at_ + found.size)) != 0) return false;
    if (!brackets_.count(found, at_)) return false;
    at_ += found.size;
    return true;
  }
  // Limits the text between brackets, because it may be read again.
  bool reaches(std::size_t size) const {
    constexpr std::size_t farthest = 512;
    return brackets_.balanced() || at_ + size - brackets_.first_open() <= farthest;
  }
  std::size_t end() const { return brackets_.balanced() ? at_ : brackets_.first_open(); }

  bool followed_by(const byte_set& set) const {
    return at_ + 1 < text_.size() && set.contains(text_[at_ + 1]);
  }
  bool inner_follows() const { return inner_scheme(text_.substr(at_ + 1)) != 0; }

  bool ends_here(char c) {
    switch (c) {
      case '(':
        return open(0);
      case '[':
        return begins_closing_tag(text_.substr(at_)) || open(1);
      case '{':
        return begins_wiki_tag(text_.substr(at_)) || open(2);
      case ')':
        return close(0);
      case ']':
        return close(1);
      case '}':
        return close(2);
      case ',':
      case ';':
        return inner_follows();
      case '|':
        return around_.bar || in_path_ || inner_follows();
      case '?':
      case '#':
        in_path_ = false;
        return false;
      case '\'':
        return ends_at_apostrophe();
      case '*':
      case '_':
        return around_.mark == c && !followed_by(bytes::alphanum);
      case '~':
        return around_.mark == c && followed_by(byte_set("~")) &&
               !(at_ + 2 < text_.size() && bytes::alphanum.contains(text_[at_ + 2]));
      case '!':  // Textile: !https://a.example/picture.png!:https://a.example/
        return around_.mark == c && followed_by(byte_set(":"));
      case '+':  // AsciiDoc: link:++https://a.example/++[label]
        return around_.mark == c && text_.substr(at_).starts_with("++[");
      default:
        return false;
    }
  }
  bool ends_at_apostrophe() {
    if (around_.mark == '\'' && !followed_by(bytes::alphanum | byte_set("/"))) return true;
    const bool is_open = open_apostrophe_ || depth_ != std::array<std::size_t, 3>{};
    if (!is_open && ends_string(text_, at_, in_path_)) return true;
    constexpr byte_set word = bytes::alphanum | bytes::non_ascii;
    const bool in_word = word.contains(text_[at_ - 1]) && followed_by(word | byte_set("%"));
    if (!in_word) open_apostrophe_ = !open_apostrophe_;
    return false;
  }
  bool open(std::size_t kind) {
    if (inner_follows()) return true;
    ++depth_[kind];
    return false;
  }
  bool close(std::size_t kind) {
    if (depth_[kind] == 0) return true;
    --depth_[kind];
    return false;
  }

  std::string_view text_;
  surroundings around_;
  std::size_t at_;
  std::array<std::size_t, 3> depth_{};  // number of open ( [ {
  bracket_balance brackets_;
  bool in_path_ = true;
  bool open_apostrophe_ = false;
  bool context_;
};

std::size_t trim_quoted(std::string_view text, std::size_t floor, std::size_t end) {
  while (end > floor && (text[end - 1] == '.' || text[end - 1] == ',' || text[end - 1] == ';')) --end;
  return end;
}

bool any_of_set(std::string_view text, const byte_set& set) {
  return std::any_of(text.begin(), text.end(), [&](char c) { return set.contains(c); });
}

// Delimits a URL with "//": reads and checks the authority, then reads the rest.
text_match delimit_hierarchical(std::string_view text, const text_candidate& candidate, bool quoted) {
  const std::size_t begin = candidate.colon + 3;
  text_match found;
  if (inner_scheme(text.substr(begin)) != 0) {
    found.rejected = rejection::no_url;
    return found;
  }
  reader reading(text, candidate.start, begin, !quoted);
  const std::size_t authority_end = reading.read_authority();
  trim_limits limits{begin, begin, authority_end};
  std::size_t end = authority_end;
  const std::string_view authority = text.substr(begin, authority_end - begin);
  if (candidate.kind == text_scheme::host) {
    const std::size_t inner = inner_url_in_authority(authority, text.substr(authority_end));
    const text_authority host = read_text_authority(authority.substr(0, inner));
    found.rejected = host.rejected;
    if (found.rejected != rejection::none) return found;
    limits.host_end = begin + host.host_end;
    // The host of "http://u(dot)example.com" is not "u".
    if (defanged_dot(text, limits.host_end)) {
      found.rejected = rejection::no_url;
      return found;
    }
    end = begin + host.end;
  } else if (holds_expression(authority)) {
    found.rejected = rejection::url_template;
    return found;
  }
  if (end == authority_end) end = reading.read_rest();
  if (quoted && (end >= text.size() || text[end] != '"')) {
    found.delimited = delimiter::none;
    return found;
  }
  end = quoted ? trim_quoted(text, begin, end) : trim_end(text, candidate.start, end, limits);
  found.end = end;
  found.delimited = quoted ? delimiter::quoted : delimiter::bare;
  found.rejected = check_whole(text.substr(candidate.start, end - candidate.start), candidate);
  return found;
}

text_match delimit_opaque(std::string_view text, const text_candidate& candidate, bool quoted) {
  const std::size_t begin = candidate.colon + 1;
  text_match found;
  const std::string_view rest = text.substr(begin);
  const bool begins =
      candidate.kind == text_scheme::file ? rest.starts_with('/') : opaque_part_begins(candidate.kind, rest);
  if (!begins) {
    found.rejected = rejection::no_url;
    return found;
  }
  reader reading(text, candidate.start, begin, !quoted);
  std::size_t end = reading.read_rest();
  if (quoted && (end >= text.size() || text[end] != '"')) {
    found.delimited = delimiter::none;
    return found;
  }
  // "news:*" means all groups (rfc1738 section 3.6), so its "*" is not trimmed.
  const std::size_t floor = candidate.kind == text_scheme::news && rest.front() == '*' ? begin + 1 : begin;
  end = quoted ? trim_quoted(text, floor, end) : trim_end(text, candidate.start, end, {floor, floor, floor});
  found.end = end;
  found.delimited = quoted ? delimiter::quoted : delimiter::bare;
  found.rejected = check_whole(text.substr(candidate.start, end - candidate.start), candidate);
  return found;
}

// Kinds that are never read as hierarchical. All other schemes are, if "//" follows, even if their grammar
// has no "//".
bool never_hierarchical(text_scheme kind) {
  return kind == text_scheme::never || kind == text_scheme::data || kind == text_scheme::about ||
         kind == text_scheme::blob || kind == text_scheme::view_source || kind == text_scheme::url_prefix;
}

bool hierarchical(const text_candidate& candidate) {
  return candidate.slashes && !never_hierarchical(candidate.kind);
}

text_match delimit(std::string_view text, const text_candidate& candidate, bool quoted) {
  return hierarchical(candidate) ? delimit_hierarchical(text, candidate, quoted)
                                 : delimit_opaque(text, candidate, quoted);
}

rejection check_authority(std::string_view rest, text_scheme kind) {
  const std::string_view authority = rest.substr(0, rest.find_first_of("/?#"));
  if (kind != text_scheme::host)
    return holds_expression(authority)                            ? rejection::url_template
           : any_of_set(rest, bytes::alphanum | bytes::non_ascii) ? rejection::none
                                                                  : rejection::no_url;
  if (inner_url_in_authority(authority, rest.substr(authority.size())) != authority.size())
    return rejection::no_url;
  const text_authority host = read_text_authority(authority);
  if (host.rejected != rejection::none) return host.rejected;
  return host.end == authority.size() ? rejection::none : rejection::no_url;
}

rejection check_file(std::string_view rest) {
  if (!rest.starts_with("//")) return rest.starts_with('/') ? rejection::none : rejection::no_url;
  rest.remove_prefix(2);
  if (rest.empty() || inner_scheme(rest) != 0) return rejection::no_url;
  return holds_expression(rest.substr(0, rest.find_first_of("/?#"))) ? rejection::url_template
                                                                     : rejection::none;
}

}  // namespace

rejection check_whole(std::string_view url, const text_candidate& candidate) {
  const std::size_t colon = candidate.colon - candidate.start;
  if (url.size() <= colon + 1) return rejection::no_url;
  const std::string_view rest = url.substr(colon + 1);
  if (holds_variable(url)) return rejection::url_template;
  if (candidate.kind == text_scheme::file) return check_file(rest);
  if (candidate.kind == text_scheme::never || candidate.kind == text_scheme::url_prefix)
    return rejection::no_url;
  if (hierarchical(candidate))
    return rest.starts_with("//") && inner_scheme(rest.substr(2)) == 0
               ? check_authority(rest.substr(2), candidate.kind)
               : rejection::no_url;
  if (candidate.url_prefix) return any_of_set(rest, bytes::alphanum) ? rejection::none : rejection::no_url;
  return opaque_part_begins(candidate.kind, rest) ? rejection::none : rejection::no_url;
}

text_match delimit_bare(std::string_view text, const text_candidate& candidate) {
  if (candidate.start != 0 && text[candidate.start - 1] == '"') {
    const text_match quoted = delimit(text, candidate, true);
    if (quoted.delimited == delimiter::quoted && quoted.rejected == rejection::none) return quoted;
  }
  return delimit(text, candidate, false);
}

std::size_t delimit_after_host(std::string_view text, std::size_t start, std::size_t at) {
  std::size_t end = at;
  if (at < text.size() && (text[at] == '/' || text[at] == '?' || text[at] == '#'))
    end = reader(text, start, at, true).read_rest();
  return trim_end(text, start, end, {start, at, at});
}

}  // namespace urlsieve
