#include "src/documents/archives/arc_record.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include "src/documents/archives/record_length.hpp"
#include "src/text/npos.hpp"
#include "src/text/scan/byte_class.hpp"
#include "urlsieve/field.hpp"

namespace urlsieve {
namespace {

bool only(std::string_view text, const byte_set& members) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) { return members.contains(c); });
}

bool is_ip_address(std::string_view field) {
  static constexpr byte_set of_address = bytes::hexdig | byte_set(".:");
  return field == "-" || (field.find_first_of(".:") != npos && only(field, of_address));
}

// The format requires fourteen digits; real files have twelve to eighteen.
bool is_date(std::string_view field) {
  return field.size() >= 12 && field.size() <= 18 && only(field, bytes::digit);
}

bool has_scheme(std::string_view target) {
  const std::size_t colon = target.find(':');
  return colon != npos && only(target.substr(0, colon), bytes::scheme_char);
}

// Returns the type from the fields between date and length: the only field, or the first of six (version
// 1.1).
std::string_view type_in(std::string_view between) {
  const auto blanks = std::count(between.begin(), between.end(), ' ');
  if (blanks >= 5) {
    std::string_view rest = between;
    for (int field = 0; field < 5; ++field) rest = rest.substr(0, rest.rfind(' '));
    between = rest;
  }
  return between.find('/') == npos ? std::string_view{} : between;
}

}  // namespace

std::optional<arc_record> read_arc_line(std::string_view bytes) {
  if (bytes.empty() || !bytes::alpha.contains(bytes.front())) return std::nullopt;
  const std::size_t feed = bytes.substr(0, arc_lookahead).find('\n');
  if (feed == npos) return std::nullopt;
  std::string_view line = bytes.substr(0, feed);
  while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
  const std::size_t last = line.rfind(' ');
  if (last == npos) return std::nullopt;
  // Search for the first address followed by a date.
  std::size_t before = line.find(' ');
  for (std::size_t at = before; at < last;) {
    const std::size_t end = line.find(' ', at + 1);
    const std::size_t date_end = end == npos ? npos : line.find(' ', end + 1);
    if (date_end == npos) return std::nullopt;
    if (is_ip_address(line.substr(at + 1, end - at - 1)) &&
        is_date(line.substr(end + 1, date_end - end - 1))) {
      if (!has_scheme(line.substr(0, before))) return std::nullopt;
      arc_record record;
      record.target = line.substr(0, at);
      record.length = read_record_length(line.substr(last + 1));
      record.date = line.substr(end + 1, date_end - end - 1);
      if (date_end < last) record.media_type = type_in(line.substr(date_end + 1, last - date_end - 1));
      record.line_size = feed + 1;
      return record;
    }
    at = end;
  }
  return std::nullopt;
}

std::size_t find_arc_record(std::string_view bytes, std::size_t from) {
  while (from < bytes.size()) {
    const void* const feed = std::memchr(bytes.data() + from, '\n', bytes.size() - from);
    if (feed == nullptr) return npos;
    from = static_cast<std::size_t>(static_cast<const char*>(feed) - bytes.data()) + 1;
    if (read_arc_line(bytes.substr(from))) return from;
  }
  return npos;
}

}  // namespace urlsieve
