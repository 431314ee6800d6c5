#include "src/documents/slice_opener.hpp"

#include <algorithm>
#include <span>
#include <string_view>

#include "src/documents/captured_name.hpp"
#include "src/documents/header_fields.hpp"
#include "src/documents/media_type.hpp"
#include "src/documents/message/folded_file.hpp"
#include "src/documents/message/mail_receiver.hpp"

namespace urlsieve {
namespace {

// Returns the first value of a header field among the references of the header; empty if there is none.
std::string_view value_among(std::span<const reference> found, std::string_view where) {
  const auto field = std::find_if(found.begin(), found.end(),
                                  [&](const reference& candidate) { return candidate.where == where; });
  return field == found.end() ? std::string_view{} : field->raw;
}

// Sets the offset of everything in a HAR entry to that of the entry, because its strings are decoded.
class entry_sink final : public document_sink {
 public:
  entry_sink(document_sink& to, std::uint64_t offset) : to_(to), offset_(offset) {}

  void add_visit(const document& visited) override { to_.add_visit(visited); }
  void add_document(const document& opened) override { to_.add_document(placed(opened)); }
  void add_part(const document& opened, related_parts& others) override {
    to_.add_part(placed(opened), others);
  }
  void add_references(const document& context, std::span<const reference> found) override {
    to_.add_references(placed(context), found);
  }
  void add_redirect(std::string_view from, std::string_view to, redirect_kind kind) override {
    to_.add_redirect(from, to, kind);
  }

 private:
  [[nodiscard]] document placed(document moved) const {
    moved.offset = offset_;
    if (moved.type == media::text && !moved.body.empty() && moved.where.empty()) moved.where = "text";
    return moved;
  }

