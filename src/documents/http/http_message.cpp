#include "src/documents/http/http_message.hpp"

#include "src/documents/header_fields.hpp"
#include "src/documents/http/chunked.hpp"
#include "src/documents/http/http_links.hpp"
#include "src/documents/http/status_line.hpp"
#include "src/documents/media_type.hpp"
#include "src/text/arena.hpp"
#include "src/text/ascii.hpp"
#include "src/text/npos.hpp"

namespace urlsieve {
namespace {

// Returns true for "Name: value", the first line of a response that lost its status line.
bool is_field(std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon == npos || colon == 0) return false;
  for (const char c : line.substr(0, colon))
    if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_'))
      return false;
  return true;
}

// Markup ends a header that has no empty line.
bool is_markup(std::string_view rest) {
  return rest.starts_with('<');
}

// Returns true if `list` ("gzip, chunked") contains `coding`.
bool names(std::string_view list, std::string_view coding) {
  while (!list.empty()) {
    const std::size_t comma = list.find(',');
    if (ascii::same(trimmed(list.substr(0, comma)), coding)) return true;
    if (comma == npos) return false;
    list.remove_prefix(comma + 1);
  }
  return false;
}

bool has_codings(std::string_view list) {
  while (!list.empty()) {
    const std::size_t comma = list.find(',');
    const std::string_view coding = trimmed(list.substr(0, comma));
    if (!coding.empty() && !ascii::same(coding, "identity") && !ascii::same(coding, "none")) return true;
    if (comma == npos) return false;
    list.remove_prefix(comma + 1);
  }
  return false;
}

}  // namespace

bool http_reader::open(const slice& part, std::string_view input_name, document& out,
                       std::vector<reference>& header_references, stats& counted) {
  scratch_.clear();
  const std::string_view target = unfolded(part.target, {}, scratch_);
  out = document{};
  out.base = target;
  out.source = target.empty() ? input_name : target;
  out.offset = part.offset;
  message read = read_header(part.bytes, header_references);
  content_type_ = read.content_type;
  if (!read.damaged.empty())
    counted.damaged_at(damage::bad_http_header, input_name, part.offset + part.body_offset, read.damaged);
  const std::string_view stored = part.bytes.substr(read.body);
  if (stored.empty()) {
    if (is_foreign(read.content_type))
      counted.count_skipped("type", skipped_type_name(read.content_type, {}));
    return false;
  }
  std::string_view body = decode_chunks(read, stored, part, input_name, counted);
  body = decode_codings(read, body, part, input_name, counted);
  if (body.empty()) return false;
  if (!bodies_.read(read.content_type, body, {input_name, part.offset}, out, form_, counted)) return false;
  if (is_part_of(stored, out.body))
    out.offset =
        part.offset + part.body_offset + static_cast<std::size_t>(out.body.data() - part.bytes.data());
  return true;
}

http_reader::message http_reader::read_header(std::string_view bytes,
                                              std::vector<reference>& header_references) {
  message read;
  status_ = 0;
  canonical_ = {};
  form_ = {};
  is_request_ = false;
  if (bytes.empty()) return read;
  const std::size_t start = read_interim(bytes, header_references);
  const std::size_t feed = bytes.find('\n', start);
  const std::string_view first = bytes.substr(start, feed == npos ? npos : feed - start);
  is_request_ = is_request_line(first);
  const bool status = is_request_ || is_status_line(first);
  if (!status && !is_field(first)) {
    read.damaged = "no status line";  // HTTP/0.9, or a body stored without its header
    return read;
  }
  if (!status) read.damaged = "no status line before the header";
  if (status && !is_request_) status_ = status_code(first);
  const std::size_t begin = status ? (feed == npos ? bytes.size() : feed + 1) : start;
  header_fields fields(bytes.substr(begin));
  fields.stop_at(is_markup);
  const std::size_t before = header_references.size();
  for (header_field field; fields.next(field);) note(read, field.name, field.value, header_references);
  if (is_request_) header_references.resize(before);
  read.body = begin + fields.end();
  if (!fields.terminated()) read.damaged = "no empty line ends the header";
  return read;
}

