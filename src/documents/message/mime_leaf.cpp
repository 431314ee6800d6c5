#include "src/documents/message/mime_leaf.hpp"

#include <algorithm>
#include <array>

#include "src/codec/charset_detection.hpp"
#include "src/codec/inline_block.hpp"
#include "src/documents/header_fields.hpp"
#include "src/documents/input_head.hpp"
#include "src/documents/lines/delimited_text.hpp"
#include "src/documents/lines/table_type.hpp"
#include "src/documents/media_type.hpp"
#include "src/documents/message/content_lines.hpp"
#include "src/documents/message/flowed_text.hpp"
#include "src/documents/message/stuffed_lines.hpp"
#include "src/documents/message/untyped_text.hpp"
#include "src/text/ascii.hpp"
#include "src/text/npos.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t longest_type = 64;  // of a type name in the counts

// Returns true for application types that are text, given without "application/".
bool is_text_like(std::string_view subtype) {
  if (ascii::begins(subtype, "x-")) subtype.remove_prefix(2);
  return ascii::is_one_of(
      subtype, {"patch",     "diff",  "sh",           "shellscript", "perl", "python",   "ruby", "tex",
                "latex",     "troff", "texinfo",      "yaml",        "toml", "sql",      "csv",  "ndjson",
                "httpd-php", "php",   "news-message", "rtf",         "mbox", "troff-man"});
}

// Returns the type of markup that is read anywhere in a message.
std::optional<media> media_of_markup(std::string_view type) {
  if (ascii::same(type, "text/html") || ascii::same(type, "text/x-amp-html")) return media::html;
  if (ascii::same(type, "application/xhtml+xml") || ascii::same(type, "application/vnd.wap.xhtml+xml"))
    return media::xhtml;
  if (ascii::same(type, "image/svg+xml")) return media::xml;
  return std::nullopt;
}

std::optional<media> media_of_structured(std::string_view subtype) {
  if (ascii::is_one_of(subtype, {"xml", "x-opml"}) || ascii::ends(subtype, "+xml")) return media::xml;
  if (ascii::same(subtype, "json") || ascii::ends(subtype, "+json")) return media::json;
  return std::nullopt;
}

// Returns the type of an application part when attachments are read.
std::optional<media> media_of_application(std::string_view subtype) {
  const std::optional<media> structured = media_of_structured(subtype);
  return structured || !is_text_like(subtype) ? structured : media::text;
}

std::optional<media> media_of_name(std::string_view name) {
  if (ascii::ends(name, ".html") || ascii::ends(name, ".htm") || ascii::ends(name, ".xhtml") ||
      ascii::ends(name, ".shtml"))
    return media::html;
  if (names_text(name)) return media::text;
  return std::nullopt;
}

// Removes quotes, comments and brackets around a charset name: "'utf-8'", "utf-8(comment)", "<utf-8>".
std::string_view bare_label(std::string_view label) {
  const std::size_t begin = std::min(label.find_first_not_of(" \t\r\n'\"<="), label.size());
  label.remove_prefix(begin);
  return label.substr(0, label.find_first_of(" \t\r\n'\"<>(;,"));
}

// Labels of ASCII are frequent on other charsets, and a page may declare its own.
bool is_uninformative(std::string_view label) {
  return label.empty() || ascii::same(label, "us-ascii") || ascii::same(label, "ascii");
}

// Returns true for types whose content decides: generic, compressed, archive or mailbox types.
bool is_file_type(std::string_view type) {
  if (is_untyped_file(type) || is_gzip_type(type)) return true;
  if (!ascii::begins(type, "application/")) return false;
  type.remove_prefix(12);
  if (ascii::begins(type, "x-")) type.remove_prefix(2);
  return ascii::is_one_of(type, {"zip", "zip-compressed", "compressed", "compress", "tar", "gtar",
                                 "compressed-tar", "bzip", "bzip2", "bzip-compressed-tar", "xz", "lzma",
                                 "zstd", "lz4", "lzip", "7z-compressed", "cpio", "mbox", "warc"});
}

// Returns true if a part declares no type, or a text type that no row knows ("text/watch-html").
bool lacks_text_type(std::string_view declared, std::string_view type) {
  if (declared.empty()) return true;
  return ascii::begins(type, "text/") && !ascii::same(type, "text/plain") && !is_text_like(type.substr(5));
}

