#include "src/documents/lines/url_list.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <system_error>

#include "src/text/encodings/utf8.hpp"
#include "src/text/scan/byte_class.hpp"
#include "src/url/text_forms/ending_character.hpp"

namespace urlsieve {
namespace {

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r\f\v") == std::string_view::npos;
}

// Returns the column `number`, from 1, of a line; nullopt if the line has fewer columns.
std::optional<std::string_view> find_column(std::string_view line, std::uint32_t number) {
  for (; number > 1; --number) {
    const std::size_t tab = line.find('\t');
    if (tab == std::string_view::npos) return std::nullopt;
    line.remove_prefix(tab + 1);
  }
  return line.substr(0, line.find('\t'));
}

std::optional<std::uint64_t> read_count(std::string_view written) {
  written.remove_prefix(std::min(written.find_first_not_of(' '), written.size()));
  written = written.substr(0, written.find_last_not_of(' ') + 1);
  std::uint64_t count = 0;
  const char* const end = written.data() + written.size();
  const auto [stop, failure] = std::from_chars(written.data(), end, count);
  const bool is_valid = failure == std::errc() && stop == end &&
                        count <= std::uint64_t{std::numeric_limits<std::int64_t>::max()};
  return is_valid ? std::optional(count) : std::nullopt;
}

struct line_content {
  bool has_excluded = false;  // white space, controls, quotation marks or angle brackets
  bool has_non_ascii = false;
};

// Blocks of fixed size, the last of which overlaps, let compilers vectorize the loop without a rest.
line_content content_of(std::string_view text) {
  constexpr std::size_t block = 16;
  std::array<std::uint8_t, block> seen{};  // bit 0: excluded; bit 7: non-ASCII
  const auto check = [&](const char* from, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) {
      const auto byte = static_cast<std::uint8_t>(from[i]);
      seen[i] = static_cast<std::uint8_t>(
          seen[i] | (byte & 0x80) |
          ((byte <= 0x20) | (byte == 0x7F) | (byte == '<') | (byte == '>') | (byte == '"')));
    }
  };
  if (text.size() < block) {
    check(text.data(), text.size());
  } else {
    for (std::size_t at = 0; at + block <= text.size(); at += block) check(text.data() + at, block);
    check(text.data() + text.size() - block, block);
  }
  const auto halves = std::bit_cast<std::array<std::uint64_t, 2>>(seen);
  const std::uint64_t all = halves[0] | halves[1];
  return {(all & 0x0101010101010101U) != 0, (all & 0x8080808080808080U) != 0};
}

}  // namespace

bool is_url_line(std::string_view line) {
  while (!line.empty() && bytes::html_space.contains(line.back())) line.remove_suffix(1);
  while (!line.empty() && bytes::html_space.contains(line.front())) line.remove_prefix(1);
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || colon == 0 || !bytes::alpha.contains(line[0])) return false;
  if (!line.substr(colon).starts_with("://") || line.size() == colon + 3) return false;
  for (const char c : line.substr(0, colon))
    if (!bytes::scheme_char.contains(c)) return false;
  const line_content content = content_of(line);
  return !content.has_excluded && !(content.has_non_ascii && has_text_behind_url(line, alone_in::value));
}

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

void read_counted_lines(std::string_view lines, std::uint32_t column, std::vector<reference>& out,
                        std::vector<std::uint64_t>& counts, std::vector<bad_line_count>& bad) {
  const std::size_t before = out.size();
  read_url_lines(lines, out);
  for (std::size_t i = before; i != out.size(); ++i) {
    reference& found = out[i];
    const std::optional<std::string_view> written = find_column(found.raw, column);
    const std::optional<std::uint64_t> count = written ? read_count(*written) : std::nullopt;
    counts.push_back(count.value_or(1));
    if (!count) {
      const auto position =
          written ? static_cast<std::uint32_t>(written->data() - lines.data()) : found.position;
      bad.push_back({position, written.value_or(std::string_view())});
    }
    found.raw = found.raw.substr(0, found.raw.find('\t'));
  }
}

}  // namespace urlsieve
