// Which names of inputs and outputs are URLs that are reached over the network.
#ifndef URLSIEVE_TRANSFER_REMOTE_NAME_HPP
#define URLSIEVE_TRANSFER_REMOTE_NAME_HPP

#include <string_view>

namespace urlsieve {

// "s3://bucket/key"; schemes are written as they are read: "S3://" is none.
[[nodiscard]] constexpr bool is_s3_name(std::string_view name) {
  return name.starts_with("s3://");
}

[[nodiscard]] constexpr bool is_http_name(std::string_view name) {
  return name.starts_with("https://") || name.starts_with("http://");
}

// A file that is called so is named with "./" before it.
[[nodiscard]] constexpr bool is_remote_name(std::string_view name) {
  return is_s3_name(name) || is_http_name(name);
}

}  // namespace urlsieve

#endif
