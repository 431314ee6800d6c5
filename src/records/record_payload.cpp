#include "src/records/record_payload.hpp"

#include <cstddef>

#include "src/documents/header_fields.hpp"
#include "src/documents/http/chunked.hpp"
#include "src/documents/http/status_line.hpp"
#include "src/text/ascii.hpp"

namespace urlsieve {
namespace {

// Content decoders may read beyond the end of their input.
constexpr std::size_t payload_padding = 64;

std::string_view media_type_of(std::string_view header) {
  header_fields fields(header.substr(header.find('\n') + 1));
  for (header_field field; fields.next(field);)
    if (ascii::same(field.name, "content-type")) return field.value;
  return {};
}

}  // namespace

record_payload find_payload(std::string_view header, std::string_view block) {
  record_payload payload{block, {}, {}};
  if (!ascii::begins(media_type_of(header), "application/http")) return payload;
  const std::string_view message = block.substr(final_response_at(block));
  const std::size_t feed = message.find('\n');
  if (feed == std::string_view::npos) return payload;
  header_fields fields(message.substr(feed + 1));
  for (header_field field; fields.next(field);) {
    if (ascii::same(field.name, "transfer-encoding")) payload.transfer_encoding = field.value;
    if (!ascii::same(field.name, "content-encoding")) continue;
    if (!payload.content_encoding.empty()) payload.content_encoding += ", ";
    payload.content_encoding.append(field.value);
  }
  payload.bytes = message.substr(feed + 1 + fields.end());
  return payload;
}

decoded_payload decode_payload(const record_payload& payload, content_decoder& decoder, expansion_bound bound,
                               arena& out) {
  decoded_payload decoded{payload.bytes, {}};
  if (!payload.transfer_encoding.empty()) {
    const dechunked body = decode_chunked(payload.bytes, payload_padding, out);
    if (body.status == chunked_status::broken)
      decoded.fault = "the chunks of the payload are truncated or malformed";
    if (body.status != chunked_status::no_chunks) decoded.bytes = body.bytes;
  }
  const std::string_view codings = payload.content_encoding;
  if (codings.empty() || ascii::same(codings, "identity") || decoded.bytes.empty()) return decoded;
  // Many archives hold payloads decoded under the original header.
  if (!content_decoder::plausible(codings.substr(codings.rfind(',') + 1), decoded.bytes)) return decoded;
  const decoded_content content = decoder.decode(codings, decoded.bytes, bound, out);
  switch (content.status) {
    case decode_status::ok:
      decoded.bytes = content.bytes;
      return decoded;
    case decode_status::unknown_coding:
      decoded.fault = "the Content-Encoding of the payload is unknown";
      return decoded;
    case decode_status::too_large:
      decoded.fault = "the payload expands beyond the largest document";
      break;
    case decode_status::corrupt:
    case decode_status::truncated:
      // Brotli has no magic number: a payload without one decoded byte was stored decoded.
      if (content.bytes.empty()) return decoded;
      decoded.fault = "the Content-Encoding of the payload does not decode to its end";
      break;
  }
  decoded.bytes = content.bytes;
  return decoded;
}

}  // namespace urlsieve
