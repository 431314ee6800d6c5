#include "src/transfer/s3_signing.hpp"

#include <algorithm>
#include <array>

#include "src/text/hex.hpp"
#include "src/transfer/digests.hpp"

namespace urlsieve {
namespace {

constexpr std::string_view algorithm = "AWS4-HMAC-SHA256";

bool is_unreserved(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' ||
         c == '_' || c == '~';
}

// Returns the time in UTC: "20130524T000000Z".
std::string time_of(std::time_t now) {
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  std::array<char, 32> text{};
  return {text.data(), std::strftime(text.data(), text.size(), "%Y%m%dT%H%M%SZ", &parts)};
}

}  // namespace

std::string s3_escaped(std::string_view text, bool keeps_slashes) {
  std::string escaped;
  for (const char c : text) {
    if (is_unreserved(c) || (c == '/' && keeps_slashes)) {
      escaped.push_back(c);
      continue;
    }
    const auto value = static_cast<unsigned char>(c);
    escaped.push_back('%');
    escaped.push_back(upper_hex_digits[value >> 4U]);
    escaped.push_back(upper_hex_digits[value & 15U]);
  }
  return escaped;
}

std::string query_of(const s3_call& call) {
  std::vector<std::string> parts;
  parts.reserve(call.query.size());
  for (const auto& [name, value] : call.query)
    parts.push_back(s3_escaped(name, false) + '=' + s3_escaped(value, false));
  std::sort(parts.begin(), parts.end());
  std::string query;
  for (const std::string& part : parts) query.append(query.empty() ? "" : "&").append(part);
  return query;
}

std::vector<std::string> signed_headers(s3_call call, const s3_credentials& credentials,
                                        const std::string& region, std::time_t now) {
  const std::string time = time_of(now);
  const std::string day = time.substr(0, 8);
  const std::string scope = day + '/' + region + "/s3/aws4_request";
  call.headers["x-amz-content-sha256"] = call.payload_hash;
  call.headers["x-amz-date"] = time;
  if (!credentials.session_token.empty()) call.headers["x-amz-security-token"] = credentials.session_token;
  std::vector<std::string> sent;
  sent.reserve(call.headers.size() + 1);
  for (const auto& [name, value] : call.headers) sent.push_back(name + ": " + value);
  call.headers["host"] = call.host;
  std::string canonical = call.method + '\n' + call.path + '\n' + query_of(call) + '\n';
  std::string names;
  for (const auto& [name, value] : call.headers) {
    canonical.append(name).append(1, ':').append(value).append(1, '\n');
    names.append(names.empty() ? "" : ";").append(name);
  }
  canonical.append(1, '\n').append(names).append(1, '\n').append(call.payload_hash);
  const std::string to_sign =
      std::string(algorithm) + '\n' + time + '\n' + scope + '\n' + hex_of(sha256(canonical));
  std::string key = hmac_sha256("AWS4" + credentials.secret_key, day);
  for (const std::string_view step :
       {std::string_view(region), std::string_view("s3"), std::string_view("aws4_request")})
    key = hmac_sha256(key, step);
  sent.push_back("Authorization: " + std::string(algorithm) + " Credential=" + credentials.access_key + '/' +
                 scope + ", SignedHeaders=" + names + ", Signature=" + hex_of(hmac_sha256(key, to_sign)));
  return sent;
}

}  // namespace urlsieve