// Returns true for application types that no row knows, such as those by which mail programs label tables and
// notes (application/vnd.ms-excel for .csv). Signatures are no files.
bool is_unknown_application(std::string_view type) {
  return ascii::begins(type, "application/") && !media_of_application(type.substr(12)) &&
         !ascii::is_one_of(type, {"application/pgp-signature", "application/pkcs7-signature",
                                  "application/x-pkcs7-signature"});
}

}  // namespace

std::string_view prefix_of(media type) {
  switch (type) {
    case media::html:
    case media::xhtml:
      return "html:";
    case media::xml:
      return "xml:";
    default:
      return {};
  }
}

bool is_attachment_type(std::string_view type) {
  return is_file_type(type) ||
         (ascii::begins(type, "application/") && media_of_application(type.substr(12)).has_value());
}

const mime_leaf_reader::charset_answer& mime_leaf_reader::charset_named(std::string_view label) {
  for (const charset_answer& known : known_charsets_)
    if (known.label == label) return known;
  charset_answer& answer = known_charsets_[next_known_++ % known_charsets_.size()];
  answer.label = label;
  answer.mail = find_mail_encoding(label);
  answer.in_html = find_encoding(label) == answer.mail;
  return answer;
}

// Returns the type of a part that declares "text/" and `subtype`.
mime_leaf_reader::part_media mime_leaf_reader::media_of_text(std::string_view subtype) {
  if (ascii::same(subtype, "css")) return {media::css};
  if (is_table_subtype(subtype)) return {.table = true};
  return {media_of_structured(subtype).value_or(media::text)};
}

// Returns the type that a part declares. A generic file is `media::text` until its bytes are examined. An
// invalid type means text (RFC 2045 section 5.2), unless the bytes are not text.
std::optional<mime_leaf_reader::part_media> mime_leaf_reader::media_of_part(const mime_part& part,
                                                                            std::string_view type) const {
  // Most parts are plain text, so check that first.
  if (part.role == mime_part::kind::stray || ascii::same(type, "text/plain")) return part_media{};
  if (is_content_lines_type(type)) return part_media{media::text, true};
  if (const std::optional<media> markup = media_of_markup(type)) return part_media{*markup};
  if (ascii::begins(type, "text/")) return media_of_text(type.substr(5));
  if (ascii::begins(type, "message/")) return part_media{};
  if (attachments_ && (is_file_type(type) || is_unknown_application(type)))
    return part_media{.is_file = true};
  if (!is_untyped_file(type) && !is_known_top_level(type.substr(0, type.find('/'))))
    return part_media{.by_content = true};
  if (!attachments_) return std::nullopt;
  if (!ascii::begins(type, "application/")) return std::nullopt;
  const std::string_view subtype = type.substr(12);
  const std::optional<media> known = media_of_application(subtype);
  return known ? std::optional(part_media{.type = *known, .table = is_table_subtype(subtype)}) : std::nullopt;
}

// The name of a file identifies a page only if its bytes are text.
std::optional<mime_leaf_reader::part_media> mime_leaf_reader::media_of_file(const mail_header& header,
                                                                            std::string_view bytes) {
  if (begins_content_lines(bytes)) return part_media{media::text, true};
  std::optional<media> shown = media_of({}, bytes);
  if (!shown) shown = media_of("text/plain", bytes);  // a text may have some control bytes
  if (!shown || *shown != media::text) return shown ? std::optional(part_media{*shown}) : std::nullopt;
  std::string_view name = name_of(header);
  if (ascii::ends(name, ".p7m")) name.remove_suffix(4);
  return part_media{media_of_name(name).value_or(media::text)};
}

