#include "src/documents/source_head_reader.hpp"

#include <charconv>
#include <cstdint>
#include <span>
#include <vector>

#include "src/documents/archives/warc_record.hpp"
#include "src/documents/header_fields.hpp"
#include "src/documents/json/wat.hpp"
#include "src/documents/media_type.hpp"
#include "src/documents/record_headers.hpp"
#include "src/documents/utc_date.hpp"
#include "src/text/ascii.hpp"
#include "src/text/json/json_escape.hpp"
#include "src/text/json/json_scanner.hpp"
#include "urlsieve/provenance.hpp"

namespace urlsieve {
namespace {

// Returns the WARC-Type in the headers of a record; "response" for an ARC record.
std::string_view record_type_in(std::string_view headers) {
  if (!begins_record(headers)) return "response";
  header_fields fields(headers.substr(headers.find('\n') + 1));
  for (header_field field; fields.next(field);)
    if (ascii::same(field.name, "warc-type")) return field.value;
  return {};
}

// Returns true for the slices behind the first slice of a document: later windows, and all windows of a
// response, whose header is a slice of its own.
bool is_later_slice(const slice& part) {
  if (part.continues) return true;
  if (part.kind != slice_kind::whole || part.record_header.empty()) return false;
  const std::string_view fields = part.record_header.substr(part.record_header.find('\n') + 1);
  return end_of_header(fields).at < fields.size();
}

// Returns a JSON string without its escapes, stored in `buffer` if the string has escapes.
std::string_view decoded(std::string_view written, std::string& buffer) {
  if (written.find('\\') == std::string_view::npos) return written;
  buffer.resize(written.size());
  buffer.resize(decode_json_escapes(written, buffer.data(), invalid_escape_policy::repair));
  return buffer;
}

}  // namespace

source_head source_head_reader::read(const slice& part) {
  source_head head;
  head.target = part.target;
  head.continues = is_later_slice(part);
  if (part.kind == slice_kind::message) {
    head.kind = source_kind::message;
    read_message(part.bytes, head);
  } else if (!part.message_header.empty()) {
    head.kind = source_kind::message;
    read_message(part.message_header, head);
  } else if (part.record_size != 0) {
    head.kind = source_kind::capture;
    head.record_type = record_type_in(headers_of_record(part));
  }
  const bool is_envelope = part.kind == slice_kind::metadata && is_wat(part.bytes);
  if (head.kind == source_kind::other && !is_envelope) return head;
  provenance facts;
  facts_.read(part, facts);
  head.date = facts.date;
  head.media_type = facts.media_type;
  head.status = facts.status.value_or(0);
  if (is_envelope) read_envelope(part.bytes, head);
  return head;
}

void source_head_reader::read_message(std::string_view message, source_head& head) const {
  header_fields fields(message);
  for (header_field field; fields.next(field);) {
    if (ascii::same(field.name, "from") && head.from.empty()) head.from = field.value;
    if (ascii::same(field.name, "list-id") && head.list_id.empty()) head.list_id = field.value;
  }
}

// Reads the values of the page that a WAT record describes: they replace the media type of the record itself,
// and the values that a line without a record lacks. The members of the page are not read.
void source_head_reader::read_envelope(std::string_view json, source_head& head) {
  head.kind = source_kind::capture;
  type_.clear();
  std::vector<std::string_view> path;  // names of the open members, outermost first
  json_scanner scanner(json);
  bool has_headers = false;
  for (json_token token = scanner.next(); token != json_token::end; token = scanner.next()) {
    switch (token) {
      case json_token::object:
      case json_token::array:
        path.emplace_back();
        break;
      case json_token::close:
        if (!path.empty()) path.pop_back();
        has_headers = has_headers || (path.size() == 4 && path[3] == "Headers");
        break;
      case json_token::key:
        if (!path.empty()) path.back() = scanner.text();
        break;
      default:
        if (path.size() >= 3 && path[0] == "Envelope") read_member(path, scanner.text(), head);
        break;
    }
    const bool has_record = !head.target.empty() && !head.date.empty() && !head.record_type.empty();
    if (has_headers && has_record && head.status != 0) break;
  }
  head.media_type = type_;
}

void source_head_reader::read_member(std::span<const std::string_view> path, std::string_view text,
                                     source_head& head) {
  if (path.size() == 3 && path[1] == "WARC-Header-Metadata") {
    if (ascii::same(path[2], "warc-target-uri") && head.target.empty())
      head.target = decoded(text, target_);
    else if (ascii::same(path[2], "warc-type") && head.record_type.empty())
      head.record_type = text;
    else if (ascii::same(path[2], "warc-date") && head.date.empty())
      head.date = date_ = utc_of_warc(text);
  }
  if (path.size() < 5 || path[1] != "Payload-Metadata" || path[2] != "HTTP-Response-Metadata") return;
  if (path[3] == "Response-Message" && path[4] == "Status")
    std::from_chars(text.data(), text.data() + text.size(), head.status);
  if (path[3] == "Headers" && ascii::same(path[4], "content-type") && type_.empty())
    type_ = ascii::lowered(trimmed(essence_of(decoded(text, written_type_))));
}

}  // namespace urlsieve
