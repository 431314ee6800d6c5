#include "src/documents/archives/warc_record.hpp"

#include <algorithm>
#include <cstring>

#include "src/documents/archives/record_length.hpp"
#include "src/documents/header_fields.hpp"
#include "src/documents/media_type.hpp"
#include "src/text/ascii.hpp"
#include "src/text/npos.hpp"

namespace urlsieve {
namespace {

constexpr std::string_view magic = "WARC/";

// Returns the size of the version line with its line end; 0 if there is none.
std::size_t version_line(std::string_view bytes) {
  constexpr std::size_t longest = 32;
  bytes = bytes.substr(0, longest);
  if (!ascii::begins(bytes, "warc/")) return 0;
  std::size_t at = 5;
  const auto digits = [&] {
    const std::size_t before = at;
    while (at < bytes.size() && ascii::is_digit(bytes[at])) ++at;
    return at != before;
  };
  if (!digits() || at == bytes.size() || bytes[at] != '.') return 0;
  ++at;
  if (!digits()) return 0;
  while (at < bytes.size() && (bytes[at] == ' ' || bytes[at] == '\t' || bytes[at] == '\r')) ++at;
  return at < bytes.size() && bytes[at] == '\n' ? at + 1 : 0;
}

std::string_view version_irregularity(std::string_view line) {
  if (!line.starts_with("WARC/")) return "the version line is not in upper case";
  const std::string_view version = trimmed(line.substr(5));
  for (const std::string_view known : {"1.0", "1.1", "0.16", "0.17", "0.18"})
    if (version == known) return {};
  return "an unknown version";
}

// Returns true for a version line before a `WARC-` or `Content-` field.
bool begins_unexpected_record(std::string_view bytes) {
  bytes = bytes.substr(0, record_lookahead);
  const std::size_t line = version_line(bytes);
  if (line == 0) return false;
  const std::string_view field = bytes.substr(line);
  return ascii::begins(field, "warc-") || ascii::begins(field, "content-");
}

// Returns the offset of a "WARC/" whose version line ends at `end`, in the line that starts at `begin`; npos
// if there is none.
std::size_t version_before(std::string_view bytes, std::size_t begin, std::size_t end) {
  std::size_t at = end;
  while (at > begin && (bytes[at - 1] == ' ' || bytes[at - 1] == '\t' || bytes[at - 1] == '\r')) --at;
  while (at > begin && (ascii::is_digit(bytes[at - 1]) || bytes[at - 1] == '.')) --at;
  return at >= begin + magic.size() && bytes.substr(at - magic.size(), magic.size()) == magic
             ? at - magic.size()
             : npos;
}

// The extent of a record header with its empty line.
struct header_block {
  std::size_t size = 0;  // 0: the empty line is missing
  bool cut = false;      // another record begins before the empty line
};

header_block find_header(std::string_view bytes, std::size_t version) {
  for (std::size_t begin = version; begin < bytes.size();) {
    const std::size_t end = bytes.find('\n', begin);
    if (end == npos) break;
    if (bytes.find_first_not_of('\r', begin) == end) return {end + 1, false};
    const std::size_t record = version_before(bytes, begin, end);
    if (record != npos && begins_unexpected_record(bytes.substr(record))) return {0, true};
    begin = end + 1;
  }
  return {};
}

void read_segment_field(const header_field& field, warc_record& record) {
  if (ascii::same(field.name, "warc-segment-number")) record.segment = read_record_length(field.value);
  if (ascii::same(field.name, "warc-segment-origin-id")) record.first_segment = without_brackets(field.value);
  if (ascii::same(field.name, "warc-segment-total-length"))
    record.total_length = read_record_length(field.value);
}

}  // namespace

std::string_view without_brackets(std::string_view uri) {
  if (uri.size() >= 2 && uri.front() == '<' && uri.back() == '>')
    return trimmed(uri.substr(1, uri.size() - 2));
  return uri;
}

bool begins_record(std::string_view bytes) {
  return version_line(bytes) != 0;
}

bool ends_record(std::string_view bytes) {
  if (bytes.starts_with("\r\n\r\n") || bytes.starts_with("\n\n")) return true;
  std::size_t at = 0;
  while (at < bytes.size() && (bytes[at] == '\r' || bytes[at] == '\n')) ++at;
  return at == bytes.size() || begins_record(bytes.substr(at));
}

std::size_t find_record(std::string_view bytes, std::size_t from) {
  while (from + magic.size() <= bytes.size()) {
    const void* const found = memmem(bytes.data() + from, bytes.size() - from, magic.data(), magic.size());
    if (found == nullptr) return npos;
    const auto at = static_cast<std::size_t>(static_cast<const char*>(found) - bytes.data());
    if (begins_unexpected_record(bytes.substr(at))) return at;
    from = at + magic.size();
  }
  return npos;
}

warc_header read_warc_header(std::string_view bytes) {
  const std::size_t version = version_line(bytes);
  const header_block block = find_header(bytes, version);
  if (block.size == 0) return {std::nullopt, block.cut};
  warc_record record;
  record.irregularity = version_irregularity(bytes.substr(0, version));
  header_fields fields(bytes.substr(version, block.size - version));
  bool repeated = false;
  bool contradictory = false;
  for (header_field field; fields.next(field);) {
    if (ascii::same(field.name, "warc-type")) {
      if (record.type.empty()) record.type = field.value;
    } else if (ascii::same(field.name, "content-length")) {
      repeated = repeated || !record.length_as_written.empty();
      contradictory = contradictory || (repeated && field.value != record.length_as_written);
      record.length_as_written = field.value;
    } else if (ascii::same(field.name, "warc-target-uri")) {
      if (record.target.empty()) record.target = without_brackets(field.value);
    } else if (ascii::same(field.name, "content-type")) {
      if (record.media_type.empty()) record.media_type = field.value;
    } else if (ascii::same(field.name, "warc-record-id")) {
      if (record.id.empty()) record.id = without_brackets(field.value);
    } else if (ascii::begins(field.name, "warc-segment-")) {
      read_segment_field(field, record);
    }
  }
  if (!contradictory) record.length = read_record_length(record.length_as_written);
  record.header_size = block.size;
  if (record.irregularity.empty()) {
    if (fields.without_colon())
      record.irregularity = "a line that is not a header field";
    else if (repeated)
      record.irregularity = "Content-Length more than once";
    else if (fields.bare_line_feed() || bytes[version - 2] != '\r')
      record.irregularity = "lines that end in LF alone";
    else if (fields.doubled_return())
      record.irregularity = "lines that end in CR CR LF";
    else if (record.type.empty())
      record.irregularity = "no WARC-Type";
  }
  return {record, false};
}

std::uint64_t closed_record_size(std::string_view bytes, std::size_t end) {
  const std::string_view behind = bytes.substr(std::min(end, bytes.size()), 4);
  if (behind == "\r\n\r\n") return end + 4;
  return end + (behind.starts_with("\n\n") ? 2 : 0);
}

std::string counted_record_type(std::string_view type) {
  return type.empty() ? std::string("none") : ascii::lowered(type.substr(0, 32));
}

bool holds_http(const warc_record& record, std::string_view body) {
  const std::string_view essence = essence_of(record.media_type);
  return essence.empty() || ascii::same(essence, "application/http") || ascii::begins(body, "http/");
}

}  // namespace urlsieve
