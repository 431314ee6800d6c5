#include "src/documents/http/body_reader.hpp"

#include <cstddef>
#include <optional>

#include "src/codec/charset_detection.hpp"
#include "src/documents/captured_name.hpp"
#include "src/documents/input_head.hpp"
#include "src/documents/lines/robots.hpp"
#include "src/documents/lines/table_type.hpp"
#include "src/text/ascii.hpp"
#include "src/text/encodings/wide_text.hpp"

namespace urlsieve {
namespace {

// Returns the encoding that the bytes of `body` show, as find_wide_encoding() does. Returns nullopt if
// `content_type` is foreign or declares a charset. Returns nullopt for a UTF-16 byte order mark in markup,
// style sheets and JSON, whose finders handle the mark. Text may also declare UTF-16, because tables and
// folded lines are read before a finder decodes them. A body declared as HTML must have a NUL in its first
// 512 bytes.
std::optional<wide_encoding> find_wide_body(std::string_view content_type, std::string_view body) {
  // Examine fewer bytes of pages: pages are frequent and begin with a tag.
  constexpr std::size_t looked_at_in_page = 512;
  constexpr std::size_t looked_at = std::size_t{16} << 10;
  const bool is_page = ascii::same(essence_of(content_type), "text/html");
  if (body.substr(0, is_page ? looked_at_in_page : looked_at).find('\0') == std::string_view::npos)
    return std::nullopt;
  if (is_foreign(content_type)) return std::nullopt;
  const bool is_text = media_of(content_type, {}) == media::text;
  const std::string_view charset = charset_parameter(content_type);
  if (!charset.empty() && !(is_text && ascii::begins(charset, "utf-16"))) return std::nullopt;
  const std::optional<wide_encoding> found = find_wide_encoding(body);
  const bool is_marked = found && found->unit == 2 && found->mark != 0;
  return is_marked && !is_text ? std::nullopt : found;
}

// Returns a copy of `text`, stored in `out` and followed by arena::read_padding readable bytes.
std::string_view padded_copy(std::string_view text, arena& out) {
  char* const place = out.reserve(text.size() + arena::read_padding);
  text.copy(place, text.size());
  return out.commit(text.size() + arena::read_padding).substr(0, text.size());
}

}  // namespace

bool body_reader::read(std::string_view content_type, std::string_view body, const place& at, document& out,
                       body_form& form, stats& counted) {
  scratch_.clear();
  form = {};
  body = decode_undeclared(content_type, body);
  if (is_gzipped_sitemap_url(out.base) && is_gzip_type(content_type)) {
    body = decompress_sitemap(body, at, counted);
    if (!body.empty() && !content_decoder::plausible("gzip", body)) content_type = {};
  }
  const std::optional<wide_encoding> wide = find_wide_body(content_type, body);
  if (wide) body = padded_copy(wide_as_utf8(body, *wide), scratch_);
  if (body.empty()) return false;  // a byte order mark alone
  if (bounds_.find_messages != nullptr) form.messages = bounds_.find_messages(content_type, out.base, body);
  auto type = form.messages == messages_in_body::none ? media_of(content_type, body, bounds_.scripts)
                                                      : std::optional(media::text);
  if (!type && is_multipart_type(content_type)) {
    form.multipart_type = content_type;
    type = media::text;
  }
  if (!type) {
    counted.count_skipped("type", skipped_type_name(content_type, body));
    return false;
  }
  out.body = body;
  out.type = *type;
  const bool is_plain = form.multipart_type.empty() && form.messages == messages_in_body::none;
  if (is_plain && is_robots_url(out.base) && (*type == media::text || begins_robots({{}, body, true})))
    out.type = media::robots;
  out.charset = wide ? "utf-8" : charset_parameter(content_type);
  // URLs in decoded text have the offset of their document.
  if (wide && out.type == media::text) out.where = "text";
  if (is_plain_text(out.type) && is_plain) describe_text(content_type, at, out, counted);
  return true;
}

// Decodes compression that no header declares, also repeated. Files whose type declares compression stay as
// they are.
std::string_view body_reader::decode_undeclared(std::string_view content_type, std::string_view body) {
  constexpr int max_layers = 4;  // a stream may decompress to itself
  for (int layers = 0; layers < max_layers && is_readable(content_type); ++layers) {
    const decoded_content content =
        decoder_.decode_marked(body, {bounds_.max_document, bounds_.max_ratio}, scratch_);
    if (content.status != decode_status::ok) break;
    body = with_read_padding(content.bytes, scratch_);
  }
  return body;
}

// Decompresses a gzipped sitemap, whose gzip is part of the file (sitemaps.org, "Sitemap file requirements")
// and not a content coding. If the body had both, the content coding is already decoded.
std::string_view body_reader::decompress_sitemap(std::string_view body, const place& at, stats& counted) {
  if (!content_decoder::plausible("gzip", body)) return body;
  const decoded_content content =
      decoder_.decode_marked(body, {bounds_.max_document, bounds_.max_ratio}, scratch_);
  switch (content.status) {
    case decode_status::ok:
      break;
    case decode_status::too_large:
      counted.damaged_at(damage::expansion_limit, at.input, at.offset,
                         "a sitemap that expands beyond the limit");
      return {};
    default:
      counted.damaged_at(damage::bad_content_encoding, at.input, at.offset,
                         "a compressed sitemap that is truncated or corrupt");
      break;
  }
  return with_read_padding(content.bytes, scratch_);
}

// Sets the charset of a text that declares none, and the form of a table.
void body_reader::describe_text(std::string_view content_type, const place& at, document& text,
                                stats& counted) const {
  if (text.charset.empty()) {
    const undeclared_charset found = find_undeclared_charset(text.body, bounds_.undeclared);
    text.charset = found.named.name;
    if (found.is_guessed && !text.charset.empty())
      counted.damaged_at(damage::guessed_charset, at.input, at.offset, text.charset);
  }
  find_table(content_type, text.base, text);
}

bool is_mail_type(std::string_view content_type) {
  return ascii::is_one_of(essence_of(content_type), {"message/rfc822", "message/global", "message/news",
                                                     "application/mbox", "application/x-mimearchive"});
}

bool is_read_by_type(std::string_view content_type, std::string_view url) {
  return !is_foreign(content_type) || is_multipart_type(content_type) || is_mail_type(content_type) ||
         (is_gzip_type(content_type) && is_gzipped_sitemap_url(url));
}

bool may_be_read(std::string_view content_type, std::string_view url, std::string_view body) {
  return is_read_by_type(content_type, url) || media_of(content_type, body, script_bodies::read).has_value();
}

std::string_view with_read_padding(std::string_view decoded, arena& in) {
  if (decoded.empty() || in.reserve(arena::read_padding) == decoded.data() + decoded.size()) return decoded;
  return padded_copy(decoded, in);
}

}  // namespace urlsieve
