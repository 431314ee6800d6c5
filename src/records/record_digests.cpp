#include "src/records/record_digests.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "src/documents/header_fields.hpp"
#include "src/documents/http/chunked.hpp"
#include "src/records/record_payload.hpp"
#include "src/text/ascii.hpp"
#include "src/transfer/digests.hpp"

namespace urlsieve {
namespace {

struct known_algorithm {
  std::string_view label;  // in lower case
  std::string (*digest)(std::string_view bytes);
  std::size_t size;  // of the digest, in bytes
};

constexpr std::array<known_algorithm, 5> algorithms{{{"sha1", sha1, 20},
                                                     {"sha-1", sha1, 20},
                                                     {"sha256", sha256, 32},
                                                     {"sha-256", sha256, 32},
                                                     {"md5", md5, 16}}};

std::string_view without_padding(std::string_view digits) {
  while (!digits.empty() && digits.back() == '=') digits.remove_suffix(1);
  return digits;
}

// The digest fields of a record header.
struct declared_digests {
  std::string_view block;
  std::string_view payload;
};

declared_digests read_declared(std::string_view header) {
  declared_digests read;
  bool has_payload = true;
  header_fields fields(header.substr(header.find('\n') + 1));
  for (header_field field; fields.next(field);) {
    if (ascii::same(field.name, "warc-block-digest") && read.block.empty()) read.block = field.value;
    if (ascii::same(field.name, "warc-payload-digest") && read.payload.empty()) read.payload = field.value;
    if (ascii::same(field.name, "warc-type") && ascii::same(field.value, "revisit")) has_payload = false;
    if (ascii::begins(field.name, "warc-segment-")) has_payload = false;
  }
  if (!has_payload) read.payload = {};
  return read;
}

void note_difference(std::string_view field, std::string_view part, std::string_view computed,
                     digest_check& check) {
  check.verdict = digest_verdict::differs;
  if (!check.detail.empty()) check.detail += "; ";
  check.detail.append(field).append(" does not match: the ").append(part).append(" has ").append(computed);
}

}  // namespace

std::string digest_as_declared(std::string_view declared, std::string_view bytes) {
  const std::size_t colon = declared.find(':');
  if (colon == std::string_view::npos) return {};
  const std::string label = ascii::lowered(declared.substr(0, colon));
  const auto* const algorithm =
      std::find_if(algorithms.begin(), algorithms.end(),
                   [&](const known_algorithm& known) { return known.label == label; });
  if (algorithm == algorithms.end()) return {};
  const std::string_view digits = without_padding(declared.substr(colon + 1));
  constexpr std::size_t hex_bits = 4;
  constexpr std::size_t base32_bits = 5;
  std::string written(declared.substr(0, colon + 1));
  if (digits.size() == algorithm->size * 8 / hex_bits) return written + hex_of(algorithm->digest(bytes));
  if (digits.size() == (algorithm->size * 8 + base32_bits - 1) / base32_bits)
    return written + base32_of(algorithm->digest(bytes));
  return {};
}

digest_check check_digests(std::string_view header, std::string_view block, arena& scratch) {
  const declared_digests declared = read_declared(header);
  digest_check check;
  const auto is_equal = [](std::string_view written, std::string_view computed) {
    return ascii::lowered(without_padding(written)) == ascii::lowered(computed);
  };
  if (const std::string computed = digest_as_declared(declared.block, block); !computed.empty()) {
    if (is_equal(declared.block, computed))
      check.verdict = digest_verdict::matches;
    else
      note_difference("WARC-Block-Digest", "block", computed, check);
  }
  if (declared.payload.empty()) return check;
  const record_payload payload = find_payload(header, block);
  const std::string computed = digest_as_declared(declared.payload, payload.bytes);
  if (computed.empty()) return check;
  bool is_payload_equal = is_equal(declared.payload, computed);
  if (!is_payload_equal && !payload.transfer_encoding.empty()) {
    const dechunked decoded = decode_chunked(payload.bytes, 0, scratch);
    is_payload_equal = decoded.status == chunked_status::whole &&
                       is_equal(declared.payload, digest_as_declared(declared.payload, decoded.bytes));
  }
  if (!is_payload_equal)
    note_difference("WARC-Payload-Digest", "payload", computed, check);
  else if (check.verdict == digest_verdict::none)
    check.verdict = digest_verdict::matches;
  return check;
}

}  // namespace urlsieve
