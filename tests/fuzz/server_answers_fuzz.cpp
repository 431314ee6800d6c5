// Responses of servers (Content-Range, S3 listings) and profiles of AWS configuration files: parsed values
// are within their bounds, a truncated listing is rejected, and written values read back.
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "src/transfer/http_response.hpp"
#include "src/transfer/s3_responses.hpp"
#include "src/transfer/s3_settings.hpp"
#include "src/transfer/s3_signing.hpp"
#include "tests/fuzz/fuzz_target.hpp"

namespace urlsieve::fuzz::server_answers_target {
namespace {

void check_range(std::string_view input) {
  const std::optional<content_range> range = parse_content_range(input);
  if (!range) return;
  require(range->end == 0 || range->begin < range->end);
  require(!range->total || range->end <= *range->total);
  if (range->end == 0) return;
  const std::string written = "bytes " + std::to_string(range->begin) + '-' + std::to_string(range->end - 1) +
                              '/' + (range->total ? std::to_string(*range->total) : "*");
  require(parse_content_range(written) == range);
}

void check_page(std::string_view input) {
  if (const std::optional<s3_page> page = parse_s3_page(input)) {
    for (const s3_listed& object : page->objects) require(object.key.size() <= input.size());
    require(!parse_s3_page(input.substr(0, input.find("<ListBucketResult") + 1)));
  }
  static_cast<void>(text_of_element(input, "UploadId"));
}

// Checks that a key, escaped like in an S3 listing, reads back.
void check_key(std::string_view key) {
  const std::string xml = "<ListBucketResult><EncodingType>url</EncodingType><Contents><Key>" +
                          s3_escaped(key, true) + "</Key><Size>7</Size></Contents></ListBucketResult>";
  const std::optional<s3_page> page = parse_s3_page(xml);
  require(page && page->objects.size() == 1 && page->objects[0].key == key && page->objects[0].size == 7);
}

void check_profiles(std::string_view input) {
  std::string written;
  const profile_sections all = parse_profiles(input);
  std::size_t held = 0;
  for (const auto& [name, settings] : all) {
    held += name.size();
    for (const auto& [key, value] : settings) held += key.size() + value.size();
  }
  require(held <= input.size() + all.size() * std::string_view("profile ").size());
}

}  // namespace

extern const std::size_t longest_input = 10'000;

void run(fuzz_input& given) {
  const std::string_view input = given.rest();
  check_range(input);
  check_page(input);
  check_key(input);
  check_profiles(input);
}

}  // namespace urlsieve::fuzz::server_answers_target