// Skips interim responses and returns the offset of the final response. Responses of status 103 hold links
// (RFC 8297 section 2).
std::size_t http_reader::read_interim(std::string_view bytes, std::vector<reference>& header_references) {
  std::size_t at = 0;
  while (const std::size_t size = interim_response_size(bytes.substr(at))) {
    header_fields fields(bytes.substr(at, size));
    for (header_field field; fields.next(field);)
      if (ascii::same(field.name, "link"))
        find_http_links(field.name, unfolded(field.value, " ", scratch_), header_references);
    at += size;
  }
  return at;
}

void http_reader::note(message& read, std::string_view name, std::string_view value,
                       std::vector<reference>& header_references) {
  if (value.empty()) return;
  if (ascii::same(name, "content-type")) {
    // The last value that is a media type counts (Fetch standard, "extract a MIME type").
    if (essence_of(value).find('/') != npos) read.content_type = unfolded(value, " ", scratch_);
  } else if (ascii::same(name, "content-encoding")) {
    read.content_encoding = joined(read.content_encoding, unfolded(value, " ", scratch_));
  } else if (ascii::same(name, "transfer-encoding")) {
    read.transfer_encoding = joined(read.transfer_encoding, unfolded(value, " ", scratch_));
  } else {
    // "Link" is a list; the other fields are URLs, in which a fold is not a character.
    const bool list = ascii::same(name, "link");
    const std::string_view whole = unfolded(value, list ? " " : "", scratch_);
    find_http_links(name, whole, header_references);
    if (list && canonical_.empty()) canonical_ = canonical_link(whole);
  }
}

// Joins the values of a repeated list field (RFC 9110 section 5.3).
std::string_view http_reader::joined(std::string_view earlier, std::string_view later) {
  if (earlier.empty()) return later;
  char* const place = scratch_.reserve(earlier.size() + 1 + later.size());
  earlier.copy(place, earlier.size());
  place[earlier.size()] = ',';
  later.copy(place + earlier.size() + 1, later.size());
  return scratch_.commit(earlier.size() + 1 + later.size());
}

std::string_view http_reader::decode_chunks(const message& read, std::string_view body, const slice& part,
                                            std::string_view input, stats& counted) {
  if (!names(read.transfer_encoding, "chunked") && !is_chunked(body)) return body;
  const dechunked chunks = decode_chunked(body, arena::read_padding, scratch_);
  if (chunks.status == chunked_status::broken)
    counted.damaged_at(damage::bad_chunked, input, part.offset, "chunks that are truncated or malformed");
  return chunks.bytes;
}

// Decodes content codings. Many archives store decoded bodies under the original header, so a coding is
// decoded only if the bytes look encoded. If decoding fails, the bytes themselves count if they have the
// declared type.
std::string_view http_reader::decode_codings(const message& read, std::string_view body, const slice& part,
                                             std::string_view input, stats& counted) {
  const std::string_view codings = read.content_encoding;
  if (!has_codings(codings)) return body;
  const std::string_view outermost = codings.substr(codings.rfind(',') + 1);
  if (!content_decoder::plausible(outermost, body) && has_type(read, body)) return body;
  const decoded_content content =
      decoder_.decode(codings, body, {bounds_.max_document, bounds_.max_ratio}, scratch_);
  if (content.status == decode_status::ok) return with_read_padding(content.bytes, scratch_);
  if (content.status == decode_status::too_large) {
    counted.damaged_at(damage::expansion_limit, input, part.offset, "a body that expands beyond the limit");
    return {};
  }
  if (has_type(read, body)) return body;
  if (content.status == decode_status::unknown_coding) {
    counted.count_skipped("encoding", codings.substr(0, 32));
    return {};
  }
  counted.damaged_at(
      damage::bad_content_encoding, input, part.offset,
      content.status == decode_status::truncated ? "a truncated encoded body" : "a corrupt encoded body");
  return with_read_padding(content.bytes, scratch_);
}

}  // namespace urlsieve
