#include "src/documents/slice_opener.hpp"

#include <algorithm>
#include <span>
#include <string_view>

#include "src/codec/charset_detection.hpp"
#include "src/documents/captured_name.hpp"
#include "src/documents/header_fields.hpp"
#include "src/documents/http/wide_body.hpp"
#include "src/documents/input_head.hpp"
#include "src/documents/lines/table_type.hpp"
#include "src/documents/mailboxes/mbox.hpp"
#include "src/documents/mailboxes/mbox_separator.hpp"
#include "src/documents/mailboxes/message_signs.hpp"
#include "src/documents/media_type.hpp"
#include "src/documents/message/folded_file.hpp"
#include "src/documents/message/mail_receiver.hpp"
#include "src/text/ascii.hpp"

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

// Returns the messages in a body. A mailbox labelled as text begins with its separator line.
messages_in_body find_messages(std::string_view content_type, std::string_view body) {
  const std::string_view type = essence_of(content_type);
  const bool is_mail = ascii::is_one_of(type, {"message/rfc822", "message/global", "message/news",
                                               "application/mbox", "application/x-mimearchive"});
  if (!is_mail && !ascii::same(type, "text/plain")) return messages_in_body::none;
  if (body.starts_with("From ") && begins_mbox(input_head({}, body, true))) return messages_in_body::mailbox;
  return is_mail && begins_field(body) ? messages_in_body::one : messages_in_body::none;
}

// Gives the documents of messages in a body the URL of the body as their base, unless they have a base.
class based_sink final : public document_sink {
 public:
  based_sink(document_sink& to, std::string_view base) : to_(to), base_(base) {}

  void add_document(const document& opened) override { to_.add_document(based(opened)); }
  void add_part(const document& opened, related_parts& others) override {
    to_.add_part(based(opened), others);
  }
  void add_references(const document& context, std::span<const reference> found) override {
    to_.add_references(based(context), found);
  }
  bool add_file(const document& context, std::string_view name, std::string_view bytes) override {
    return to_.add_file(based(context), name, bytes);
  }
  void add_redirect(std::string_view from, std::string_view to, redirect_kind kind) override {
    to_.add_redirect(from, to, kind);
  }

 private:
  [[nodiscard]] document based(document opened) const {
    if (opened.base.empty()) opened.base = base_;
    return opened;
  }

  document_sink& to_;
  std::string_view base_;
};

}  // namespace

// Sets the charset of text in a record of a web archive; files were decoded before splitting. Windows are not
// guessed, because only the first window would decide.
void whole_opener::set_text_charset(const slice& part, std::string_view input, document& opened,
                                    stats& counted) const {
  if (part.record_size == 0 || !is_plain_text(opened.type)) return;
  const bool is_window = part.continues || part.owner != nullptr;
  const undeclared_charset found =
      is_window ? undeclared_charset{undeclared_, false} : find_undeclared_charset(part.bytes, undeclared_);
  opened.charset = found.named.name;
  if (found.is_guessed && !opened.charset.empty())
    counted.damaged_at(damage::guessed_charset, input, part.offset, opened.charset);
}

void whole_opener::open(const slice& part, std::string_view input, document_sink& sink, stats& counted) {
  document opened;
  scratch_.clear();
  opened.body = part.bytes;
  opened.type = part.type == media::script && scripts_ == script_bodies::as_text ? media::text : part.type;
  // Windows of a text do not contain whole lines.
  if (part.type == media::text && part.owner == nullptr && is_robots_url(part.target))
    opened.type = media::robots;
  opened.charset = charset_parameter(part.media_type);
  const bool is_whole_record = part.record_size != 0 && part.owner == nullptr && !part.continues;
  if (const auto wide = is_whole_record ? find_wide_body(part.media_type, part.bytes) : std::nullopt) {
    opened.body = decode_wide_body(part.bytes, *wide, scratch_);
    opened.charset = "utf-8";
    if (opened.type == media::text) opened.where = "text";
  }
  opened.base = part.target;
  opened.fields = part.fields;
  opened.columns = part.columns.get();
  if (opened.charset.empty()) set_text_charset(part, input, opened, counted);
  if (opened.type == media::text) {
    if (is_whole_record) find_table(part.media_type, part.target, opened);
    if (is_whole_record || !part.media_type.empty()) unfold_text(part.media_type, opened, scratch_);
  }
  opened.location = unfolded(part.location, {}, scratch_);
  opened.source = part.target.empty() ? input : part.target;
  opened.offset = part.offset + part.body_offset;
  opened.continues = part.continues;
  opened.head = part.head;
  opened.page_base = part.page_base;
  if (!part.target.empty() && !part.continues) sink.add_visit(opened);
  sink.add_document(opened);
}

http_opener::http_opener(const input_options& options, script_bodies scripts, message_opener& messages)
    : http_({.max_document = options.max_document,
             .scripts = scripts,
             .undeclared = find_encoding(options.charset),
             .find_messages = find_messages}),
      multiparts_(scripts, find_encoding(options.charset)),
      messages_(&messages),
      max_document_(options.max_document) {}

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
  if (has_body) open_body(opened, sink, counted);
  if (!http_.canonical().empty()) sink.add_redirect(opened.base, http_.canonical(), redirect_kind::canonical);
}

void http_opener::open_body(document& opened, document_sink& sink, stats& counted) {
  if (http_.messages() != messages_in_body::none) return open_messages(opened, sink, counted);
  opened.location = value_among(header_references_, "http:Content-Location");
  if (http_.is_request()) opened.where_prefix = "request:";
  if (opened.type == media::text && http_.multipart_type().empty()) {
    scratch_.clear();
    unfold_text(http_.content_type(), opened, scratch_);
  }
  if (http_.multipart_type().empty())
    sink.add_document(opened);
  else
    multiparts_.read(opened, http_.multipart_type(), sink, counted);
}

// Delivers the parts of the messages in a body, and text between the messages of a mailbox.
void http_opener::open_messages(const document& whole, document_sink& sink, stats& counted) {
  slices_.clear();
  std::string_view rest = whole.body;
  if (http_.messages() == messages_in_body::mailbox) {
    input_options options;
    options.max_document = max_document_;
    const splitter::progress progress =
        mbox_splitter(options).split(whole.body, whole.offset, true, whole.source, slices_, counted);
    rest.remove_prefix(std::min(progress.consumed, rest.size()));
  }
  if (!rest.empty()) {
    slice& last = slices_.emplace_back();
    last.kind = slices_.size() == 1 ? slice_kind::message : slice_kind::whole;
    last.bytes = rest;
    last.offset = whole.offset;
  }
  based_sink based(sink, whole.base);
  for (slice& part : slices_) {
    part.offset = whole.offset;
    if (part.kind == slice_kind::message) {
      messages_->open(part, whole.source, based, counted);
      continue;
    }
    document between = whole;
    between.body = part.bytes;
    between.where = "text";
    sink.add_document(between);
  }
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
    case slice_kind::har_entry:
      return har_;
    case slice_kind::record:
      break;
  }
  return whole_;
}

void slice_opener::open(const slice& part, std::string_view input, document_sink& sink, stats& counted) {
  if (part.kind == slice_kind::record) return;
  const bool may_be_mirrored = part.kind == slice_kind::whole || part.kind == slice_kind::http_message;
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
