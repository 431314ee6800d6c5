#include "src/documents/captured_payload.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "src/documents/archives/warc_record.hpp"
#include "src/documents/header_fields.hpp"
#include "src/documents/http/status_line.hpp"
#include "src/documents/record_headers.hpp"
#include "src/text/ascii.hpp"

namespace urlsieve {

namespace {

constexpr std::uint64_t seed_of_digests = 0;
constexpr std::uint64_t seed_of_payloads = 1;
// The digests of an empty payload: base32 and hexadecimal, in lower case.
constexpr std::array<std::string_view, 6> digests_of_nothing{
    "sha1:3i42h3s6nnfq2msvx7xzkyayscx5qbyj",
    "sha1:da39a3ee5e6b4b0d3255bfef95601890afd80709",
    "sha256:4oymiquy7qobjgx36tejs35zeqt24qpemsnzgtfeswmrw6csxbkq",
    "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "md5:2qoyzwmpaczaj2mabgmoz6ccpy",
    "md5:d41d8cd98f00b204e9800998ecf8427e"};

// An HTTP response in parts.
struct stored_response {
  std::uint64_t status = 0;  // 0: no response
  std::string_view body;
};

stored_response split_response(std::string_view response) {
  response.remove_prefix(final_response_at(response));
  const std::size_t feed = response.find('\n');
  const std::string_view first = response.substr(0, feed);
  if (!is_status_line(first) || feed == std::string_view::npos) return {};
  header_fields fields(response.substr(feed + 1));
  for (header_field field; fields.next(field);) {
  }
  return {status_code(first), response.substr(feed + 1 + fields.end())};
}

// Returns the digest without the "=" at its end, by which some writers pad base32.
std::string_view unpadded(std::string_view digest) {
  return digest.substr(0, digest.find('='));
}

}  // namespace

captured_payload read_payload(const slice& part) {
  captured_payload payload;
  const bool is_response = part.kind == slice_kind::http_message;
  const bool is_window = !part.record_header.empty();
  const bool is_document = part.kind == slice_kind::whole || part.kind == slice_kind::body;
  if (part.target.empty() || part.continues || (!is_response && !is_document)) return payload;
  const std::string_view headers = headers_of_record(part);
  std::string_view digest;
  std::string_view behind;  // of a window: the header of the response
  if (begins_record(headers)) {
    const std::size_t first = headers.find('\n') + 1;
    header_fields fields(headers.substr(first));
    for (header_field field; fields.next(field);) {
      if (ascii::same(field.name, "warc-payload-digest") && digest.empty()) digest = field.value;
      // A converted payload says nothing about the page: text of WET differs from the page it comes from.
      if (ascii::same(field.name, "warc-type") && ascii::same(field.value, "conversion")) return payload;
    }
    behind = headers.substr(first + fields.end());
  }
  const stored_response response = split_response(is_response ? part.bytes : behind);
  const bool has_response = is_response || response.status != 0;
  payload.is_page = !has_response || response.status == 200;
  if (!payload.is_page) return payload;
  const std::string lower = ascii::lowered(digest);
  const std::string_view stored = is_response ? response.body : is_window ? std::string_view() : part.bytes;
  if (std::ranges::find(digests_of_nothing, unpadded(lower)) != digests_of_nothing.end()) return payload;
  if (!lower.empty())
    payload.content = fingerprint_of(lower, seed_of_digests);
  else if (!stored.empty())
    payload.content = fingerprint_of(stored, seed_of_payloads);
  return payload;
}

}  // namespace urlsieve
