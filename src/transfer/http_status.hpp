// What the status of a response that is no success means.
#ifndef URLSIEVE_TRANSFER_HTTP_STATUS_HPP
#define URLSIEVE_TRANSFER_HTTP_STATUS_HPP

#include <string>
#include <string_view>

namespace urlsieve {

// Statuses that say "not now".
[[nodiscard]] constexpr bool is_worth_retrying(unsigned status) {
  return status == 408 || status == 429 || (status >= 500 && status != 501 && status != 505);
}

// What was there is there no more.
[[nodiscard]] constexpr bool says_gone(unsigned status) {
  return status == 404 || status == 410 || status == 412;
}

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
    case 410:
      return "Gone";
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

// "the server answers 404 Not Found"
[[nodiscard]] inline std::string told_status(unsigned status) {
  std::string told = "the server answers " + std::to_string(status);
  if (!phrase_of(status).empty()) told.append(1, ' ').append(phrase_of(status));
  return told;
}

}  // namespace urlsieve

#endif
