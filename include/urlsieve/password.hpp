// Hides passwords and the secrets of presigned URLs in logs, statistics and reports (rfc2396bis-01 section
// 7.4).
#ifndef URLSIEVE_PASSWORD_HPP
#define URLSIEVE_PASSWORD_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace urlsieve {

// Names of URL parameters whose values grant access, in lower case.
inline constexpr std::array secret_parameters = std::to_array<std::string_view>({"access_token",
                                                                                 "accesstoken",
                                                                                 "api-key",
                                                                                 "api_key",
                                                                                 "apikey",
                                                                                 "auth",
                                                                                 "authorization",
                                                                                 "awsaccesskeyid",
                                                                                 "client_secret",
                                                                                 "id_token",
                                                                                 "jwt",
                                                                                 "passwd",
                                                                                 "password",
                                                                                 "policy",
                                                                                 "pwd",
                                                                                 "q-signature",
                                                                                 "refresh_token",
                                                                                 "secret",
                                                                                 "security-token",
                                                                                 "session_token",
                                                                                 "sig",
                                                                                 "signature",
                                                                                 "token",
                                                                                 "x-amz-credential",
                                                                                 "x-amz-security-token",
                                                                                 "x-amz-signature",
                                                                                 "x-cos-security-token",
                                                                                 "x-goog-credential",
                                                                                 "x-goog-signature",
                                                                                 "x-obs-security-token",
                                                                                 "x-oss-credential",
                                                                                 "x-oss-security-token",
                                                                                 "x-oss-signature"});

// Returns true for a name in secret_parameters, in any case and with any characters percent-encoded.
[[nodiscard]] inline bool is_secret_parameter(std::string_view name) {
  constexpr std::size_t longest = 64;
  constexpr auto digit = [](char c) {
    if (c >= '0' && c <= '9') return c - '0';
    const int letter = c | 0x20;
    return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
  };
  std::string plain;
  for (std::size_t i = 0; i < name.size() && plain.size() < longest; ++i) {
    char c = name[i];
    if (c == '%' && i + 2 < name.size() && digit(name[i + 1]) >= 0 && digit(name[i + 2]) >= 0) {
      c = static_cast<char>(digit(name[i + 1]) * 16 + digit(name[i + 2]));
      i += 2;
    }
    plain += c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
  }
  return std::find(secret_parameters.begin(), secret_parameters.end(), plain) != secret_parameters.end();
}

// Returns `text` with "***" for the values of secret parameters at or after offset `from`. A parameter begins
// after "?", "#", "&" or ";".
[[nodiscard]] inline std::string without_secret_parameters(std::string text, std::size_t from) {
  constexpr std::string_view begins = "?#&;";
  constexpr std::string_view ends = "&;# \t\r\n\"'<>";
  for (std::size_t at = text.find_first_of(begins, from); at != std::string::npos;
       at = text.find_first_of(begins, at + 1)) {
    const std::size_t equals = text.find_first_of("=?#&; \t\r\n\"'<>", at + 1);
    if (equals == std::string::npos || text[equals] != '=') continue;
    const std::size_t end = std::min(text.find_first_of(ends, equals + 1), text.size());
    if (end == equals + 1 || !is_secret_parameter(std::string_view(text).substr(at + 1, equals - at - 1)))
      continue;
    text.replace(equals + 1, end - equals - 1, "***");
  }
  return text;
}

// Returns `text` with "***" for the password of the first URL in `text` and for the values of secret
// parameters after its "//". For messages, statistics, manifests and results only.
[[nodiscard]] inline std::string without_password(std::string_view text) {
  std::string shown(text);
  const std::size_t slashes = text.find("//");
  if (slashes == std::string_view::npos) return shown;
  const std::size_t begin = slashes + 2;
  const std::string_view authority =
      text.substr(begin, std::min(text.find_first_of("/?#", begin), text.size()) - begin);
  const std::size_t at = authority.rfind('@');
  const std::size_t colon = authority.find(':');
  if (at != std::string_view::npos && colon < at) shown.replace(begin + colon + 1, at - colon - 1, "***");
  return without_secret_parameters(std::move(shown), begin);
}

// Returns true if without_password() changes the text.
[[nodiscard]] inline bool has_secret(std::string_view text) {
  return without_password(text) != text;
}

}  // namespace urlsieve

#endif
