// What is asked of a server, and what came of it.
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
  std::vector<std::string> headers = {};              // "Name: value"
  std::shared_ptr<const std::string> body = nullptr;  // null: none
  bool follows_redirects = true;                      // at most most_redirects, and never from https to http
  bool path_as_is = false;                            // "." and ".." in it are names like others
  std::chrono::seconds stall{30};                     // without a byte: the connection counts as broken

  static constexpr unsigned most_redirects = 10;
};

// The header of the last response of an exchange, behind all redirects.
struct http_head {
  unsigned status = 0;
  std::string url;                                         // that the response is of
  std::map<std::string, std::string, std::less<>> fields;  // by names in lower case

  // Empty: there is none.
  [[nodiscard]] std::string_view field(std::string_view lower_name) const {
    const auto found = fields.find(lower_name);
    return found == fields.end() ? std::string_view() : std::string_view(found->second);
  }
  [[nodiscard]] std::optional<std::uint64_t> length() const {
    const std::string_view text = field("content-length");
    std::uint64_t number = 0;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (text.empty() || failed != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
  }
  // Whether it is told where the body ends: else the end of the connection does, which may be a cut.
  [[nodiscard]] bool is_delimited() const { return length() || !field("transfer-encoding").empty(); }
};

// How an exchange ended.
struct http_end {
  bool arrived = false;    // all that the server announced came
  bool temporary = false;  // else: whether it is worth another try
  std::string why;         // likewise
};

}  // namespace urlsieve

#endif
