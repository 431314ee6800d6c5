#include "src/input/zip/web_collection.hpp"

#include <array>
#include <cstddef>

namespace urlsieve {
namespace {

constexpr std::string_view collection_package = "datapackage.json";
constexpr std::string_view collection_archives = "archive/";

// Returns the path behind the first folder, or all of the path if there is none.
std::string_view behind_top_folder(std::string_view path) {
  return path.substr(path.find('/') + 1);
}

bool is_in_describing_place(std::string_view path) {
  constexpr std::array<std::string_view, 4> places{"indexes/", "pages/", "logs/", "datapackage-digest.json"};
  for (const std::string_view place : places)
    if (path.starts_with(place)) return true;
  return false;
}

}  // namespace

std::string_view plain_member_path(std::string_view path) {
  while (path.starts_with('/') || path.starts_with("./")) path.remove_prefix(path.front() == '/' ? 1 : 2);
  return path;
}

bool is_package_path(std::string_view path) {
  return behind_top_folder(plain_member_path(path)) == collection_package;
}

void web_collection::declare(std::string_view path) {
  if (declared_) return;
  declared_ = true;
  const std::string_view plain = plain_member_path(path);
  folder_ = plain.substr(0, plain.size() - collection_package.size());
}

std::string_view web_collection::skip_reason(std::string_view path) {
  std::string_view plain = plain_member_path(path);
  if (!declared_) has_archives_ = has_archives_ || may_be_archive(path);
  if (!declared_ || !plain.starts_with(folder_)) return {};
  plain.remove_prefix(folder_.size());
  if (!plain.starts_with(collection_archives)) return plain.substr(0, plain.find('/'));
  has_archives_ = true;
  return {};
}

bool web_collection::may_be_archive(std::string_view path) {
  const std::string_view plain = plain_member_path(path);
  return plain.starts_with(collection_archives) || behind_top_folder(plain).starts_with(collection_archives);
}

bool web_collection::may_describe(std::string_view path) {
  const std::string_view plain = plain_member_path(path);
  return is_in_describing_place(plain) || is_in_describing_place(behind_top_folder(plain));
}

}  // namespace urlsieve
