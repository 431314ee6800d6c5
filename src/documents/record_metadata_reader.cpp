#include "src/documents/record_metadata_reader.hpp"

#include <cstddef>

#include "src/documents/archives/arc_record.hpp"
#include "src/documents/archives/warc_record.hpp"
#include "src/documents/header_fields.hpp"
#include "src/documents/http/status_line.hpp"
#include "src/documents/media_type.hpp"
#include "src/documents/record_headers.hpp"
#include "src/documents/utc_date.hpp"
#include "src/text/ascii.hpp"

namespace urlsieve {
namespace {

std::string type_named(std::string_view content_type) {
  const std::string_view essence = trimmed(essence_of(content_type));
  return essence.find('/') == std::string_view::npos ? std::string() : ascii::lowered(essence);
}

}  // namespace

void record_metadata_reader::read(const slice& part, provenance& out) {
  record_id_.clear();
  date_.clear();
  type_.clear();
  status_ = 0;
  const std::string_view header = headers_of_record(part);
  if (!header.empty()) read_record(header, part);
  const bool is_response = part.kind == slice_kind::record && ascii::begins(part.bytes, "http/");
  if (part.kind == slice_kind::http_message || is_response) read_http(part.bytes);
  if (part.kind == slice_kind::message) read_message(part.bytes);
  if (!part.message_header.empty()) read_message(part.message_header);
  out.record_id = record_id_;
  out.date = date_;
  out.media_type = type_;
  out.status.reset();
  if (status_ != 0) out.status = status_;
}

void record_metadata_reader::read_record(std::string_view header, const slice& part) {
  if (!begins_record(header)) {
    const auto line = read_arc_line(header);
    if (line) date_ = utc_of_arc(line->date);
    type_ = type_named(part.media_type);
    return;
  }
  const std::size_t first = header.find('\n') + 1;
  header_fields fields(header.substr(first));
  for (header_field field; fields.next(field);) {
    if (ascii::same(field.name, "warc-record-id") && record_id_.empty()) {
      const bool is_bracketed =
          field.value.size() >= 2 && field.value.front() == '<' && field.value.back() == '>';
      record_id_ = is_bracketed ? field.value.substr(1, field.value.size() - 2) : field.value;
    } else if (ascii::same(field.name, "warc-date") && date_.empty()) {
      date_ = utc_of_warc(field.value);
    } else if (ascii::same(field.name, "content-type") && type_.empty()) {
      type_ = type_named(field.value);
    }
  }
  const std::string_view behind = header.substr(first + fields.end());
  const bool is_known = part.kind != slice_kind::record || ascii::begins(behind, "http/");
  if (!behind.empty() && is_known) read_http(behind);
}

// The last valid type counts, as in the reader of the page.
void record_metadata_reader::read_http(std::string_view header) {
  type_.clear();
  header.remove_prefix(final_response_at(header));
  const std::size_t feed = header.find('\n');
  const std::string_view first = header.substr(0, feed);
  if (!is_status_line(first) || feed == std::string_view::npos) return;
  status_ = status_code(first);
  header_fields fields(header.substr(feed + 1));
  for (header_field field; fields.next(field);) {
    if (!ascii::same(field.name, "content-type")) continue;
    std::string type = type_named(field.value);
    if (!type.empty()) type_ = std::move(type);
  }
}

void record_metadata_reader::read_message(std::string_view message) {
  header_fields fields(message);
  for (header_field field; fields.next(field);) {
    if (!ascii::same(field.name, "date")) continue;
    date_ = utc_of_mail(field.value);
    return;
  }
}

}  // namespace urlsieve
