#include "src/documents/multipart_body.hpp"

#include <algorithm>
#include <optional>

#include "src/codec/charset_detection.hpp"
#include "src/codec/transfer_encoding.hpp"
#include "src/documents/archives/warc_record.hpp"
#include "src/documents/header_fields.hpp"
#include "src/documents/lines/table_type.hpp"
#include "src/documents/message/folded_file.hpp"
#include "src/documents/message/mime_boundary.hpp"
#include "src/text/ascii.hpp"
#include "src/text/digits.hpp"

namespace urlsieve {

void multipart_body_reader::read(const document& whole, std::string_view content_type, document_sink& sink,
                                 stats& counted) {
  scratch_.clear();
  ids_.clear();
  sink_ = &sink;
  counted_ = &counted;
  list_ids(whole.body, content_type, 0);
  std::ranges::sort(ids_);
  read_parts(whole, content_type, 0, {});
}

// Calls take(part) for each part, and around(text) for the text before the first delimiter and behind the
// last, which other readers ignore (RFC 2046 section 5.1.1). Returns false if the body has no delimiter
// lines.
template <class Take, class Around>
bool multipart_body_reader::each_part(std::string_view body, std::string_view content_type, const Take& take,
                                      const Around& around) {
  const std::string_view boundary = trimmed(parameters_.find(content_type, "boundary", scratch_));
  if (boundary.empty()) return false;
  boundary_stack boundaries;
  boundaries.push(boundary);
  boundary_line delimiter;
  if (!boundaries.find(body, 0, 0, delimiter)) return false;
  around(body.substr(0, delimiter.begin));
  while (!delimiter.closes && delimiter.end < body.size()) {
    const std::size_t begin = delimiter.end;
    const bool found = boundaries.find(body, begin, 0, delimiter);
    const std::string_view part =
        body.substr(begin, found ? delimiter.begin - begin : std::string_view::npos);
    take(found ? without_line_end(part) : part);
    if (!found) return true;
  }
  around(body.substr(delimiter.end));
  return true;
}

multipart_body_reader::part_header multipart_body_reader::read_header(std::string_view part) {
  part_header read;
  header_fields fields(part);
  fields.stop_at([](std::string_view /*rest*/) { return true; });
  for (header_field field; fields.next(field);) {
    const std::string_view value = unfolded(field.value, " ", scratch_);
    if (ascii::same(field.name, "content-type")) read.content_type = value;
    if (ascii::same(field.name, "content-transfer-encoding")) read.transfer_encoding = value;
    if (ascii::same(field.name, "content-location")) read.location = value;
    if (ascii::same(field.name, "content-id")) read.id = without_brackets(value);
  }
  // Without the empty line behind a header, the part has only a body.
  if (!fields.terminated() && !fields.stopped()) return {};
  read.body = fields.end();
  return read;
}

void multipart_body_reader::list_ids(std::string_view body, std::string_view content_type,
                                     std::size_t depth) {
  each_part(
      body, content_type,
      [&](std::string_view part) {
        const part_header header = read_header(part);
        if (!header.id.empty()) ids_.push_back(header.id);
        if (is_multipart_type(header.content_type) && depth + 1 < max_depth)
          list_ids(part.substr(header.body), header.content_type, depth + 1);
      },
      [](std::string_view /*text*/) {});
}

// `number`: the number of the enclosing part; empty for the body.
void multipart_body_reader::read_parts(const document& whole, std::string_view content_type,
                                       std::size_t depth, const std::string& number) {
  std::uint64_t count = 0;
  const bool has_parts = each_part(
      whole.body, content_type,
      [&](std::string_view part) {
        std::string of_part = number;
        if (!of_part.empty()) of_part.push_back('.');
        append_digits(++count, of_part);
        read_part(whole, part, depth, of_part);
      },
      [&](std::string_view text) {
        if (!trimmed(text).empty()) read_text(whole, text);
      });
  if (!has_parts) read_stray(whole, damage::bad_message, "a multipart body without its boundary");
}

void multipart_body_reader::read_part(const document& whole, std::string_view part, std::size_t depth,
                                      const std::string& number) {
  const part_header header = read_header(part);
  document opened = whole;
  opened.body = part.substr(header.body);
  opened.part = number;
  opened.part_type = header.content_type;
  opened.location = header.location;
  if (header.location.find("://") != std::string_view::npos) opened.base = header.location;
  if (is_multipart_type(header.content_type)) {
    if (depth + 1 < max_depth) return read_parts(opened, header.content_type, depth + 1, number);
    return read_stray(opened, damage::too_deep, "multiparts nested too deep");
  }
  const transfer_encoding coding = find_transfer_encoding(header.transfer_encoding);
  if (coding != transfer_encoding::identity && coding != transfer_encoding::unknown) {
    const decoded_transfer decoded = decode_transfer(coding, opened.body, scratch_);
    if (decoded.damaged)
      counted_->damaged_at(damage::bad_transfer_encoding, whole.source, whole.offset,
                           "a part that is not encoded as declared");
    if (decoded.rest.size() != opened.body.size()) opened.body = decoded.bytes;
  }
  if (opened.body.empty()) return;
  // A part without a type is plain text (RFC 7578 section 4.4).
  const std::string_view type = header.content_type.empty() ? "text/plain" : header.content_type;
  const std::optional<media> kind = media_of(type, opened.body, scripts_);
  if (!kind) return counted_->count_skipped("type", skipped_type_name(type, opened.body));
  opened.type = *kind;
  opened.charset = charset_parameter(type);
  if (is_plain_text(opened.type) && opened.charset.empty())
    opened.charset = find_undeclared_charset(opened.body, undeclared_).named.name;
  if (opened.type == media::text) {
    find_table(type, header.location, opened);
    unfold_text(type, opened, scratch_);
    opened.where = where_of_text(whole);
  }
  sink_->add_part(opened, *this);
}

// URLs in decoded text have the offset of their document, so the text has one place.
std::string_view multipart_body_reader::where_of_text(const document& whole) {
  constexpr std::string_view text = "text";
  if (whole.where_prefix.empty()) return text;
  char* const place = scratch_.reserve(whole.where_prefix.size() + text.size());
  std::ranges::copy(text, std::ranges::copy(whole.where_prefix, place).out);
  return scratch_.commit(whole.where_prefix.size() + text.size());
}

// Searches a body whose structure is unreadable as text.
void multipart_body_reader::read_stray(document whole, damage why, std::string_view detail) {
  counted_->damaged_at(why, whole.source, whole.offset, detail);
  read_text(whole, whole.body);
}

// Searches a text outside the parts of `whole`.
void multipart_body_reader::read_text(document whole, std::string_view text) {
  whole.body = text;
  whole.type = media::text;
  whole.where = where_of_text(whole);
  sink_->add_part(whole, *this);
}

internal_target multipart_body_reader::find_internal(std::string_view reference, const base_url* /*base*/,
                                                     bool /*navigates*/) {
  constexpr std::string_view scheme = "cid:";
  if (!ascii::begins(reference, scheme)) return {};
  return {std::ranges::binary_search(ids_, reference.substr(scheme.size())), {}};
}

}  // namespace urlsieve
