#include "src/documents/message/mime_walk.hpp"

#include <algorithm>

#include "src/codec/cms_content.hpp"
#include "src/documents/header_fields.hpp"
#include "src/documents/mailboxes/message_signs.hpp"
#include "src/text/ascii.hpp"
#include "src/text/digits.hpp"
#include "src/text/npos.hpp"

namespace urlsieve {
namespace {

bool is_multipart(std::string_view type) {
  return ascii::begins(type, "multipart/");
}

// Types of RFC 2046 section 5.2.1, RFC 6532 section 3.7, and of older news.
bool is_whole_message(std::string_view type) {
  return ascii::same(type, "message/rfc822") || ascii::same(type, "message/global") ||
         ascii::same(type, "message/news");
}

std::string_view first_line(std::string_view text) {
  return text.substr(0, text.find('\n'));
}

bool is_hex(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f');
}

// Returns true if a message is in the encoding that its part declares, which RFC 2046 section 5.2.1 forbids.
// Many parts declare an encoding without using it: a readable header is not base64, nor, with a bare "=",
// quoted-printable.
bool is_encoded(transfer_encoding encoding, std::string_view body) {
  switch (encoding) {
    case transfer_encoding::base64:
      return first_line(body).find(':') == npos;
    case transfer_encoding::uuencode:
      return !is_mail_field(body, 0);
    case transfer_encoding::quoted_printable: {
      const std::string_view head = body.substr(0, body.find("\n\n")).substr(0, 4096);
      bool escapes = false;
      for (std::size_t at = head.find('='); at != npos; at = head.find('=', at + 1)) {
        const std::string_view next = head.substr(at + 1, 2);
        if (next.size() < 2) break;
        const bool is_escape = is_hex(next[0]) && is_hex(next[1]);
        if (!is_escape && next[0] != '\n' && next[0] != '\r') return false;
        escapes = escapes || is_escape;
      }
      return escapes || body.find('=') != npos;
    }
    default:
      return false;
  }
}

// Returns the boundary of a multipart with a missing or wrong declaration: the first line with "--" before a
// header field of a part.
std::string_view guessed_boundary(std::string_view body) {
  constexpr std::size_t searched = std::size_t{64} << 10;
  body = body.substr(0, searched);
  for (std::size_t at = 0; at < body.size();) {
    const std::string_view line = first_line(body.substr(at));
    const std::size_t next = at + line.size() + 1;
    const bool names_part = next < body.size() && ascii::begins(body.substr(next), "content-");
    if (line.starts_with("--") && names_part) {
      const std::string_view boundary = trimmed(line.substr(2));
      if (!boundary.empty() && !boundary.ends_with("--")) return boundary;
    }
    at = next;
  }
  return {};
}

// Types of RFC 8551 section 3.2 and RFC 2311.
bool is_smime_type(std::string_view type) {
  return ascii::is_one_of(type, {"application/pkcs7-mime", "application/x-pkcs7-mime"});
}

std::string_view sealed_type(cms_kind kind) {
  switch (kind) {
    case cms_kind::enveloped_data:
      return "application/pkcs7-mime; smime-type=enveloped-data";
    case cms_kind::signed_data:
      return "application/pkcs7-mime; smime-type=certs-only";
    default:
      return "application/pkcs7-mime";
  }
}

// Returns true if the content begins with a field, or with the empty line of an entity without a header.
bool may_be_entity(std::string_view content) {
  const bool has_no_header = content.starts_with('\n') || content.starts_with("\r\n");
  const bool begins_with_url = content.substr(0, content.find('\n')).find("://") != npos;
  return has_no_header || (is_mail_field(content, 0) && !begins_with_url);
}

}  // namespace

mime_walker::mime_walker(header_choice links, bool attachments, mail_bases& bases)
    : choice_(links), attachments_(attachments), bases_(bases), headers_(links) {}

void mime_walker::walk(std::string_view message, mime_part_visitor& visitor) {
  visitor_ = &visitor;
  strings_.clear();
  opened_.clear();
  headers_.clear();
  boundaries_.clear();
  frames_.clear();
  parts_.clear();
  path_.clear();
  message_id_ = {};
  boundary_floor_ = 0;
  related_count_ = 0;
  place_count_ = 0;
  smime_depth_ = 0;
  expanded_ = 0;
  frames_.push_back({});
  frames_.back().is_message = true;
  walk_inside(message);
  flush();
}

// Requires: the frame of the message with header and body `text` is on top; the frame stays there.
void mime_walker::walk_inside(std::string_view text) {
  const std::size_t frame_floor = frames_.size();
  const std::size_t outer_floor = boundary_floor_;
  boundary_floor_ = boundaries_.size();
  boundary_line delimiter;
  std::size_t at = open_entity(text, 0, true);
  while (boundaries_.find(text, at, boundary_floor_, delimiter)) {
    close_pending(text, delimiter.begin, &delimiter);
    close_frames_inside(delimiter);
    if (delimiter.closes) {
      boundaries_.cut(delimiter.level);
      path_.resize(frames_.back().path_size);
      base_ = frames_.back().base;
      frames_.pop_back();
      at = delimiter.end;
      pending_ = pending::epilogue;
      pending_begin_ = at;
    } else {
      ++frames_.back().children;
      at = open_entity(text, delimiter.end, false);
    }
  }
  close_pending(text, text.size(), nullptr);
  frames_.resize(frame_floor);
  boundaries_.cut(boundary_floor_);
  boundary_floor_ = outer_floor;
}

// A delimiter ends everything open inside its multipart, even without inner delimiters.
void mime_walker::close_frames_inside(const boundary_line& delimiter) {
  while (frames_.back().is_message || frames_.back().boundary != delimiter.level) frames_.pop_back();
  boundaries_.cut(delimiter.level + 1);
}

// Sets the path of an entity: the path of its parent and its number there.
void mime_walker::number(bool of_message) {
  const frame& parent = frames_.back();
  path_.resize(parent.path_size);
  if (!path_.empty()) path_.push_back('.');
  append_digits(of_message ? 1 : parent.children, path_);
}

// Reads nested headers from `at` on, down to an entity that is not a message. Returns the start of its body.
std::size_t mime_walker::open_entity(std::string_view text, std::size_t at, bool of_message) {
  for (;;) {
    headers_.read(text, at, of_message, boundaries_, boundary_floor_, header_);
    at = header_.end;
    if (frames_.size() == 1 && of_message) {
      message_id_ = trimmed(header_.message_id);
      if (message_id_.starts_with('<')) message_id_ = message_id_.substr(1, message_id_.find('>') - 1);
      bases_.clear(message_id_);
    }
    const frame& parent = frames_.back();
    const std::string_view type = !header_.content_type.empty() ? mail_type(header_.content_type)
                                  : parent.is_digest            ? std::string_view("message/rfc822")
                                                                : std::string_view("text/plain");
    place_ = {parent.related, ++place_count_};
    base_ = bases_.enter(header_, is_multipart(type) ? nullptr : &place_, parent.base);
    number(of_message);
    if (header_.link_count != 0 || (choice_ == header_choice::all && !header_.fields.empty()))
      add_part(mime_part::kind::header, {},
               of_message ? std::string_view(path_).substr(0, parent.path_size) : std::string_view(path_));
    pending_ = pending::nothing;
    pending_begin_ = at;
    if (header_.is_cut || at >= text.size()) return at;

    const bool is_message =
        is_whole_message(type) || (ascii::same(type, "message/partial") &&
                                   parameters_.find(header_.content_type, "number", strings_) == "1");
    const bool is_file = attachments_ && is_untyped_file(type) && frames_.size() < max_depth;
    pending_ = is_smime(type) ? pending::smime : is_file ? pending::file : pending::leaf;
    if (!is_message && !is_multipart(type)) return at;
    pending_damage_ = damage::too_deep;
    pending_ = pending::stray;
    if (frames_.size() >= max_depth) return at;
    if (!is_message) {
      if (open_multipart(text, at, type, of_message)) {
        pending_ = pending::preamble;
      } else {
        pending_damage_ = damage::bad_message;
      }
      return at;
    }
    if (is_encoded(find_transfer_encoding(header_.transfer_encoding), text.substr(at))) {
      pending_ = pending::encoded_message;
      return at;
    }
    open_message();
    of_message = true;
  }
}

// Returns the declared boundary, unless only other delimiter lines occur.
std::string_view mime_walker::boundary_in(std::string_view text, std::size_t at, std::string_view declared) {
  const std::size_t outer = boundaries_.size();
  if (!declared.empty()) boundaries_.push(declared);
  boundary_line first;
  const bool any = boundaries_.find(text, at, boundary_floor_, first);
  boundaries_.cut(outer);
  if (any && first.level == outer) return declared;
  const std::size_t end = any ? first.begin : text.size();
  const std::string_view guessed = guessed_boundary(text.substr(at, end - at));
  return guessed.empty() ? declared : guessed;
}

bool mime_walker::open_multipart(std::string_view text, std::size_t at, std::string_view type,
                                 bool of_message) {
  const std::string_view declared = trimmed(parameters_.find(header_.content_type, "boundary", strings_));
  const std::string_view boundary = boundary_in(text, at, declared);
  if (boundary.empty()) return false;
  frame inner;
  inner.boundary = boundaries_.size();
  inner.is_digest = ascii::same(type, "multipart/digest");
  // The only multipart of a message adds no number of its own.
  inner.path_size = of_message ? frames_.back().path_size : path_.size();
  inner.base = base_;
  inner.related = frames_.back().related;
  if (inner.related == 0 && ascii::same(type, "multipart/related")) inner.related = ++related_count_;
  boundaries_.push(boundary);
  frames_.push_back(inner);
  return true;
}

void mime_walker::open_message() {
  frame inner;
  inner.is_message = true;
  inner.path_size = path_.size();
  inner.base = base_;
  frames_.push_back(inner);
}

// Closes the open entity at `end`, before the line end that belongs to the delimiter.
void mime_walker::close_pending(std::string_view text, std::size_t end, const boundary_line* delimiter) {
  const pending ended = pending_;
  pending_ = pending::nothing;
  if (ended == pending::nothing) return;
  if (delimiter != nullptr && end > pending_begin_ && text[end - 1] == '\n') {
    --end;
    if (end > pending_begin_ && text[end - 1] == '\r') --end;
  }
  const std::string_view body = text.substr(pending_begin_, end - pending_begin_);
  switch (ended) {
    case pending::nothing:
      return;
    case pending::preamble:
      return close_preamble(body, delimiter);
    case pending::leaf:
      return add_part(mime_part::kind::leaf, body, path_);
    case pending::stray:
      return add_part(mime_part::kind::stray, body, path_);
    case pending::encoded_message:
      return close_message(body);
    case pending::file:
      return close_file(body);
    case pending::smime:
      return close_smime(body);
    case pending::epilogue:
      if (!trimmed(body).empty()) add_part(mime_part::kind::epilogue, body, path_);
      return;
  }
}

// Without parts, the preamble is the whole content.
void mime_walker::close_preamble(std::string_view body, const boundary_line* delimiter) {
  const bool has_parts = delimiter != nullptr && !delimiter->closes && !frames_.back().is_message &&
                         frames_.back().boundary == delimiter->level;
  if (!has_parts) {
    pending_damage_ = damage::bad_message;
    add_part(mime_part::kind::stray, body, path_);
  } else if (!trimmed(body).empty()) {
    add_part(mime_part::kind::preamble, body, std::string_view(path_).substr(0, frames_.back().path_size));
  }
}

void mime_walker::close_message(std::string_view body) {
  const decoded_transfer decoded =
      decode_transfer(find_transfer_encoding(header_.transfer_encoding), body, opened_);
  if (decoded.damaged && decoded.rest.size() == body.size()) {
    pending_damage_ = damage::bad_transfer_encoding;
    return add_part(mime_part::kind::stray, body, path_);
  }
  open_message();
  walk_inside(decoded.bytes);
  frames_.pop_back();
}

// A generic file is a message if it begins like one. A mailbox, which begins with "From ", stays a file.
void mime_walker::close_file(std::string_view body) {
  constexpr std::size_t longest_head = std::size_t{16} << 10;
  const decoded_transfer head = decode_transfer(find_transfer_encoding(header_.transfer_encoding),
                                                body.substr(0, longest_head), opened_);
  const bool whole = body.size() > longest_head || !head.damaged;
  if (whole && begins_message(head.bytes) && !head.bytes.starts_with("From ")) return close_message(body);
  add_part(mime_part::kind::leaf, body, path_);
}

bool mime_walker::is_smime(std::string_view type) {
  if (!ascii::begins(type, "application/")) return false;
  if (is_smime_type(type)) return true;
  if (!is_untyped_file(type)) return false;
  std::string_view name = parameters_.find(header_.disposition, "filename", strings_);
  if (name.empty()) name = parameters_.find(header_.content_type, "name", strings_);
  return ascii::ends(name, ".p7m") || ascii::ends(name, ".p7z");
}

// Signed or compressed S/MIME content is an entity of its own (RFC 8551 section 3.1), or a file.
void mime_walker::close_smime(std::string_view body) {
  const decoded_transfer decoded =
      decode_transfer(find_transfer_encoding(header_.transfer_encoding), body, opened_);
  const cms_content found = read_cms(decoded.bytes, opened_);
  const bool is_opened = found.kind == cms_kind::signed_data || found.kind == cms_kind::compressed_data;
  if (found.kind == cms_kind::none && !is_smime_type(mail_type(header_.content_type)))
    return add_part(mime_part::kind::leaf, body, path_);  // only its name indicated S/MIME
  constexpr std::string_view malformed = "a truncated or malformed S/MIME structure";
  if (found.kind == cms_kind::none) {
    pending_damage_ = damage::bad_transfer_encoding;
    return add_part(mime_part::kind::stray, body, path_, malformed);
  }
  if (found.damaged) note_fault(damage::bad_transfer_encoding, malformed);
  if (!is_opened || !found.has_content) {
    if (!found.damaged) add_part(mime_part::kind::sealed, {}, path_, sealed_type(found.kind));
    return;
  }
  if (smime_depth_ == max_smime || frames_.size() >= max_depth)
    return note_fault(damage::too_deep, "S/MIME nested too deep");
  const std::string_view content =
      found.kind == cms_kind::compressed_data ? expanded(found.bytes) : found.bytes;
  if (!may_be_entity(content)) return add_part(mime_part::kind::file, content, path_);
  ++smime_depth_;
  open_message();
  walk_inside(content);
  frames_.pop_back();
  --smime_depth_;
}

// All compressed parts of a message together may expand to the size of one document.
std::string_view mime_walker::expanded(std::string_view packed) {
  if (unpacker_ == nullptr) unpacker_ = std::make_unique<content_decoder>();
  expansion_bound bound;
  bound.max_size -= std::min(bound.max_size, expanded_);
  const decoded_content content = unpacker_->decode("deflate", packed, bound, opened_);
  expanded_ += content.bytes.size();
  if (content.status == decode_status::too_large)
    note_fault(damage::expansion_limit, "compressed S/MIME");
  else if (content.status != decode_status::ok)
    note_fault(damage::bad_transfer_encoding, "truncated or corrupt compressed S/MIME");
  return content.bytes;
}

void mime_walker::note_fault(damage why, std::string_view note) {
  pending_damage_ = why;
  add_part(mime_part::kind::fault, {}, path_, note);
}

void mime_walker::add_part(mime_part::kind role, std::string_view body, std::string_view path,
                           std::string_view note) {
  mime_part& part = parts_.emplace_back();
  part.role = role;
  if (role == mime_part::kind::stray || role == mime_part::kind::fault) part.why = pending_damage_;
  part.note = note;
  if (role != mime_part::kind::preamble && role != mime_part::kind::epilogue) part.header = header_;
  part.body = body;
  part.base = base_;
  part.place = place_;
  part.path = strings_.copy(path);
  if (parts_.size() >= max_parts) flush();
}

void mime_walker::flush() {
  if (!parts_.empty()) visitor_->visit(parts_);
  parts_.clear();
}

}  // namespace urlsieve
