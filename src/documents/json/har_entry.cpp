#include "src/documents/json/har_entry.hpp"

#include <charconv>
#include <string>

#include "src/codec/transfer_encoding.hpp"
#include "src/documents/header_fields.hpp"
#include "src/documents/json/json_signs.hpp"
#include "src/documents/media_type.hpp"
#include "src/documents/utc_date.hpp"
#include "src/text/arena.hpp"
#include "src/text/ascii.hpp"
#include "src/text/json/json_escape.hpp"
#include "src/text/json/json_scanner.hpp"
#include "src/text/npos.hpp"

namespace urlsieve {
namespace {

// Returns the digits behind a colon at the front of `text`.
std::string_view number_behind(std::string_view text) {
  const std::size_t first = std::min(text.find_first_not_of(" \t\r\n:"), text.size());
  text.remove_prefix(first);
  return text.substr(0, text.find_first_not_of("0123456789"));
}

// Returns true for headers that describe the encoded message, which HAR does not store.
bool is_of_transfer(std::string_view name) {
  return ascii::is_one_of(name, {"content-type", "content-encoding", "transfer-encoding", "content-length"});
}

// Appends a header. HAR may join several values of a name with line ends.
void append_field(std::string_view name, std::string_view value, std::string& out) {
  if (name.empty() || name.find_first_of(":\r\n \t") != npos) return;
  while (!value.empty()) {
    const std::size_t end = std::min(value.find_first_of("\r\n"), value.size());
    const std::string_view line = trimmed(value.substr(0, end));
    if (!line.empty()) out.append(name).append(": ").append(line).append("\r\n");
    value.remove_prefix(std::min(end + 1, value.size()));
  }
}

}  // namespace

// The values of an entry, as written between the quotes.
struct har_entry_reader::fields {
  struct header {
    std::string_view name;
    std::string_view value;
  };

