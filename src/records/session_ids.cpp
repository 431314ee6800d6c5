#include "src/records/session_ids.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

#include "src/text/ascii.hpp"
#include "src/text/npos.hpp"
#include "src/text/scan/byte_class.hpp"

namespace urlsieve {
namespace {

bool is_made_of(std::string_view text, const byte_set& kind) {
  return std::ranges::all_of(text, [&](char c) { return kind.contains(c); });
}

// Returns the size of "(24 alphanumerics)/" or "(X(24 alphanumerics)...)/" at the start of `text`; 0: none.
std::size_t path_session_size(std::string_view text, bool has_letters) {
  constexpr std::size_t size_of_id = 24;
  const auto is_id = [&](std::size_t at) {
    return text.size() > at + size_of_id + 1 && text[at] == '(' && text[at + size_of_id + 1] == ')' &&
           is_made_of(text.substr(at + 1, size_of_id), bytes::alphanum);
  };
  std::size_t at = 0;
  if (has_letters) {
    if (!text.starts_with('(')) return 0;
    at = 1;
    while (at < text.size() && bytes::alpha.contains(text[at]) && is_id(at + 1)) at += 3 + size_of_id;
    if (at == 1 || at >= text.size() || text[at] != ')') return 0;
    ++at;
  } else {
    if (!is_id(0)) return 0;
    at = size_of_id + 2;
  }
  return at < text.size() && text[at] == '/' ? at + 1 : 0;
}

// Removes the last session identifier before a segment with ".aspx".
std::string without_path_session(std::string path, bool has_letters) {
  constexpr std::string_view suffix = ".aspx";
  std::size_t first_suffix = npos;  // the first two at or behind `i`
  std::size_t second_suffix = npos;
  std::size_t first_question = npos;
  for (std::size_t i = path.size(); i-- > 0;) {
    const std::string_view rest = std::string_view(path).substr(i);
    if (rest.front() == '?') first_question = i;
    if (rest.starts_with(suffix)) second_suffix = std::exchange(first_suffix, i);
    if (rest.front() != '/') continue;
    const std::size_t size = path_session_size(rest.substr(1), has_letters);
    if (size == 0) continue;
    const std::size_t behind = i + 1 + size;
    const std::size_t at = first_suffix == behind ? second_suffix : first_suffix;
    if (at == npos || first_question < at) continue;
    return path.erase(i + 1, size);
  }
  return path;
}

// Removes the last parameter with the name `name` and `letters` letters, and a value of `size` characters of
// `kind`. The parameter ends with the query or before "&"; its name may follow other characters.
std::string without_query_session(std::string query, std::string_view name, std::size_t letters,
                                  std::size_t size, const byte_set& kind) {
  const std::size_t whole = name.size() + letters + 1 + size;
  for (std::size_t at = query.size() < whole ? 0 : query.size() - whole + 1; at-- > 0;) {
    const std::string_view rest = std::string_view(query).substr(at);
    if (!ascii::begins(rest, name) || (rest.size() > whole && rest[whole] != '&')) continue;
    const std::string_view id = rest.substr(name.size(), letters);
    if (!is_made_of(id, bytes::alpha) || rest[name.size() + letters] != '=' ||
        !is_made_of(rest.substr(whole - size, size), kind))
      continue;
    return query.erase(at, std::min(whole + 1, rest.size()));
  }
  return query;
}

// Removes the last "cfid=...&cftoken=..." and the "&" behind.
std::string without_coldfusion_session(std::string query) {
  constexpr std::string_view first = "cfid=";
  constexpr std::string_view second = "cftoken=";
  std::size_t next = query.size();  // the first "&" at or behind `at`
  std::size_t after_next = query.size();
  for (std::size_t at = query.size(); at-- > 0;) {
    if (query[at] == '&') after_next = std::exchange(next, at);
    const std::string_view rest = std::string_view(query).substr(at);
    if (!ascii::begins(rest, first) || next >= query.size() || next == at + first.size()) continue;
    if (!ascii::begins(std::string_view(query).substr(next + 1), second) ||
        after_next == next + 1 + second.size())
      continue;
    return query.erase(at, std::min(after_next + 1, query.size()) - at);
  }
  return query;
}

}  // namespace

std::string without_path_sessions(std::string path) {
  path = without_path_session(std::move(path), true);
  return without_path_session(std::move(path), false);
}

std::string without_query_sessions(std::string query) {
  for (const std::string_view name : {"jsessionid", "phpsessid", "sid"})
    query = without_query_session(std::move(query), name, 0, 32, bytes::alphanum);
  query = without_query_session(std::move(query), "aspsessionid", 8, 24, bytes::alpha);
  return without_coldfusion_session(std::move(query));
}

}  // namespace urlsieve
