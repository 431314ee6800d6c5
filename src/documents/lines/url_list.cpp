#include "src/documents/lines/url_list.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "src/text/encodings/utf8.hpp"

namespace urlsieve {
namespace {

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r\f\v") == std::string_view::npos;
}

}  // namespace

void read_url_lines(std::string_view lines, std::vector<reference>& out) {
  const char* const begin = lines.data();
  const char* const end = begin + lines.size();
  for (const char* at = begin; at < end;) {
    const auto* const feed =
        static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at)));
    const char* stop = feed == nullptr ? end : feed;
    const char* const next = feed == nullptr ? end : feed + 1;
    if (stop != at && stop[-1] == '\r') --stop;
    std::string_view line(at, static_cast<std::size_t>(stop - at));
    if (line.starts_with(utf8_mark)) line.remove_prefix(utf8_mark.size());
    if (!line.empty() && (line.front() > ' ' || !is_blank(line))) {
      reference& found = out.emplace_back();
      found.raw = line;
      found.position = static_cast<std::uint32_t>(line.data() - begin);
    }
    at = next;
  }
}

}  // namespace urlsieve
