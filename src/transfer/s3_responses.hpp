// Parsers of XML responses of S3.
#ifndef URLSIEVE_TRANSFER_S3_RESPONSES_HPP
#define URLSIEVE_TRANSFER_S3_RESPONSES_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace urlsieve {

struct s3_listed {
  std::string key;         // decoded
  std::uint64_t size = 0;  // bytes
  std::string etag;        // verbatim, with quotes; empty: not reported
  std::string modified;    // "2013-09-17T18:07:53.000Z"
};

struct s3_page {
  std::vector<s3_listed> objects;
  std::vector<std::string> folders;  // decoded common prefixes, if the request had a delimiter
  std::string next;                  // continuation token of the next page; empty: last page
};

// Parses a response of ListObjectsV2. Returns nullopt if `xml` is another document, truncated or malformed.
[[nodiscard]] std::optional<s3_page> parse_s3_page(std::string_view xml);

// A multipart upload that was neither completed nor aborted.
struct s3_open_upload {
  std::string key;  // decoded
  std::string id;
};

struct s3_upload_page {
  std::vector<s3_open_upload> uploads;
  std::string next_key;  // markers of the next page; empty: last page
  std::string next_id;
};

// Parses a response of ListMultipartUploads. Returns nullopt as parse_s3_page() does.
[[nodiscard]] std::optional<s3_upload_page> parse_s3_uploads(std::string_view xml);

// Returns the text of the first element called `name`, with entities decoded, or nullopt.
[[nodiscard]] std::optional<std::string> text_of_element(std::string_view xml, std::string_view name);

}  // namespace urlsieve

#endif
