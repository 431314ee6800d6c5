#include "src/documents/body_opener.hpp"

#include <algorithm>
#include <span>

#include "src/documents/captured_name.hpp"
#include "src/documents/input_head.hpp"
#include "src/documents/mailboxes/mbox.hpp"
#include "src/documents/mailboxes/mbox_separator.hpp"
#include "src/documents/mailboxes/message_signs.hpp"
#include "src/documents/message/folded_file.hpp"
#include "src/text/encodings/utf8.hpp"
#include "urlsieve/input_options.hpp"

namespace urlsieve {
namespace {

// Returns the messages in a body. Without a type of its own, a mailbox begins with its separator line, and a
// message has the name of a message and two fields of mail.
messages_in_body find_messages(std::string_view content_type, std::string_view url, std::string_view body) {
  body = without_utf8_mark(body);
  const bool may_be_mailbox = body.starts_with("From ");
  const bool may_be_message = begins_field(body);
  if (!may_be_mailbox && !may_be_message) return messages_in_body::none;
  const bool is_mail = is_mail_type(content_type);
  if (!is_mail && !is_vague_type(content_type)) return messages_in_body::none;
  if (may_be_mailbox && begins_mbox(input_head({}, body, true))) return messages_in_body::mailbox;
  const bool is_message = may_be_message && (is_mail || (is_message_url(url) && begins_message(body)));
  return is_message ? messages_in_body::one : messages_in_body::none;
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

body_reader::limits limits_of_bodies(const input_options& options, script_bodies scripts) {
  return {.max_document = options.max_document,
          .scripts = scripts,
          .undeclared = find_encoding(options.charset),
          .find_messages = find_messages};
}

body_opener::body_opener(const input_options& options, script_bodies scripts, opener& messages)
    : multiparts_(scripts, find_encoding(options.charset)),
      messages_(&messages),
      max_document_(options.max_document) {}

void body_opener::open(document& opened, std::string_view content_type, const body_form& form,
                       document_sink& sink, stats& counted) {
  if (form.messages != messages_in_body::none) return open_messages(opened, form.messages, sink, counted);
  if (!form.multipart_type.empty()) return multiparts_.read(opened, form.multipart_type, sink, counted);
  if (opened.type == media::text) {
    scratch_.clear();
    unfold_text(content_type, opened, scratch_);
  }
  sink.add_document(opened);
}

// Delivers the parts of the messages in a body, and text between the messages of a mailbox.
void body_opener::open_messages(const document& whole, messages_in_body kind, document_sink& sink,
                                stats& counted) {
  slices_.clear();
  std::string_view rest = without_utf8_mark(whole.body);
  if (kind == messages_in_body::mailbox) {
    input_options options;
    options.max_document = max_document_;
    const splitter::progress progress =
        mbox_splitter(options).split(rest, whole.offset, true, whole.source, slices_, counted);
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

}  // namespace urlsieve
