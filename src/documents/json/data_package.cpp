#include "src/documents/json/data_package.hpp"

#include <simdjson.h>

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

// Reads a member of a file entry.
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

// Calls `use` for each file that has a path.
template <class Use>
simdjson::error_code read_resources(json::value list, Use&& use) {
  json::array resources;
  if (const auto failed = list.get_array().get(resources)) return failed;
  for (auto element : resources) {
    json::object resource;
    if (const auto failed = element.get_object().get(resource)) return failed;
    listed_file file;
    const auto failed = each_field(
        resource, [&](std::string_view key, json::value value) { return read_field(key, value, file); });
    if (failed != simdjson::SUCCESS) return failed;
    if (!file.path.empty()) use(file);
  }
  return simdjson::SUCCESS;
}

// Returns true if the path is in a folder of a web archive collection.
bool has_place_in_collection(const listed_file& file) {
  return file.path.starts_with("archive/") || file.path.starts_with("indexes/") ||
         file.path.starts_with("pages/") || file.path.starts_with("logs/");
}

bool is_warc_in_archive(const listed_file& file) {
  return file.path.starts_with("archive/") && file.path.find(".warc") != std::string::npos;
}

// Summary of the files of a package, which decides whether the package is a collection. Entries are not kept,
// because large collections list 100,000 files.
struct resource_summary {
  bool only_collection_files = true;
  bool has_archive = false;
};

// The members of a package that can declare a collection.
struct package_profile {
  std::string profile;
  bool has_wacz_version = false;
  resource_summary resources;
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
    if (key == "resources") {
      return read_resources(value, [&all = found.resources](const listed_file& file) {
        all.only_collection_files = all.only_collection_files && has_place_in_collection(file);
        all.has_archive = all.has_archive || is_warc_in_archive(file);
      });
    }
    if (key != "wacz_version") return simdjson::SUCCESS;
    std::string version;
    const simdjson::error_code failed = read_text(value, version);
    found.has_wacz_version = !version.empty();
    return failed;
  });
  return unreadable == simdjson::SUCCESS ? found : package_profile();
}

}  // namespace

bool declares_web_collection(std::string_view text) {
  const package_profile found = read_profile(text);
  if (found.has_wacz_version) return found.profile != "multi-wacz-package";
  return found.profile == "data-package" && found.resources.only_collection_files &&
         found.resources.has_archive;
}

bool read_data_package(const std::string& text, const std::function<void(const listed_file&)>& use) {
  simdjson::padded_string copy;
  simdjson::padded_string_view padded(text.data(), text.size(), text.capacity());
  if (text.capacity() - text.size() < simdjson::SIMDJSON_PADDING) {
    copy = simdjson::padded_string(text);
    padded = copy;
  }
  json::parser parser;
  json::document whole;
  json::object object;
  if (parser.iterate(padded).get(whole) != simdjson::SUCCESS ||
      whole.get_object().get(object) != simdjson::SUCCESS)
    return false;
  listed_file package_file;
  bool lists = false;
  const auto failed = each_field(object, [&](std::string_view key, json::value value) {
    if (key != "resources") return read_field(key, value, package_file);
    lists = true;
    return read_resources(value, use);
  });
  if (failed != simdjson::SUCCESS || whole.current_location().error() != simdjson::OUT_OF_BOUNDS)
    return false;
  if (!package_file.path.empty()) use(package_file);
  return lists || !package_file.path.empty();
}

}  // namespace urlsieve
