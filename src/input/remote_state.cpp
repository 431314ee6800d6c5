#include "src/input/remote_state.hpp"

#include <algorithm>
#include <utility>

#include "src/transfer/http_status.hpp"

namespace urlsieve {

std::optional<std::string> remote_state::meet(const http_head& head, std::optional<std::uint64_t> size) {
  const std::string_view tag = head.field("etag");
  const std::string_view date = head.field("last-modified");
  if (!begun) {
    begun = true;
    etag = tag;
    modified = date;
    total = size;
    changed.notify_all();
    return std::nullopt;
  }
  if (size && total && *size != *total)
    return "it had " + std::to_string(*total) + " bytes and has " + std::to_string(*size);
  if (tag != etag)
    return "its ETag was " + (etag.empty() ? "none" : etag) + " and is " +
           (tag.empty() ? "none" : std::string(tag));
  if (etag.empty() && date != modified)
    return "its Last-Modified was " + (modified.empty() ? "none" : modified) + " and is " +
           (date.empty() ? "none" : std::string(date));
  return std::nullopt;
}

void remote_state::fail(damage reason, std::uint64_t at, std::string why) {
  if (!fault || at < fault->at) fault = remote_fault{reason, at, std::move(why)};
  changed.notify_all();
}

remote_refusal refusal_of(const remote_state& state, unsigned status, std::string_view body) {
  remote_refusal refused;
  refused.temporary = is_worth_retrying(status);
  refused.why = told_refusal(status, body);
  if (state.begun && (says_gone(status) || status == 416)) {
    refused.reason = damage::changed_input;
    refused.why = "it was there and " + refused.why;
  }
  return refused;
}

}  // namespace urlsieve