  std::string_view url;
  std::string_view begun;
  bool has_request = false;
  bool has_response = false;
  std::string_view status;
  std::string_view redirect;
  std::vector<header> headers;
  std::string_view type;
  std::string_view text;
  std::string_view encoding;
};

const har_entry_reader::entry& har_entry_reader::read(const slice& part, std::string_view input,
                                                      stats& counted) {
  strings_.clear();
  message_.clear();
  entry_.references.clear();
  entry_.response = {};
  fields found;
  const bool is_whole = scan(part.bytes, found);
  const bool is_counted = !part.head.empty();
  entry_.url = decoded(found.url);
  if (!is_counted && (!is_whole || entry_.url.empty()))
    counted.damaged_at(
        damage::bad_record_header, input, part.offset,
        is_whole ? "an entry without the URL of a request" : "an entry that is not a JSON object");
  const auto add = [&](std::string_view url, std::string_view where) {
    if (url.empty()) return;
    reference& added = entry_.references.emplace_back();
    added.raw = url;
    added.where = where;
  };
  add(entry_.url, "json:log.entries.request.url");
  add(decoded(found.redirect), "json:log.entries.response.redirectURL");
  read_head(found);
  if (found.has_response) write_response(found, part, input, counted);
  return entry_;
}

void har_entry_reader::read_head(const fields& from) {
  source_head head;
  head.kind = source_kind::capture;
  head.record_type = "response";
  head.target = entry_.url;
  date_ = utc_of_iso(decoded(from.begun));
  head.date = date_;
  std::from_chars(from.status.data(), from.status.data() + from.status.size(), head.status);
  std::string_view type = decoded(from.type);
  for (const fields::header& field : from.headers)
    if (type.empty() && ascii::same(field.name, "content-type")) type = decoded(field.value);
  // Browsers write "x-unknown" for a response without a type.
  if (type.find('/') == npos) type = {};
  type_ = ascii::lowered(trimmed(essence_of(type)));
  head.media_type = type_;
  entry_.head = head;
}

// Reads the members before the first invalid byte. Returns false if there is an invalid byte, or if the entry
// does not begin with its bracket.
bool har_entry_reader::scan(std::string_view bytes, fields& out) {
  const bool is_object = bytes.starts_with('{');
  const json_extent extent = measure_json(bytes, !is_object);
  bytes = bytes.substr(0, extent.size);
  json_scanner scanner(bytes.substr(is_object && !bytes.empty() ? 1 : 0));
  path_.assign(1, {});
  const auto is_at = [&](std::size_t depth, std::string_view member, std::string_view inner) {
    return path_.size() == depth && path_[0] == member && (depth < 2 || path_[1] == inner);
  };
  for (json_token token = scanner.next(); token != json_token::end; token = scanner.next()) {
    switch (token) {
      case json_token::object:
      case json_token::array:
        out.has_request = out.has_request || (path_.size() == 1 && path_[0] == "request");
        out.has_response = out.has_response || (path_.size() == 1 && path_[0] == "response");
        path_.emplace_back();
        if (path_.size() == 4 && path_[0] == "response" && path_[1] == "headers") out.headers.emplace_back();
        break;
      case json_token::close:
        path_.pop_back();
        if (path_.empty()) return is_object && extent.is_whole;
        break;
      case json_token::key: {
        path_.back() = scanner.text();
        const bool is_status = is_at(2, "response", "status");
        const char* const behind = scanner.text().data() + scanner.text().size() + 1;
        if (is_status && out.status.empty())
          out.status =
              number_behind({behind, static_cast<std::size_t>(bytes.data() + bytes.size() - behind)});
        break;
      }
      default: {
        const std::string_view text = scanner.text();
        if (is_at(1, "startedDateTime", {})) out.begun = text;
        if (is_at(2, "request", "url")) out.url = text;
        if (is_at(2, "response", "redirectURL")) out.redirect = text;
        if (is_at(3, "response", "content")) {
          if (path_[2] == "mimeType") out.type = text;
          if (path_[2] == "text") out.text = text;
          if (path_[2] == "encoding") out.encoding = text;
        }
        if (is_at(4, "response", "headers") && !out.headers.empty()) {
          if (path_[3] == "name") out.headers.back().name = text;
          if (path_[3] == "value") out.headers.back().value = text;
        }
        break;
      }
    }
  }
  return false;
}

void har_entry_reader::write_response(const fields& from, const slice& part, std::string_view input,
                                      stats& counted) {
  message_.append("HTTP/1.1 ").append(from.status.empty() ? "200" : from.status).append(" \r\n");
  std::string_view type = decoded(from.type);
  for (const fields::header& field : from.headers) {
    const std::string_view name = decoded(field.name);
    if (type.empty() && ascii::same(name, "content-type")) type = decoded(field.value);
    if (!is_of_transfer(name)) append_field(name, decoded(field.value), message_);
  }
  std::string_view body = decoded(from.text);
  const bool is_coded = ascii::same(from.encoding, "base64");
  if (is_coded) {
    const decoded_transfer transfer = decode_transfer(transfer_encoding::base64, body, strings_);
    if (transfer.damaged || !transfer.rest.empty())
      counted.damaged_at(damage::bad_content_encoding, input, part.offset, "content that is not base64");
    body = transfer.bytes;
  }
  // Browsers write "x-unknown" for a response without a type.
  const bool has_type = type.find('/') != npos;
  const bool is_decoded = !is_coded && !is_multipart_type(type);
  if (is_decoded && (has_type || !body.empty())) {
    const std::string_view sent = has_type ? essence_of(type) : std::string_view("application/octet-stream");
    append_field("Content-Type", std::string(sent) + "; charset=utf-8", message_);
  } else if (has_type) {
    append_field("Content-Type", type, message_);
  }
  message_.append("\r\n").append(body);
  const std::size_t size = message_.size();
  message_.append(arena::read_padding, '\0');
  entry_.response = std::string_view(message_).substr(0, size);
}

std::string_view har_entry_reader::decoded(std::string_view written) {
  if (written.find('\\') == npos) return written;
  const std::size_t size =
      decode_json_escapes(written, strings_.reserve(written.size()), invalid_escape_policy::repair);
  return strings_.commit(size);
}

}  // namespace urlsieve
