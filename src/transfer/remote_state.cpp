#include "src/transfer/remote_state.hpp"

#include <algorithm>
#include <utility>

#include "src/transfer/http_response.hpp"
#include "src/transfer/remote_name.hpp"

namespace urlsieve {

std::optional<std::string> remote_state::meet(const http_head& head, std::optional<std::uint64_t> size) {
  object_version response_version = version_of_response(head, size);
  if (!begun) {
    if (std::optional<std::string> differs = difference_of(expected, response_version)) return differs;
    begun = true;
    version = std::move(response_version);
    url = is_http_name(name) ? head.url : name;
    changed.notify_all();
    return std::nullopt;
  }
  if (version.etag.empty() && !response_version.etag.empty())
    return "its ETag was none and is " + response_version.etag;
  return difference_of(version, response_version);
}

void remote_state::fail(damage reason, std::uint64_t at, std::string why, bool is_missing) {
  if (!fault || at < fault->at) fault = remote_fault{reason, at, std::move(why), is_missing};
  changed.notify_all();
}

error_response classify_error_response(const remote_state& state, unsigned status, std::string_view body) {
  error_response refused;
  refused.temporary = is_worth_retrying(status);
  refused.why = error_response_message(status, body);
  refused.is_missing = !state.begun && is_missing_status(status);
  if (state.begun && (is_missing_status(status) || status == 416)) {
    refused.reason = damage::changed_input;
    refused.why = "it existed before, but " + refused.why;
  }
  return refused;
}

}  // namespace urlsieve