  document_sink& to_;
  std::uint64_t offset_;
};

}  // namespace

void whole_opener::open(const slice& part, std::string_view input, document_sink& sink, stats& /*counted*/) {
  document opened;
  scratch_.clear();
  opened.body = part.bytes;
  opened.type = part.type == media::script && scripts_ == script_bodies::as_text ? media::text : part.type;
  // Windows of a text do not contain whole lines.
  if (part.type == media::text && part.owner == nullptr && is_robots_url(part.target))
    opened.type = media::robots;
  opened.charset = charset_parameter(part.media_type);
  // Files were decoded before splitting. Windows of records are not guessed, because only the first window
  // would decide.
  if (opened.charset.empty() && part.record_size != 0 && is_plain_text(opened.type))
    opened.charset = undeclared_.name;
  opened.base = part.target;
  opened.fields = part.fields;
  opened.columns = part.columns.get();
  if (opened.type == media::text && !part.media_type.empty()) unfold_text(part.media_type, opened, scratch_);
  opened.location = unfolded(part.location, {}, scratch_);
  opened.source = part.target.empty() ? input : part.target;
  opened.offset = part.offset + part.body_offset;
  opened.continues = part.continues;
  opened.head = part.head;
  opened.page_base = part.page_base;
  if (!part.target.empty() && !part.continues) sink.add_visit(opened);
  sink.add_document(opened);
}

void record_opener::open(const slice& part, std::string_view input, document_sink& sink, stats& counted) {
  document opened;
  body_form form;
  scratch_.clear();
  opened.base = unfolded(part.target, {}, scratch_);
  opened.source = opened.base.empty() ? input : opened.base;
  opened.offset = part.offset;
  if (!reader_.read(part.media_type, part.bytes, {input, part.offset}, opened, form, counted)) return;
  if (is_part_of(part.bytes, opened.body))
    opened.offset += part.body_offset + static_cast<std::size_t>(opened.body.data() - part.bytes.data());
  if (!opened.base.empty()) sink.add_visit(opened);
  bodies_->open(opened, part.media_type, form, sink, counted);
}

void http_opener::open(const slice& part, std::string_view input, document_sink& sink, stats& counted) {
  document opened;
  header_references_.clear();
  const bool has_body = http_.open(part, input, opened, header_references_, counted);
  if (!part.continues && !opened.base.empty() && !http_.is_request()) sink.add_visit(opened);
  if (http_.status() == 301 || http_.status() == 308) {
    const std::string_view location = value_among(header_references_, "http:Location");
    if (!location.empty()) sink.add_redirect(opened.base, location, redirect_kind::moved);
  }
  if (!header_references_.empty()) {
    // A base declared by an earlier window applies to the page, not to the header.
    document header = opened;
    header.page_base = {};
    header.body = {};
    sink.add_references(header, header_references_);
  }
  if (has_body) {
    opened.location = value_among(header_references_, "http:Content-Location");
    if (http_.is_request()) opened.where_prefix = "request:";
    bodies_->open(opened, http_.content_type(), http_.form(), sink, counted);
  }
  if (!http_.canonical().empty()) sink.add_redirect(opened.base, http_.canonical(), redirect_kind::canonical);
}

void metadata_opener::open(const slice& part, std::string_view input, document_sink& sink, stats& counted) {
  document opened;
  std::string_view page_base;
  header_references_.clear();
  page_references_.clear();
  metadata_.open(part, input, opened, header_references_, page_references_, page_base, counted);
  ++counted.documents;
  if (metadata_.describes_response() && !opened.base.empty()) sink.add_visit(opened);
  if (!header_references_.empty()) sink.add_references(opened, header_references_);
  opened.page_base = page_base;
  opened.location = value_among(header_references_, "http:Content-Location");
  if (!page_references_.empty()) sink.add_references(opened, page_references_);
}

void json_lines_opener::open(const slice& part, std::string_view input, document_sink& sink, stats& counted) {
  const bool chooses = sink.chooses_documents();
  lines_.read(
      part, input, counted,
      [&](const document& opened) {
        source_head head;
        head.target = opened.base;
        head.continues = opened.continues;
        if (chooses && !sink.is_chosen(head)) return;
        if (!opened.base.empty()) sink.add_visit(opened);
        sink.add_document(opened);
      },
      [&](const slice& line) {
        if (!chooses || sink.is_chosen(heads_.read(line))) metadata_.open(line, input, sink, counted);
      },
      [&](const slice& message) {
        if (!chooses || sink.is_chosen(heads_.read(message))) messages_->open(message, input, sink, counted);
      });
}

void message_opener::open(const slice& part, std::string_view input, document_sink& sink, stats& counted) {
  struct : mail_receiver {
    void add_document(const document& opened) override { to->add_part(opened, *parts); }
    void add_references(const document& context, std::span<const reference> found) override {
      to->add_references(context, found);
    }
    bool add_file(const document& context, std::string_view name, std::string_view bytes) override {
      return to->add_file(context, name, bytes);
    }
    document_sink* to;
    related_parts* parts;
  } receiver;
  receiver.to = &sink;
  receiver.parts = this;
  mail_.read(part, input, counted, receiver);
}

void har_opener::open(const slice& part, std::string_view input, document_sink& sink, stats& counted) {
  const har_entry_reader::entry& read = entries_.read(part, input, counted);
  if (sink.chooses_documents() && !sink.is_chosen(read.head)) return;
  document context;
  context.base = read.url;
  context.source = read.url.empty() ? input : read.url;
  context.offset = part.offset;
  sink.add_references(context, read.references);
  if (read.response.empty()) {
    if (!read.url.empty()) sink.add_visit(context);
    return;
  }
  slice response;
  response.kind = slice_kind::http_message;
  response.bytes = read.response;
  response.target = read.url;
  entry_sink placed(sink, part.offset);
  responses_->open(response, input, placed, counted);
}

opener& slice_opener::opener_of(slice_kind kind) {
  switch (kind) {
    case slice_kind::whole:
      break;
    case slice_kind::http_message:
      return http_;
    case slice_kind::json_lines:
      return json_lines_;
    case slice_kind::metadata:
      return metadata_;
    case slice_kind::message:
      return message_;
    case slice_kind::body:
      return record_;
    case slice_kind::har_entry:
      return har_;
    case slice_kind::record:
      break;
  }
  return whole_;
}

void slice_opener::open(const slice& part, std::string_view input, document_sink& sink, stats& counted) {
  if (part.kind == slice_kind::record) return;
  const bool may_be_mirrored = part.kind == slice_kind::whole || part.kind == slice_kind::body ||
                               part.kind == slice_kind::http_message;
  if (mirrors_.empty() || !may_be_mirrored || !part.target.empty())
    return open_if_chosen(part, input, sink, counted);
  slice mirrored = part;
  mirrored.target = mirrors_.url_of(input);
  open_if_chosen(mirrored, input, sink, counted);
}

// The openers of JSON Lines and HAR ask the sink themselves, because only they know the heads.
void slice_opener::open_if_chosen(const slice& part, std::string_view input, document_sink& sink,
                                  stats& counted) {
  const bool has_head = part.kind != slice_kind::json_lines && part.kind != slice_kind::har_entry;
  if (has_head && sink.chooses_documents() && !sink.is_chosen(heads_.read(part))) return;
  opener_of(part.kind).open(part, input, sink, counted);
}

}  // namespace urlsieve
