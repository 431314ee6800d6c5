#include "src/documents/http/chunked.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <vector>

#include "src/text/hex.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t longest_line = 4096;  // chunk size with extensions

struct chunk_line {
  std::size_t size = 0;  // of the line with its line end; 0: not a chunk line
  std::size_t chunk = 0;
};

// Reads "1a", optional white space or an extension, and a line end.
chunk_line read_chunk_line(std::string_view bytes) {
  bytes = bytes.substr(0, longest_line);
  chunk_line line;
  std::size_t at = 0;
  while (at < bytes.size() && hex_value(bytes[at]) < 16) {
    if (line.chunk >> (8 * sizeof(std::size_t) - 8) != 0) return {};
    line.chunk = line.chunk * 16 + hex_value(bytes[at]);
    ++at;
  }
  if (at == 0) return {};
  while (at < bytes.size() && (bytes[at] == ' ' || bytes[at] == '\t' || bytes[at] == '\r')) ++at;
  if (at < bytes.size() && bytes[at] == ';') at = bytes.find('\n', at);
  if (at >= bytes.size() || bytes[at] != '\n') return {};
  line.size = at + 1;
  return line;
}

// Returns the size of the line end at the start of `bytes`; 0 if there is none.
std::size_t line_end(std::string_view bytes) {
  if (bytes.starts_with("\r\n")) return 2;
  return bytes.starts_with('\n') ? 1 : 0;
}

// Calls take(piece) for the data of each chunk. Returns true if the chunks are complete; otherwise `rest` is
// the undecodable part.
template <class Take>
bool walk(std::string_view body, std::string_view& rest, Take&& take) {
  while (true) {
    const chunk_line line = read_chunk_line(body);
    if (line.size == 0) {
      rest = body;
      return false;
    }
    if (line.chunk == 0) return true;
    body.remove_prefix(line.size);
    take(body.substr(0, line.chunk));
    if (body.size() < line.chunk) {
      rest = {};
      return false;
    }
    body.remove_prefix(line.chunk);
    const std::size_t end = line_end(body);
    if (end == 0) {
      rest = body;
      return false;
    }
    body.remove_prefix(end);
  }
}

}  // namespace

dechunked decode_chunked(std::string_view body, std::size_t padding, arena& out) {
  if (read_chunk_line(body).size == 0) return {chunked_status::no_chunks, body};
  std::string_view only, rest;
  std::size_t pieces = 0;
  std::size_t total = 0;
  const auto measure = [&](std::string_view piece) {
    only = piece;
    ++pieces;
    total += piece.size();
  };
  const bool whole = walk(body, rest, measure);
  // The undecodable part is trailing white space, or data of a body with a wrong header. Keep data: a stray
  // size line is better than a lost link.
  if (rest.find_first_not_of("\r\n \t") == std::string_view::npos) rest = {};
  const chunked_status status = whole ? chunked_status::whole : chunked_status::broken;
  if (pieces == 1 && rest.empty()) return {status, only};
  char* const place = out.reserve(total + rest.size() + padding);
  std::size_t size = 0;
  const auto copy = [&](std::string_view piece) { size += piece.copy(place + size, piece.size()); };
  std::string_view ignored;
  walk(body, ignored, copy);
  if (!rest.empty()) copy(rest);
  std::memset(place + size, 0, padding);
  return {status, out.commit(size + padding).substr(0, size)};
}

bool is_chunked(std::string_view body) {
  std::string_view rest;
  std::size_t pieces = 0;
  return walk(body, rest, [&](std::string_view) { ++pieces; }) && pieces != 0;
}

}  // namespace urlsieve
