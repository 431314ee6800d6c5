#include "src/documents/message/mime_boundary.hpp"

#include "src/text/lines/line_mark.hpp"

namespace urlsieve {
namespace {

// Returns the offset behind the line end if only white space precedes it; else 0.
std::size_t end_of_line(std::string_view text, std::size_t at) {
  while (at < text.size() && (text[at] == ' ' || text[at] == '\t' || text[at] == '\r')) ++at;
  if (at == text.size()) return at;
  return text[at] == '\n' ? at + 1 : 0;
}

}  // namespace

bool boundary_stack::match(std::string_view text, std::size_t at, std::size_t floor,
                           boundary_line& found) const {
  if (!text.substr(at).starts_with("--")) return false;
  const std::string_view line = text.substr(at + 2);
  for (std::size_t level = open_.size(); level-- > floor;) {
    const std::string_view boundary = open_[level];
    if (!line.starts_with(boundary)) continue;
    const std::size_t behind = at + 2 + boundary.size();
    std::size_t end = end_of_line(text, behind);
    const bool closes = end == 0 && text.substr(behind).starts_with("--");
    if (closes) end = end_of_line(text, behind + 2);
    if (end == 0) continue;
    found = {level, at, end, closes};
    return true;
  }
  return false;
}

bool boundary_stack::find(std::string_view text, std::size_t from, std::size_t floor,
                          boundary_line& found) const {
  if (open_.size() <= floor || from >= text.size()) return false;
  if (from == 0) {
    if (match(text, 0, floor, found)) return true;
    from = 1;
  }
  for (std::size_t at = find_line_mark(text, from, "--"); at != std::string_view::npos;
       at = find_line_mark(text, at + 1, "--"))
    if (match(text, at, floor, found)) return true;
  return false;
}

}  // namespace urlsieve
