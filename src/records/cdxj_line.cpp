#include "src/records/cdxj_line.hpp"

#include <algorithm>
#include <cstddef>

#include "src/documents/archives/warc_record.hpp"
#include "src/documents/header_fields.hpp"
#include "src/documents/http/interim_responses.hpp"
#include "src/documents/media_type.hpp"
#include "src/records/record_payload.hpp"
#include "src/text/ascii.hpp"
#include "src/text/digits.hpp"
#include "src/text/json/json_string.hpp"
#include "src/transfer/digests.hpp"
#include "urlsieve/sieved_url.hpp"

namespace urlsieve {
namespace {

// The first timestamp of a year, for dates of less precision (ISO 28500:2017 section 5.4).
constexpr std::string_view first_timestamp = "00000101000000";

// The fields of a record header that an index shows.
struct indexed_fields {
  std::string_view type;
  std::string_view url;
  std::string_view date;
  std::string_view media_type;
  std::string_view digest;
};

indexed_fields read_indexed_fields(std::string_view header) {
  indexed_fields read;
  const auto set = [](std::string_view& value, const header_field& field) {
    if (value.empty()) value = field.value;
  };
  header_fields fields(header.substr(header.find('\n') + 1));
  for (header_field field; fields.next(field);) {
    if (ascii::same(field.name, "warc-type")) set(read.type, field);
    if (ascii::same(field.name, "warc-target-uri")) set(read.url, field);
    if (ascii::same(field.name, "warc-date")) set(read.date, field);
    if (ascii::same(field.name, "content-type")) set(read.media_type, field);
    if (ascii::same(field.name, "warc-payload-digest")) set(read.digest, field);
  }
  read.url = without_brackets(read.url);
  return read;
}

bool is_capture(const indexed_fields& fields) {
  if (fields.url.empty() || fields.date.empty() || ascii::same(fields.type, "request") ||
      ascii::same(fields.type, "warcinfo"))
    return false;
  const bool may_describe = ascii::same(fields.type, "metadata") || ascii::same(fields.type, "resource");
  return !may_describe || !ascii::same(essence_of(fields.media_type), "application/warc-fields");
}

// The status and type of a response.
struct response_head {
  std::string status;
  std::string_view media_type;
};

response_head read_response_head(std::string_view block) {
  const std::string_view message = block.substr(final_response_at(block));
  const std::size_t feed = message.find('\n');
  if (feed == std::string_view::npos || !is_status_line(message.substr(0, feed))) return {};
  response_head head;
  if (const unsigned status = status_code(message.substr(0, feed)); status != 0)
    head.status = std::to_string(status);
  header_fields fields(message.substr(feed + 1));
  for (header_field field; fields.next(field);)
    if (ascii::same(field.name, "content-type") && head.media_type.empty())
      head.media_type = essence_of(field.value);
  return head;
}

// Returns a SHA-1 without its label, as indexes have it, and any other digest with its label.
std::string_view without_sha1_label(std::string_view digest) {
  constexpr std::string_view label = "sha1:";
  return ascii::begins(digest, label) ? digest.substr(label.size()) : digest;
}

void append_member(std::string_view name, std::string_view value, std::string& line) {
  line.append(line.back() == '{' ? "\"" : ",\"").append(name).append("\":");
  append_json_string(value, line);
}

url_options options_of_keys() {
  url_options options;
  options.ladder = rung::scheme;
  return options;
}

}  // namespace

cdxj_describer::cdxj_describer() : urls_(options_of_keys()) {}

// Returns the SURT of `url`; of a URL that cannot be normalized, the URL in lower case.
std::string cdxj_describer::key_of(std::string_view url) {
  const normalizer::outcome normal = urls_.normalize(url);
  if (normal.rejected == rejection::none) return surt_of(normal.url);
  std::string key = ascii::lowered(url);
  std::erase_if(key, [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; });
  return key;
}

std::string cdxj_describer::describe(std::string_view header, std::string_view block) {
  const indexed_fields fields = read_indexed_fields(header);
  if (!is_capture(fields)) return {};
  std::string line = key_of(fields.url);
  line += ' ';
  std::string digits;
  for (const char c : fields.date)
    if (c >= '0' && c <= '9') digits += c;
  digits.resize(std::min(digits.size(), first_timestamp.size()));
  line.append(digits).append(first_timestamp.substr(digits.size())).append(" {");
  append_member("url", fields.url, line);
  const bool is_revisit = ascii::same(fields.type, "revisit");
  const bool is_response = is_revisit || ascii::same(fields.type, "response");
  const response_head head = is_response ? read_response_head(block) : response_head();
  const std::string_view media_type = is_revisit    ? "warc/revisit"
                                      : is_response ? head.media_type
                                                    : essence_of(fields.media_type);
  if (!media_type.empty()) append_member("mime", media_type, line);
  if (!head.status.empty()) append_member("status", head.status, line);
  if (fields.digest.empty() && !is_revisit)
    append_member("digest", base32_of(sha1(find_payload(header, block).bytes)), line);
  else if (!fields.digest.empty())
    append_member("digest", without_sha1_label(fields.digest), line);
  return line;
}

std::string cdxj_line(std::string_view description, std::uint64_t offset, std::uint64_t length,
                      std::string_view file) {
  std::string line(description);
  append_member("length", std::to_string(length), line);
  append_member("offset", std::to_string(offset), line);
  append_member("filename", file, line);
  return line += '}';
}

}  // namespace urlsieve
