#include "src/documents/json/data_package.hpp"

#include <simdjson.h>

#include <algorithm>
#include <utility>

namespace urlsieve {
namespace {

namespace json = simdjson::ondemand;
simdjson::error_code read_text(json::value value, std::string& text) {
  std::string_view found;
  const auto failed = value.get_string().get(found);
  if (failed == simdjson::INCORRECT_TYPE) return simdjson::SUCCESS;
  if (failed == simdjson::SUCCESS) text = found;
  return failed;
}

// What is one field of a file.
simdjson::error_code read_field(std::string_view key, json::value value, listed_file& file) {
  if (key == "path") return read_text(value, file.path);
  if (key == "hash") return read_text(value, file.hash);
  if (key != "bytes") return simdjson::SUCCESS;
  std::uint64_t bytes = 0;
  if (value.get_uint64().get(bytes) == simdjson::SUCCESS) file.bytes = bytes;
  return simdjson::SUCCESS;
}

template <class Use>
simdjson::error_code each_field(json::object object, Use&& use) {
  for (auto entry : object) {
    json::field field;
    if (const auto failed = std::move(entry).get(field)) return failed;
    std::string_view key;
    if (const auto failed = field.unescaped_key().get(key)) return failed;
    if (const auto failed = use(key, field.value())) return failed;
  }
  return simdjson::SUCCESS;
}

simdjson::error_code read_resources(json::value list, std::vector<listed_file>& files) {
  json::array resources;
  if (const auto failed = list.get_array().get(resources)) return failed;
  for (auto element : resources) {
    json::object resource;
    if (const auto failed = element.get_object().get(resource)) return failed;
    listed_file file;
    const auto failed = each_field(
        resource, [&](std::string_view key, json::value value) { return read_field(key, value, file); });
    if (failed != simdjson::SUCCESS) return failed;
    if (!file.path.empty()) files.push_back(std::move(file));
  }
  return simdjson::SUCCESS;
}

// What a package says of itself.
struct package_profile {
  std::string profile;
  bool has_wacz_version = false;
  std::vector<listed_file> files;
};

package_profile read_profile(std::string_view text) {
  const simdjson::padded_string padded(text);
  json::parser parser;
  json::document whole;
  json::object object;
  package_profile found;
  if (parser.iterate(padded).get(whole) != simdjson::SUCCESS ||
      whole.get_object().get(object) != simdjson::SUCCESS)
    return found;
  const auto unreadable = each_field(object, [&](std::string_view key, json::value value) {
    if (key == "profile") return read_text(value, found.profile);
    if (key == "resources") return read_resources(value, found.files);
    if (key != "wacz_version") return simdjson::SUCCESS;
    std::string version;
    const simdjson::error_code failed = read_text(value, version);
    found.has_wacz_version = !version.empty();
    return failed;
  });
  return unreadable == simdjson::SUCCESS ? found : package_profile();
}

// A file of a collection of web archives.
bool has_place_in_collection(const listed_file& file) {
  return file.path.starts_with("archive/") || file.path.starts_with("indexes/") ||
         file.path.starts_with("pages/") || file.path.starts_with("logs/");
}

bool is_warc_in_archive(const listed_file& file) {
  return file.path.starts_with("archive/") && file.path.find(".warc") != std::string::npos;
}

}  // namespace

bool declares_web_collection(std::string_view text) {
  const package_profile found = read_profile(text);
  if (found.has_wacz_version) return found.profile != "multi-wacz-package";
  return found.profile == "data-package" && std::ranges::all_of(found.files, has_place_in_collection) &&
         std::ranges::any_of(found.files, is_warc_in_archive);
}

std::optional<std::vector<listed_file>> read_data_package(std::string_view text) {
  const simdjson::padded_string padded(text);
  json::parser parser;
  json::document whole;
  json::object object;
  if (parser.iterate(padded).get(whole) != simdjson::SUCCESS ||
      whole.get_object().get(object) != simdjson::SUCCESS)
    return std::nullopt;
  std::vector<listed_file> files;
  listed_file itself;
  bool lists = false;
  const auto failed = each_field(object, [&](std::string_view key, json::value value) {
    if (key != "resources") return read_field(key, value, itself);
    lists = true;
    return read_resources(value, files);
  });
  if (failed != simdjson::SUCCESS || whole.current_location().error() != simdjson::OUT_OF_BOUNDS)
    return std::nullopt;
  if (!lists && itself.path.empty()) return std::nullopt;
  if (!itself.path.empty()) files.push_back(std::move(itself));
  return files;
}

}  // namespace urlsieve
