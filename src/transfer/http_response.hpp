// The meaning of HTTP responses: classes and messages of error statuses, and the byte range of Content-Range.
#ifndef URLSIEVE_TRANSFER_HTTP_RESPONSE_HPP
#define URLSIEVE_TRANSFER_HTTP_RESPONSE_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace urlsieve {

inline constexpr unsigned not_found_status = 404;
inline constexpr unsigned precondition_failed_status = 412;

// Returns true for statuses of temporary errors. 409: in S3, another write of the object is in progress.
[[nodiscard]] constexpr bool is_worth_retrying(unsigned status) {
  return status == 408 || status == 409 || status == 429 || (status >= 500 && status != 501 && status != 505);
}

// Returns true if the object, or the requested version, does not exist (any more).
[[nodiscard]] constexpr bool is_missing_status(unsigned status) {
  return status == 404 || status == 410 || status == 412;
}

// Returns the reason phrase of a common error status; else an empty view.
[[nodiscard]] constexpr std::string_view phrase_of(unsigned status) {
  switch (status) {
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 407:
      return "Proxy Authentication Required";
    case 409:
      return "Conflict";
    case 410:
      return "Gone";
    case 412:
      return "Precondition Failed";
    case 416:
      return "Range Not Satisfiable";
    case 429:
      return "Too Many Requests";
    case 500:
      return "Internal Server Error";
    case 502:
      return "Bad Gateway";
    case 503:
      return "Service Unavailable";
    case 504:
      return "Gateway Timeout";
    default:
      return {};
  }
}

// Returns a message, with the reason phrase if phrase_of() has one: "the server answered 404 Not Found".
[[nodiscard]] inline std::string status_message(unsigned status) {
  std::string message = "the server answered " + std::to_string(status);
  if (!phrase_of(status).empty()) message.append(1, ' ').append(phrase_of(status));
  return message;
}

// Returns status_message() with the error code of S3 from `body`, if any: "the server answered 403 Forbidden
// (AccessDenied)".
[[nodiscard]] inline std::string error_response_message(unsigned status, std::string_view body) {
  constexpr std::string_view opening = "<Code>";
  std::string message = status_message(status);
  const std::size_t begin = body.find(opening);
  const std::size_t end = body.find("</Code>");
  if (begin == std::string_view::npos || end == std::string_view::npos || end < begin) return message;
  const std::string_view code = body.substr(begin + opening.size(), end - begin - opening.size());
  return message.append(" (").append(code).append(1, ')');
}

// The header Content-Range (RFC 9110 section 14.4): the byte range of a response, and the size of the whole.
struct content_range {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;               // behind the last byte; 0: no range ("bytes */100")
  std::optional<std::uint64_t> total;  // bytes of the whole; nullopt: unknown ("bytes 0-9/*")

  friend bool operator==(const content_range&, const content_range&) = default;
};

// Parses the value of a Content-Range. Returns nullopt for another unit than bytes, and for a malformed or
// impossible range.
[[nodiscard]] std::optional<content_range> parse_content_range(std::string_view field);

}  // namespace urlsieve

#endif
