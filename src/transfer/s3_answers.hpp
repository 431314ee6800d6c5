// What S3 answers in XML, as far as it is asked.
#ifndef URLSIEVE_TRANSFER_S3_ANSWERS_HPP
#define URLSIEVE_TRANSFER_S3_ANSWERS_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace urlsieve {

struct s3_listed {
  std::string key;
  std::uint64_t size = 0;
  std::string etag;
  std::string modified;  // "2013-09-17T18:07:53.000Z"
};

struct s3_page {
  std::vector<s3_listed> objects;
  std::string next;  // the token that the next page is asked for with; empty: this is the last
};

// Of ListObjectsV2; nothing where it is none, or is not whole.
[[nodiscard]] std::optional<s3_page> parse_s3_page(std::string_view xml);

// The text of the first element of that name, its entities decoded; nothing: there is none.
[[nodiscard]] std::optional<std::string> text_of_element(std::string_view xml, std::string_view name);

}  // namespace urlsieve

#endif
