#include "src/transfer/object_version.hpp"

namespace urlsieve {
namespace {

// Removes the quotes of an ETag, because listings of some stores omit them.
std::string_view unquoted(std::string_view tag) {
  constexpr std::string_view quote = "\"";
  if (tag.size() < 2 || !tag.starts_with(quote) || !tag.ends_with(quote)) return tag;
  return tag.substr(1, tag.size() - 2);
}

std::string told(std::string_view name, std::string_view then, std::string_view now) {
  constexpr std::string_view none = "none";
  return std::string("its ")
      .append(name)
      .append(" was ")
      .append(then.empty() ? none : then)
      .append(" and is ")
      .append(now.empty() ? none : now);
}

}  // namespace

object_version version_of_response(const http_head& head, std::optional<std::uint64_t> size) {
  return {size, std::string(head.field("etag")), std::string(head.field("last-modified"))};
}

std::optional<std::string> difference_of(const object_version& then, const object_version& now) {
  if (then.size && now.size && *then.size != *now.size)
    return "its size was " + std::to_string(*then.size) + " bytes and is " + std::to_string(*now.size);
  if (!then.etag.empty()) {
    if (unquoted(then.etag) != unquoted(now.etag)) return told("ETag", then.etag, now.etag);
    return std::nullopt;
  }
  if (!then.modified.empty() && then.modified != now.modified)
    return told("Last-Modified", then.modified, now.modified);
  return std::nullopt;
}

}  // namespace urlsieve
