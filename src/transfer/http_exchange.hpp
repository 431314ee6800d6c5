// An HTTP request, the header of the response, and the outcome of an exchange.
#ifndef URLSIEVE_TRANSFER_HTTP_EXCHANGE_HPP
#define URLSIEVE_TRANSFER_HTTP_EXCHANGE_HPP

#include <charconv>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace urlsieve {

struct http_request {
  std::string method = "GET";
  std::string url;
  std::vector<std::string> headers = {};              // "Name: value", without CR and LF
  std::shared_ptr<const std::string> body = nullptr;  // null: no body
  bool follows_redirects = true;                      // at most most_redirects, never from https to http
  bool path_as_is = false;                            // keep "." and ".." segments of the path
  std::chrono::seconds stall{30};                     // longest time without a byte; then the exchange fails

  static constexpr unsigned most_redirects = 10;
};

// The header of the final response of an exchange, after all redirects.
struct http_head {
  unsigned status = 0;
  std::string url;                                         // effective URL, after redirects
  std::map<std::string, std::string, std::less<>> fields;  // by lower-case name

  // Returns the value of a field, or an empty view if the header lacks the field.
  [[nodiscard]] std::string_view field(std::string_view lower_name) const {
    const auto found = fields.find(lower_name);
    return found == fields.end() ? std::string_view() : std::string_view(found->second);
  }
  // Returns Content-Length in bytes, or nullopt if the field is missing or malformed.
  [[nodiscard]] std::optional<std::uint64_t> length() const {
    const std::string_view text = field("content-length");
    std::uint64_t number = 0;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (text.empty() || failed != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
  }
  // Returns true if the header delimits the body. Otherwise only the end of the connection does, and a broken
  // connection looks like the end of the body.
  [[nodiscard]] bool is_delimited() const { return length() || !field("transfer-encoding").empty(); }
};

// The outcome of an exchange.
struct http_end {
  bool arrived = false;    // the response is complete
  bool temporary = false;  // not arrived, and a retry may succeed
  std::string why;         // the error, if not arrived
};

}  // namespace urlsieve

#endif
