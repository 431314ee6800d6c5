// Collects the pieces of a URL line by line, as long as each line is as wide as the first line. Then applies
// the rules of bare URLs once to the joined text.
#include "src/references/text/in_text_joined.hpp"

#include <algorithm>
#include <array>

#include "src/references/text/in_text_schemes.hpp"
#include "src/text/ascii.hpp"
#include "src/text/lines/hard_wrap.hpp"
#include "src/text/npos.hpp"
#include "src/text/scan/byte_class.hpp"

namespace urlsieve {
namespace {

// The line that ends with a URL, and the next line.
struct cut_line {
  std::size_t width = 0;   // width of the line with the URL; 0: the line is not hard-wrapped
  std::size_t begin = 0;   // offset of the next line, after its quote prefix
  std::size_t end = 0;     // offset of the end of the next line
  bool url_alone = false;  // only the prefix precedes the URL in its line
};

cut_line read_cut(std::string_view text, std::size_t url_begin, std::size_t end) {
  const bool crlf = text.substr(end).starts_with("\r\n");
  if (!crlf && !text.substr(end).starts_with('\n')) return {};
  const std::string_view line = hard_wrap::line_before(text, end);
  const std::size_t width = hard_wrap::width_of(line);
  if (!hard_wrap::is_wrapped_width(width)) return {};
  const std::string_view prefix = hard_wrap::prefix_of(line);
  cut_line found;
  found.begin = end + (crlf ? 2 : 1);
  const bool is_indent = prefix.find_first_of(">|") == npos;
  if (text.substr(found.begin).starts_with(prefix))
    found.begin += prefix.size();
  else if (!is_indent)
    return {};
  if (found.begin >= text.size() || bytes::text_space.contains(text[found.begin])) return {};
  const std::size_t next = end + (crlf ? 2 : 1);
  const std::string_view rest = text.substr(next, hard_wrap::reach);
  const std::size_t size = std::min(rest.find('\n'), rest.size());
  found.end = next + size - (size > 0 && rest[size - 1] == '\r' ? 1 : 0);
  if (size == hard_wrap::reach || hard_wrap::width_of(text.substr(next, found.end - next)) > width) return {};
  const std::size_t line_begin = end - line.size();
  found.url_alone = url_begin <= line_begin + prefix.size();
  found.width = width;
  return found;
}

bool is_word(std::string_view token) {
  return std::none_of(token.begin(), token.end(), [](char c) { return bytes::digit.contains(c); });
}

// True for a URL like ".../page.html", from which nothing seems to be missing.
bool looks_whole(std::string_view url) {
  const std::size_t slashes = url.find("//");
  const std::size_t path = slashes == npos ? npos : url.find('/', slashes + 2);
  if (path == npos || url.find_first_of("?#", path) != npos) return false;
  if (url.back() == '/') return true;
  const std::string_view name = url.substr(url.rfind('/') + 1);
  const std::size_t dot = name.rfind('.');
  if (dot == npos) return false;
  constexpr std::array<std::string_view, 14> endings{"html", "htm", "shtml", "php", "asp", "aspx", "jsp",
                                                     "pdf",  "txt", "gz",    "zip", "png", "jpg",  "xml"};
  return std::any_of(endings.begin(), endings.end(),
                     [&](std::string_view each) { return ascii::same(name.substr(dot + 1), each); });
}

// True if `token`, at the beginning of a line, may continue `url`. `placed`: the URL or the token is alone in
// its line.
bool may_continue(std::string_view url, std::string_view token, bool placed) {
  constexpr byte_set begins = bytes::alphanum | byte_set("/?&=%._");
  const char first = token.front();
  if (!begins.contains(first) || token.back() == ':') return false;
  if (token.find_first_of("@(\\|*") != npos || token.find("://") != npos || token.starts_with("//"))
    return false;
  if (ascii::begins(token, "www.") || inner_scheme(token) != 0) return false;
  std::string_view body = token;
  while (!body.empty() && !(bytes::alphanum | byte_set("/=_%&-")).contains(body.back()))
    body.remove_suffix(1);
  if (body.size() < 2) return false;
  const auto count = [&](const byte_set& set) {
    return std::count_if(body.begin(), body.end(), [&](char c) { return set.contains(c); });
  };
  if (looks_whole(url)) return first == '?';
  if (first == '?' || first == '&') return true;
  if (count(byte_set("=&%")) != 0 && count(bytes::alphanum) != 0) return true;
  if (!placed) return false;
  const auto slashes = count(byte_set("/"));
  const auto letters = count(bytes::alpha);
  const auto digits = count(bytes::digit);
  if (slashes >= 2 || count(byte_set("_")) != 0) return letters != 0;
  if (slashes == 1 && !is_word(body)) return letters != 0;
  const std::size_t dot = body.rfind('.');
  if (dot != npos && dot > 0 && body.size() - dot >= 3 && bytes::alphanum.contains(body[dot - 1]))
    return letters >= 3 && bytes::alpha.contains(body[dot + 1]);
  return body.size() >= 6 && digits >= 2 && letters >= 1;
}

}  // namespace

joined_url bare_joiner::join(std::string_view text, const text_candidate& candidate, std::size_t end,
                             arena& storage) {
  cut_line cut = read_cut(text, candidate.start, end);
  if (cut.width == 0) return {};
  // The character before a URL decides about the end of the URL.
  const std::size_t front = candidate.start > 0 ? 1 : 0;
  joined_.assign(text.substr(candidate.start - front, end - candidate.start + front));
  const std::size_t first = joined_.size();
  pieces_.clear();
  const std::size_t width = cut.width;
  for (std::size_t begin = candidate.start; cut.width == width;) {
    const std::string_view line = text.substr(cut.begin, cut.end - cut.begin);
    const std::string_view token = line.substr(0, line.find_first_of(" \t<>\""));
    if (token.empty() || joined_.size() + token.size() > options_.max_url + front) break;
    const bool placed = cut.url_alone || token.size() == line.size();
    const std::string_view url = std::string_view(joined_).substr(front);
    if (!may_continue(url, token, placed || begin != candidate.start)) break;
    pieces_.push_back({joined_.size(), cut.begin});
    joined_.append(token);
    if (token.size() != line.size()) break;
    begin = cut.begin;
    cut = read_cut(text, cut.begin, cut.end);
  }
  if (pieces_.empty()) return {};
  text_candidate whole = candidate;
  whole.start = front;
  whole.colon = candidate.colon - candidate.start + front;
  const text_match match = delimit_bare(joined_, whole);
  if (match.rejected != rejection::none || match.end <= first) return {};
  const auto last = std::find_if(pieces_.rbegin(), pieces_.rend(),
                                 [&](const piece& each) { return each.joined < match.end; });
  char* const out = storage.reserve(match.end);
  const std::size_t size = match.end - front;
  std::copy_n(joined_.begin() + static_cast<std::ptrdiff_t>(front), size, out);
  return {storage.commit(size), last->begin + (match.end - last->joined)};
}

}  // namespace urlsieve
