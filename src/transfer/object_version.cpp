#include "src/transfer/object_version.hpp"

namespace urlsieve {
namespace {

// Removes the quotes of an ETag, because listings of some stores omit them.
std::string_view unquoted(std::string_view tag) {
  constexpr std::string_view quote = "\"";
  if (tag.size() < 2 || !tag.starts_with(quote) || !tag.ends_with(quote)) return tag;
  return tag.substr(1, tag.size() - 2);
}

std::string describe_change(std::string_view name, std::string_view old_value, std::string_view new_value) {
  constexpr std::string_view none = "none";
  return std::string("its ")
      .append(name)
      .append(" was ")
      .append(old_value.empty() ? none : old_value)
      .append(" and is ")
      .append(new_value.empty() ? none : new_value);
}

}  // namespace

object_version version_of_response(const http_head& head, std::optional<std::uint64_t> size) {
  return {size, std::string(head.field("etag")), std::string(head.field("last-modified"))};
}

std::optional<std::string> difference_of(const object_version& old_version,
                                         const object_version& new_version) {
  if (old_version.size && new_version.size && *old_version.size != *new_version.size)
    return "its size was " + std::to_string(*old_version.size) + " bytes and is " +
           std::to_string(*new_version.size);
  if (!old_version.etag.empty()) {
    if (unquoted(old_version.etag) != unquoted(new_version.etag))
      return describe_change("ETag", old_version.etag, new_version.etag);
    return std::nullopt;
  }
  if (!old_version.modified.empty() && old_version.modified != new_version.modified)
    return describe_change("Last-Modified", old_version.modified, new_version.modified);
  return std::nullopt;
}

}  // namespace urlsieve