void mime_leaf_reader::read(const mime_part& part, line_stuffing stuffing, const document& context,
                            stats& counted, mail_receiver& receiver) {
  if (decoded_.used() != 0) decoded_.clear();
  const mail_header& header = part.header;
  const std::string_view type =
      header.content_type.empty() ? std::string_view("text/plain") : mail_type(header.content_type);
  if (ascii::same(type, "message/external-body")) return;  // the part only refers to a body elsewhere
  if (part.role == mime_part::kind::file) return read_file(part, type, context, counted, receiver);
  std::optional<part_media> kind = media_of_part(part, type);
  if (!kind) return counted.count_skipped("part", ascii::lowered(type.substr(0, longest_type)));
  document opened = context;
  if (part.role == mime_part::kind::stray) {
    counted.damaged_at(part.why, context.source, context.offset,
                       !part.note.empty()                          ? part.note
                       : part.why == damage::too_deep              ? "parts nested too deep"
                       : part.why == damage::bad_transfer_encoding ? "a message that cannot be decoded"
                                                                   : "a multipart without its boundary");
    return emit_untyped(opened, part.body, {}, counted, receiver);
  }
  const transfer_encoding coding = find_transfer_encoding(header.transfer_encoding);
  if (coding == transfer_encoding::unknown)
    counted.damaged_at(damage::bad_transfer_encoding, context.source, context.offset,
                       header.transfer_encoding.substr(0, longest_type));
  // Stuffed "From " lines matter only if lines are joined.
  text_form form = form_of(header, *kind);
  const bool joins = form.flowed || form.content_lines || coding == transfer_encoding::quoted_printable;
  const std::string_view body =
      joins || stuffing == line_stuffing::nntp ? without_stuffing(part.body, stuffing, decoded_) : part.body;
  const decoded_transfer decoded = decode_transfer(coding, body, decoded_);
  const bool is_untyped = *kind == part_media() && lacks_text_type(header.content_type, type);
  bool is_attached = false;
  if (kind->is_file || kind->by_content) {
    const std::string_view file = decoded.bytes.empty() ? decoded.rest : decoded.bytes;
    is_attached = kind->is_file && receiver.add_file(context, name_of(header), file);
    if (!is_attached) kind = media_of_file(header, file);
    if (!kind) return counted.count_skipped("part", ascii::lowered(type.substr(0, longest_type)));
    form.content_lines = kind->content_lines;
  }
  opened.type = kind->type;
  if (decoded.damaged)
    counted.damaged_at(damage::bad_transfer_encoding, context.source, context.offset,
                       "a body that is not in its encoding");
  if (!is_attached && (decoded.rest.size() != body.size() || decoded.rest.empty())) {
    if (is_untyped && begins_untyped_page(decoded.bytes))
      emit_untyped(opened, decoded.bytes, form, counted, receiver);
    else
      emit(opened, decoded.bytes, form, counted, receiver);
  }
  if (decoded.rest.empty() || (is_attached && decoded.bytes.empty())) return;
  opened.type = media::text;
  opened.where_prefix = {};
  opened.fields = {};
  opened.continues = decoded.rest.size() != body.size();
  emit(opened, decoded.rest, {}, counted, receiver);
}

// Reads decoded bytes without a declared type.
void mime_leaf_reader::read_file(const mime_part& part, std::string_view type, const document& context,
                                 stats& counted, mail_receiver& receiver) {
  if (attachments_ && receiver.add_file(context, name_of(part.header), part.body)) return;
  const std::optional<part_media> kind =
      attachments_ ? media_of_file(part.header, part.body) : std::optional<part_media>();
  if (!kind) return counted.count_skipped("part", ascii::lowered(type.substr(0, longest_type)));
  text_form form = form_of(part.header, *kind);
  form.content_lines = kind->content_lines;
  document opened = context;
  opened.type = kind->type;
  emit(opened, part.body, form, counted, receiver);
}

std::string_view mime_leaf_reader::name_of(const mail_header& header) {
  const std::string_view name = parameters_.find_decoded(header.disposition, "filename", decoded_);
  return name.empty() ? parameters_.find_decoded(header.content_type, "name", decoded_) : name;
}

bool mime_leaf_reader::is_named_table(const mail_header& header) {
  // Most parts have no name, so check that first.
  if (header.disposition.empty() && header.content_type.find("ame") == npos) return false;
  return has_name_of_table(stripped_name(name_of(header)));
}

mime_leaf_reader::text_form mime_leaf_reader::form_of(const mail_header& header, part_media kind) {
  constexpr std::string_view shortest = "text/plain; charset=";
  text_form form;
  form.content_lines = kind.content_lines;
  form.table = kind.table || (kind.type == media::text && !kind.content_lines && is_named_table(header));
  if (header.content_type.size() <= shortest.size() - 5) return form;
  constexpr std::array<std::string_view, 3> names{"charset", "format", "delsp"};
  std::array<std::string_view, names.size()> values;
  parameters_.find_each(header.content_type, names, values, decoded_);
  form.charset = bare_label(values[0]);
  form.flowed = kind.type == media::text && ascii::same(values[1], "flowed");
  form.del_sp = form.flowed && ascii::same(values[2], "yes");
  return form;
}

