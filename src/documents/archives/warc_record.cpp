#include "src/documents/archives/warc_record.hpp"

#include <cstring>

#include "src/documents/archives/record_length.hpp"
#include "src/documents/header_fields.hpp"
#include "src/text/ascii.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t npos = std::string_view::npos;

constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// The size of the version line with its line end; 0 where there is none.
std::size_t version_line(std::string_view bytes) {
  constexpr std::size_t longest = 32;
  bytes = bytes.substr(0, longest);
  if (!ascii::begins(bytes, "warc/")) return 0;
  std::size_t at = 5;
  const auto digits = [&] {
    const std::size_t before = at;
    while (at < bytes.size() && is_digit(bytes[at])) ++at;
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

std::string_view without_brackets(std::string_view target) {
  if (target.size() >= 2 && target.front() == '<' && target.back() == '>')
    return trimmed(target.substr(1, target.size() - 2));
  return target;
}

}  // namespace

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
  constexpr std::string_view magic = "WARC/";
  while (from + magic.size() <= bytes.size()) {
    const void* const found = memmem(bytes.data() + from, bytes.size() - from, magic.data(), magic.size());
    if (found == nullptr) return npos;
    const auto at = static_cast<std::size_t>(static_cast<const char*>(found) - bytes.data());
    const std::string_view rest = bytes.substr(at, record_lookahead);
    if (const std::size_t line = version_line(rest); line != 0) {
      const std::string_view field = rest.substr(line);
      if (ascii::begins(field, "warc-") || ascii::begins(field, "content-")) return at;
    }
    from = at + magic.size();
  }
  return npos;
}

std::optional<warc_record> read_warc_header(std::string_view bytes) {
  const std::size_t version = version_line(bytes);
  warc_record record;
  record.irregularity = version_irregularity(bytes.substr(0, version));
  header_fields fields(bytes.substr(version));
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
    }
  }
  // A header that was cut off would go on in that of the next record.
  if (!fields.terminated() || find_record(bytes.substr(0, version + fields.end()), version) != npos)
    return std::nullopt;
  if (!contradictory) record.length = read_record_length(record.length_as_written);
  record.header_size = version + fields.end();
  if (record.irregularity.empty()) {
    if (fields.without_colon())
      record.irregularity = "a line that is no field";
    else if (repeated)
      record.irregularity = "Content-Length more than once";
    else if (fields.bare_line_feed() || bytes[version - 2] != '\r')
      record.irregularity = "lines that end in LF alone";
    else if (fields.doubled_return())
      record.irregularity = "lines that end in CR CR LF";
    else if (record.type.empty())
      record.irregularity = "no WARC-Type";
  }
  return record;
}

}  // namespace urlsieve
