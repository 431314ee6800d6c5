#include "src/documents/message/mail_message.hpp"

#include "src/documents/header_fields.hpp"
#include "src/documents/message/mail_links.hpp"
#include "src/text/ascii.hpp"

namespace urlsieve {
namespace {

bool is_of_news(std::string_view fields) {
  header_fields all(fields);
  for (header_field field; all.next(field);)
    if (ascii::same(field.name, "newsgroups")) return true;
  return false;
}

}  // namespace

mail_reader::mail_reader(const mail_options& options, const url_options& urls, const encoding& undeclared)
    : headers_(options.headers),
      bases_(urls),
      walker_(options.headers, options.attachments, bases_),
      leaves_(options.attachments, undeclared) {}

void mail_reader::read(const slice& message, std::string_view input_name, stats& counted,
                       mail_receiver& receiver) {
  message_ = &message;
  input_name_ = input_name;
  counted_ = &counted;
  receiver_ = &receiver;
  walker_.walk(message.bytes, *this);
}

document mail_reader::context_of(const mime_part& part) const {
  document context;
  context.source = input_name_;
  context.offset = message_->offset;
  context.message_id = walker_.message_id();
  context.base = part.base;
  context.part = part.path;
  context.part_type = part.header.content_type;
  return context;
}

void mail_reader::visit(std::span<const mime_part> parts) {
  for (const mime_part& part : parts) {
    place_ = part.place;
    if (part.role == mime_part::kind::header) {
      read_header(part);
      continue;
    }
    if (part.role == mime_part::kind::sealed) {
      counted_->count_skipped("part", part.note);
      continue;
    }
    if (part.role == mime_part::kind::fault) {
      counted_->damaged_at(part.why, input_name_, message_->offset, part.note);
      continue;
    }
    if (!part.header.content_type.empty() && ascii::begins(part.header.content_type, "message/ext"))
      find_external_body(part);
    document context = context_of(part);
    // Text beside the parts does not count as a document.
    context.continues = part.role == mime_part::kind::preamble || part.role == mime_part::kind::epilogue;
    leaves_.read(part, message_->stuffing, context, *counted_, *receiver_);
  }
}

void mail_reader::read_header(const mime_part& part) {
  if (strings_.used() != 0) strings_.clear();
  references_.clear();
  document context = context_of(part);
  if (headers_ == header_choice::all) {
    read_every_field(part, context);
  } else {
    const std::vector<header_field>& links = walker_.link_fields();
    for (std::size_t i = 0; i < part.header.link_count; ++i) {
      const header_field& field = links[part.header.first_link + i];
      read_links(field);
    }
  }
  if (!references_.empty()) receiver_->add_references(context, references_);
}

// Senders use encoded words in these fields although RFC 2369 section 2 forbids them.
void mail_reader::read_links(const header_field& field) {
  const bool has_words = field.value.find("=?") != std::string_view::npos;
  const std::string_view value =
      has_words ? words_.decode(unfolded(field.value, " ", strings_), strings_) : field.value;
  find_mail_links(field.name, value, strings_, references_);
}

// Link fields give references; all other fields are searched as text.
void mail_reader::read_every_field(const mime_part& part, document& context) {
  const bool of_news = is_of_news(part.header.fields);
  header_fields fields(part.header.fields);
  for (header_field field; fields.next(field);) {
    const std::size_t before = references_.size();
    if (is_mail_link_field(field.name)) {
      read_links(field);
    } else {
      find_message_ids(field.name, field.value, of_news, strings_, references_);
    }
    if (references_.size() != before) continue;
    if (field.value.find(':') == std::string_view::npos && field.value.find("=?") == std::string_view::npos &&
        field.value.find("www.") == std::string_view::npos)
      continue;
    if (!references_.empty()) receiver_->add_references(context, references_);
    references_.clear();
    document text = context;
    text.body = words_.decode(unfolded(field.value, " ", strings_), strings_);
    text.where = header_where(field.name, strings_);
    text.continues = true;  // a field does not count as a document
    receiver_->add_document(text);
  }
}

// Delivers the URL of an external body (RFC 2017 section 3), without white space.
void mail_reader::find_external_body(const mime_part& part) {
  if (headers_ == header_choice::none) return;
  if (strings_.used() != 0) strings_.clear();
  references_.clear();
  const std::string_view url = parameters_.find(part.header.content_type, "url", strings_);
  std::string& raw = external_url_;
  raw.clear();
  for (const char c : url)
    if (c != ' ' && c != '\t' && c != '\r' && c != '\n') raw.push_back(c);
  if (raw.empty()) return;
  reference& found = references_.emplace_back();
  found.raw = raw;
  found.where = "header:Content-Type";
  receiver_->add_references(context_of(part), references_);
}

}  // namespace urlsieve