// Delivers decoded bytes of any media type.
void mime_leaf_reader::emit(document& opened, std::string_view bytes, const text_form& form, stats& counted,
                            mail_receiver& receiver) {
  opened.charset = {};
  if (opened.type == media::text) return emit_text(opened, bytes, form, counted, receiver);
  opened.body = bytes;
  opened.where_prefix = prefix_of(opened.type);
  if (!is_uninformative(form.charset)) {
    const charset_answer& charset = charset_named(form.charset);
    if (charset.mail.kind == encoding_kind::unknown) {
      counted.damaged_at(damage::unknown_charset, opened.source, opened.offset,
                         form.charset.substr(0, longest_type));
    } else if (is_contradicted(charset.mail, bytes)) {
      opened.charset = {};
    } else if (is_wide(charset.mail)) {
      opened.charset = with_byte_order_of(bytes, charset.mail).name;
    } else if (charset.in_html) {
      opened.charset = charset.label;
    } else {
      opened.body = charsets_.decode(charset.mail, bytes, decoded_);
      opened.charset = "utf-8";
    }
  }
  receiver.add_document(opened);
}

// Delivers bytes that declare no type, which may be text and pages in turn.
void mime_leaf_reader::emit_untyped(const document& context, std::string_view bytes, const text_form& form,
                                    stats& counted, mail_receiver& receiver) {
  bool has_page = false;
  do {
    const untyped_piece piece = take_untyped_piece(bytes);
    document opened = context;
    opened.type = piece.type;
    opened.continues = context.continues || (has_page && piece.type == media::text);
    has_page = has_page || piece.type == media::html;
    emit(opened, piece.bytes, form, counted, receiver);
  } while (!bytes.empty());
}

void mime_leaf_reader::emit_text(document& opened, std::string_view bytes, const text_form& form,
                                 stats& counted, mail_receiver& receiver) {
  if (form.content_lines && bytes.find('\0') == npos) bytes = joined_content_lines(bytes, decoded_);
  std::string_view text = decoded_text(opened, bytes, form.charset, counted);
  if (form.content_lines) text = plain_content_lines(text, decoded_);
  if (form.flowed) text = unflowed(text, form.del_sp, decoded_);
  opened.where = "text";
  if (form.table && !form.content_lines)
    opened.fields = find_declared_form(text.substr(0, input_head_size), text.size() <= input_head_size);
  if (opened.fields.delimiter != '\0') {
    opened.body = text;
    return receiver.add_document(opened);
  }
  emit_between_files(opened, text, counted, receiver);
}

// Decodes text. Text without a charset has the requested charset. Without a request, and for text labelled
// ASCII, the bytes are searched as they are: UTF-8 if valid; other non-ASCII bytes have an unknown charset
// and end a URL.
std::string_view mime_leaf_reader::decoded_text(const document& opened, std::string_view bytes,
                                                std::string_view label, stats& counted) {
  if (label.empty() && needs_decoding(undeclared_)) {
    const encoding named = find_undeclared_charset(bytes, undeclared_).named;
    return needs_decoding(named) ? charsets_.decode(named, bytes, decoded_) : bytes;
  }
  if (is_uninformative(label)) return bytes;
  const charset_answer& charset = charset_named(label);
  if (charset.mail.kind == encoding_kind::unknown)
    counted.damaged_at(damage::unknown_charset, opened.source, opened.offset, label.substr(0, longest_type));
  if (is_contradicted(charset.mail, bytes)) return bytes;
  return charsets_.decode(with_byte_order_of(bytes, charset.mail), bytes, decoded_);
}

// Skips and counts files encoded in the text; files that contain text are read if attachments are.
void mime_leaf_reader::emit_between_files(document& opened, std::string_view text, stats& counted,
                                          mail_receiver& receiver) {
  inline_block file;
  std::size_t from = 0;
  while (from < text.size() && find_inline_block(text, from, file)) {
    opened.body = text.substr(from, file.begin - from);
    receiver.add_document(opened);
    opened.continues = true;
    from = file.end;
    const bool is_uuencode = file.coding == inline_coding::uuencode;
    if (!attachments_ || !is_uuencode || !media_of_name(file.name)) {
      counted.count_skipped("part", is_uuencode ? "uuencode" : "yenc");
      continue;
    }
    document attached = opened;
    attached.type = *media_of_name(file.name);
    attached.continues = false;
    if (attached.type != media::text) attached.where = {};
    attached.where_prefix = prefix_of(attached.type);
    attached.body = decode_uuencode(file.lines, decoded_).bytes;
    receiver.add_document(attached);
  }
  opened.body = text.substr(from);
  receiver.add_document(opened);
}

}  // namespace urlsieve
