// Reference: the resolution algorithms of RFC 3986, rfc2396bis-01 and url-syntax-05 on strings, step by step
// as each document specifies.
#ifndef URLSIEVE_TESTS_ORACLE_RESOLUTION_STEPS_HPP
#define URLSIEVE_TESTS_ORACLE_RESOLUTION_STEPS_HPP

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>

namespace urlsieve::oracle {

// RFC 3986 section 5.2.4, word by word.
inline std::string dots_removed_by_rfc3986(std::string in) {
  std::string out;
  const auto pop = [&out] { out.erase(out.rfind('/') == std::string::npos ? 0 : out.rfind('/')); };
  while (!in.empty()) {
    if (in.starts_with("../"))
      in.erase(0, 3);
    else if (in.starts_with("./"))
      in.erase(0, 2);
    else if (in.starts_with("/./"))
      in.erase(0, 2);
    else if (in == "/.")
      in = "/";
    else if (in.starts_with("/../"))
      in.erase(0, 3), pop();
    else if (in == "/..")
      in = "/", pop();
    else if (in == "." || in == "..")
      in.clear();
    else {
      const std::size_t end = std::min(in.find('/', 1), in.size());
      out += in.substr(0, end);
      in.erase(0, end);
    }
  }
  return out;
}

// url-syntax-05 section 5.2 step 6 d to g, and rfc2396bis-01 section 5.2 merge steps 3 to 7, as string
// rewriting. `keep`: keeps leading "..", as the tables of the drafts do.
inline std::string dots_removed_by_drafts(std::string in, bool keep) {
  const auto is_segment = [&in](std::size_t from, std::size_t to) {  // a whole segment, not ".."
    return (from == 0 || in[from - 1] == '/') && in.substr(from, to - from) != ".." && (from != 0 || to != 0);
  };
  const auto is_dot = [&in](std::size_t at) { return in[at] == '.' && (at == 0 || in[at - 1] == '/'); };
  for (std::size_t at = 0; at + 1 < in.size();)
    is_dot(at) && in[at + 1] == '/' ? static_cast<void>(in.erase(at, 2)) : static_cast<void>(++at);
  if (!in.empty() && is_dot(in.size() - 1)) in.pop_back();
  for (std::size_t from = 0; from < in.size(); ++from) {
    const std::size_t to = std::min(in.find('/', from), in.size());
    if (!is_segment(from, to) || in.compare(to, 4, "/../") != 0) continue;
    in.erase(from, to + 4 - from);
    from = static_cast<std::size_t>(-1);  // restart from the left
  }
  if (in.ends_with("/..")) {
    const std::size_t to = in.size() - 3;
    const std::size_t from = to == 0 ? 0 : in.rfind('/', to - 1) + 1;
    if (is_segment(from, to)) in.erase(from);
  }
  const std::size_t root = in.starts_with('/') ? 1 : 0;
  while (!keep && (in.compare(root, 3, "../") == 0 || in.substr(root) == "..")) in.erase(root, 3);
  return in;
}

// The five components: "^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\\?([^#]*))?(#(.*))?", implemented by hand.
struct uri {
  std::optional<std::string> scheme;
  std::optional<std::string> authority;
  std::string path;
  std::optional<std::string> query;
  std::optional<std::string> fragment;
};

inline uri split(std::string text) {
  uri parts;
  const auto cut = [&text](std::size_t at) {
    std::string tail = text.substr(at + 1);
    text.resize(at);
    return tail;
  };
  if (const std::size_t hash = text.find('#'); hash != std::string::npos) parts.fragment = cut(hash);
  if (const std::size_t mark = text.find('?'); mark != std::string::npos) parts.query = cut(mark);
  const std::size_t end = text.find_first_of(":/");
  if (end != std::string::npos && end != 0 && text[end] == ':') {
    parts.scheme = text.substr(0, end);
    text.erase(0, end + 1);
  }
  if (text.starts_with("//")) {
    const std::size_t slash = std::min(text.find('/', 2), text.size());
    parts.authority = text.substr(2, slash - 2);
    text.erase(0, slash);
  }
  parts.path = text;
  return parts;
}

inline std::string joined(const uri& parts) {
  std::string text;
  if (parts.scheme) text += *parts.scheme + ":";
  if (parts.authority) text += "//" + *parts.authority;
  text += parts.path;
  if (parts.query) text += "?" + *parts.query;
  if (parts.fragment) text += "#" + *parts.fragment;
  return text;
}

inline std::string but_last_segment(const std::string& path) {
  return path.substr(0, path.rfind('/') + 1);  // npos + 1 is 0: empty
}

// RFC 3986 section 5.2.2, strict.
inline uri target_by_rfc3986(const uri& base, const uri& reference) {
  uri target = reference;
  if (reference.scheme) {
    target.path = dots_removed_by_rfc3986(reference.path);
    return target;
  }
  target.scheme = base.scheme;
  if (reference.authority) {
    target.path = dots_removed_by_rfc3986(reference.path);
    return target;
  }
  target.authority = base.authority;
  if (reference.path.empty()) {
    target.path = base.path;
    if (!reference.query) target.query = base.query;
  } else if (reference.path.starts_with('/')) {
    target.path = dots_removed_by_rfc3986(reference.path);
  } else {
    const bool rooted = base.authority && base.path.empty();  // section 5.2.3
    target.path = dots_removed_by_rfc3986((rooted ? "/" : but_last_segment(base.path)) + reference.path);
  }
  return target;
}

// rfc2396bis-01 section 5.2, validating. "The current document" is the base with the reference's fragment.
inline uri target_by_rfc2396bis(const uri& base, const uri& reference, bool keep) {
  uri target = reference;
  if (reference.scheme) return target;
  target.scheme = base.scheme;
  if (reference.authority) return target;
  target.authority = base.authority;
  if (reference.path.empty()) {
    target.path = base.path;
    if (!reference.query) target.query = base.query;
  } else if (!reference.path.starts_with('/')) {
    const std::string buffer = base.path.empty() ? "/" : but_last_segment(base.path);
    target.path = dots_removed_by_drafts(buffer + reference.path, keep);
  }
  return target;
}

// url-syntax-05 section 5.2. A base with a site and without a path gets the path "/"; otherwise the name
// would become part of the site.
inline uri target_by_url_syntax_05(const uri& base, const uri& reference, bool keep) {
  uri target = reference;
  if (!reference.scheme && !reference.authority && reference.path.empty() && !reference.query) {  // 2
    target = base;
    target.fragment = reference.fragment;
    return target;
  }
  if (reference.scheme) return target;  // 3
  target.scheme = base.scheme;
  if (reference.authority) return target;  // 4
  target.authority = base.authority;
  if (reference.path.starts_with('/')) return target;                                            // 5
  std::string buffer = base.authority && base.path.empty() ? "/" : but_last_segment(base.path);  // 6 a
  buffer += reference.path;                                                                      // b
  if (reference.query) buffer += "?" + *reference.query;                                         // c
  buffer = dots_removed_by_drafts(buffer, keep);                                                 // d to g
  const std::size_t mark = buffer.find('?');
  target.query.reset();  // h
  if (mark != std::string::npos) target.query = buffer.substr(mark + 1);
  target.path = buffer.substr(0, mark);  // i
  return target;
}

}  // namespace urlsieve::oracle

#endif
