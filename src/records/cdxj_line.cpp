#include "src/records/cdxj_line.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "src/documents/archives/arc_record.hpp"
#include "src/documents/archives/warc_record.hpp"
#include "src/documents/header_fields.hpp"
#include "src/documents/http/status_line.hpp"
#include "src/documents/media_type.hpp"
#include "src/documents/utc_date.hpp"
#include "src/records/record_payload.hpp"
#include "src/records/replay_key.hpp"
#include "src/text/ascii.hpp"
#include "src/text/digits.hpp"
#include "src/text/json/json_string.hpp"
#include "src/transfer/digests.hpp"

namespace urlsieve {
namespace {

// The first timestamp of a year, for dates of less precision (ISO 28500:2017 section 5.4).
constexpr std::string_view first_timestamp = "00000101000000";

// The fields of a record header that an index shows.
struct indexed_fields {
  std::string_view type;
  std::string_view url;
  std::string_view date;
  std::string_view media_type;
  std::string_view detected_type;
  std::string_view truncated;
  std::string_view digest;
  bool is_segment = false;  // not the first segment of a record
};

indexed_fields read_arc_fields(std::string_view line) {
  indexed_fields read;
  const std::optional<arc_record> record = read_arc_line(line);
  if (!record || ascii::begins(record->target, "filedesc:")) return read;
  read.type = "response";
  read.url = record->target;
  read.date = record->date;
  read.media_type = record->media_type;
  return read;
}

indexed_fields read_indexed_fields(std::string_view header) {
  if (!begins_record(header)) return read_arc_fields(header);
  indexed_fields read;
  const auto set = [](std::string_view& value, const header_field& field) {
    if (value.empty()) value = field.value;
  };
  header_fields fields(header.substr(header.find('\n') + 1));
  for (header_field field; fields.next(field);) {
    if (ascii::same(field.name, "warc-type")) set(read.type, field);
    if (ascii::same(field.name, "warc-target-uri")) set(read.url, field);
    if (ascii::same(field.name, "warc-date")) set(read.date, field);
    if (ascii::same(field.name, "content-type")) set(read.media_type, field);
    if (ascii::same(field.name, "warc-identified-payload-type")) set(read.detected_type, field);
    if (ascii::same(field.name, "warc-truncated")) set(read.truncated, field);
    if (ascii::same(field.name, "warc-payload-digest")) set(read.digest, field);
  }
  read.is_segment = ascii::same(read.type, "continuation");
  read.url = without_brackets(read.url);
  return read;
}

bool is_capture(const indexed_fields& fields, capture_scope scope) {
  if (fields.url.empty()) return false;
  if (scope == capture_scope::all) return true;
  if (fields.is_segment || ascii::same(fields.type, "request") || ascii::same(fields.type, "warcinfo"))
    return false;
  const bool may_describe = ascii::same(fields.type, "metadata") || ascii::same(fields.type, "resource");
  return !may_describe || !ascii::same(essence_of(fields.media_type), "application/warc-fields");
}

// The fields of a response that an index shows.
struct response_head {
  unsigned status = 0;  // 0: unknown
  bool is_response = false;
  std::string_view media_type;
  std::string_view charset;
  std::string_view location;
};

response_head read_response_head(std::string_view block) {
  const std::string_view message = block.substr(final_response_at(block));
  const std::size_t feed = message.find('\n');
  if (feed == std::string_view::npos || !is_status_line(message.substr(0, feed))) return {};
  response_head head;
  head.is_response = true;
  head.status = status_code(message.substr(0, feed));
  header_fields fields(message.substr(feed + 1));
  for (header_field field; fields.next(field);) {
    if (ascii::same(field.name, "content-type") && head.media_type.empty()) {
      head.media_type = essence_of(field.value);
      head.charset = charset_parameter(field.value);
    }
    if (ascii::same(field.name, "location") && head.location.empty()) head.location = field.value;
  }
  return head;
}

// Returns a SHA-1 without its label, as indexes have it, and any other digest with its label.
std::string_view without_sha1_label(std::string_view digest) {
  constexpr std::string_view label = "sha1:";
  return ascii::begins(digest, label) ? digest.substr(label.size()) : digest;
}

// Returns the payload, also of an ARC record, which is a response if it begins like one.
std::string_view payload_of(const record_bytes& record) {
  constexpr std::string_view header_of_response = "WARC/1.0\r\nContent-Type: application/http\r\n\r\n";
  const bool is_response = !begins_record(record.header) && read_response_head(record.block).is_response;
  return find_payload(is_response ? header_of_response : record.header, record.block).bytes;
}

void append_member(std::string_view name, std::string_view value, std::string& line) {
  line.append(line.back() == '{' ? "\"" : ",\"").append(name).append("\":");
  append_json_string(value, line);
}

// Returns the 14 digits of a date in UTC; empty: the date is not valid.
std::string timestamp_of(std::string_view date) {
  const std::string utc = utc_of_warc(date);
  if (utc.empty()) return {};
  std::string digits;
  for (const char c : utc)
    if (ascii::is_digit(c)) digits += c;
  digits.resize(std::min(digits.size(), first_timestamp.size()));
  return digits.append(first_timestamp.substr(digits.size()));
}

url_options options_of_targets() {
  url_options options;
  options.ladder = rung::scheme;
  return options;
}

}  // namespace

cdxj_describer::cdxj_describer(capture_scope scope) : scope_(scope), targets_(options_of_targets()) {}

// Adds the target of a redirect, resolved and normalized.
void cdxj_describer::append_redirect(std::string_view url, std::string_view location, std::string& line) {
  const normalizer::outcome target = targets_.normalize(location, url);
  if (target.rejected == rejection::none) append_member("redirect", target.url, line);
}

capture_description cdxj_describer::describe(const record_bytes& record) {
  const indexed_fields fields = read_indexed_fields(record.header);
  if (!is_capture(fields, scope_)) return {};
  if (fields.date.empty()) return {{}, "the record has no date"};
  const std::string timestamp = timestamp_of(fields.date);
  if (timestamp.empty()) return {{}, "the date is no time"};
  std::string line = replay_key(fields.url);
  line.append(1, ' ').append(timestamp).append(" {");
  append_member("url", fields.url, line);
  const bool is_revisit = ascii::same(fields.type, "revisit");
  const bool is_response = is_revisit || ascii::same(fields.type, "response");
  const response_head head = is_response ? read_response_head(record.block) : response_head();
  const bool has_own_type = !is_response || (!begins_record(record.header) && !head.is_response);
  const std::string_view media_type = is_revisit     ? "warc/revisit"
                                      : has_own_type ? essence_of(fields.media_type)
                                                     : head.media_type;
  if (!media_type.empty()) append_member("mime", media_type, line);
  if (!fields.detected_type.empty()) append_member("mime-detected", essence_of(fields.detected_type), line);
  if (!head.charset.empty()) append_member("charset", head.charset, line);
  if (head.status != 0) append_member("status", std::to_string(head.status), line);
  if (head.status / 100 == 3 && !head.location.empty()) append_redirect(fields.url, head.location, line);
  if (!fields.truncated.empty()) append_member("truncated", fields.truncated, line);
  if (!fields.digest.empty())
    append_member("digest", without_sha1_label(fields.digest), line);
  else if (!is_revisit && record.is_whole)
    append_member("digest", base32_of(sha1(payload_of(record))), line);
  return {std::move(line), {}};
}

std::string cdxj_line(std::string_view description, std::uint64_t offset, std::uint64_t length,
                      std::string_view file) {
  std::string line(description);
  append_member("length", std::to_string(length), line);
  append_member("offset", std::to_string(offset), line);
  append_member("filename", file, line);
  return line += '}';
}

}  // namespace urlsieve
