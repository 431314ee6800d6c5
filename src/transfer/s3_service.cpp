#include "src/transfer/s3_service.hpp"

#include <algorithm>
#include <ctime>

#include "src/transfer/digests.hpp"
#include "src/transfer/remote_name.hpp"
#include "src/transfer/s3_signing.hpp"

namespace urlsieve {
namespace {

// SHA-256 of the empty body.
constexpr std::string_view empty_hash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

bool may_name_bucket(std::string_view bucket) {
  constexpr std::string_view punctuation = ".-_";
  return !bucket.empty() && std::all_of(bucket.begin(), bucket.end(), [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           punctuation.find(c) != std::string_view::npos;
  });
}

}  // namespace

result<s3_location> s3_location::of(std::string_view name) {
  constexpr std::string_view scheme = "s3://";
  const std::string_view rest = name.substr(scheme.size());
  const std::size_t slash = std::min(rest.find('/'), rest.size());
  if (!may_name_bucket(rest.substr(0, slash)))
    return tl::unexpected(
        error{error_code::usage, std::string(name) + " has no bucket: expected s3://BUCKET/KEY"});
  return s3_location{std::string(rest.substr(0, slash)),
                     std::string(rest.substr(std::min(slash + 1, rest.size())))};
}

result<s3_location> s3_location::of_prefix(std::string_view name) {
  return of(name).map([](s3_location&& place) {
    while (place.key.ends_with('/')) place.key.pop_back();
    if (!place.key.empty()) place.key += '/';
    return std::move(place);
  });
}

std::string s3_location::prefix_name() const {
  std::string name = "s3://" + bucket + '/' + key;
  name.pop_back();
  return name;
}

result<std::unique_ptr<s3_service>> s3_service::open(const remote_options& options) {
  return load_s3_settings(options, settings_source::of_this_process()).map([](s3_settings&& found) {
    return std::make_unique<s3_service>(std::move(found));
  });
}

http_request s3_service::request(const s3_operation& operation) const {
  std::string region;
  {
    const std::lock_guard lock(mutex_);
    region = settings_.region;
  }
  s3_call call;
  call.method = operation.method;
  call.query = operation.query;
  call.headers = operation.headers;
  call.path = '/' + s3_escaped(operation.place.key, true);
  std::string origin = settings_.endpoint;
  if (origin.empty()) {
    // The certificate of Amazon covers one label before "s3", so a bucket with dots is part of the path.
    const bool own_host = operation.place.bucket.find('.') == std::string::npos;
    origin = "https://" + (own_host ? operation.place.bucket + '.' : std::string()) + "s3." + region +
             ".amazonaws.com";
    if (!own_host) call.path.insert(0, '/' + operation.place.bucket);
  } else {
    call.path.insert(0, '/' + operation.place.bucket);
  }
  call.host = origin.substr(origin.find("//") + 2);
  // The path of the endpoint, if any, precedes the bucket.
  if (const std::size_t slash = call.host.find('/'); slash != std::string::npos) {
    call.path.insert(0, call.host.substr(slash));
    origin.resize(origin.size() - (call.host.size() - slash));
    call.host.resize(slash);
  }
  http_request request;
  request.method = operation.method;
  request.body = operation.body;
  request.follows_redirects = false;
  request.path_as_is = true;
  request.url = origin + call.path;
  if (const std::string query = query_of(call); !query.empty()) request.url += '?' + query;
  if (settings_.credentials) {
    call.payload_hash = operation.body ? hex_of(sha256(*operation.body)) : std::string(empty_hash);
    request.headers = signed_headers(std::move(call), *settings_.credentials, region, std::time(nullptr));
  } else {
    for (const auto& [name, value] : operation.headers) request.headers.push_back(name + ": " + value);
  }
  return request;
}

bool s3_service::learn_region(const http_head& head) {
  const std::string_view region = head.field("x-amz-bucket-region");
  if (region.empty() || region.size() > 64 ||
      (head.status != 301 && head.status != 307 && head.status != 400))
    return false;
  if (!std::all_of(region.begin(), region.end(),
                   [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; }))
    return false;
  const std::lock_guard lock(mutex_);
  settings_.region = region;
  return true;
}

}  // namespace urlsieve
