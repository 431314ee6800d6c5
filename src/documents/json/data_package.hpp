// The list that a data package (datapackage.json, of Frictionless Data; WACZ has one) gives of its files.
#ifndef URLSIEVE_DOCUMENTS_DATA_PACKAGE_HPP
#define URLSIEVE_DOCUMENTS_DATA_PACKAGE_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace urlsieve {

struct listed_file {
  std::string path;
  std::string hash;  // "sha256:" with digits behind it; without a word, MD5; empty: none
  std::optional<std::uint64_t> bytes;
};

// The files under "resources"; or, of datapackage-digest.json, the one that the object itself tells of.
// Nothing: it is no such list.
[[nodiscard]] std::optional<std::vector<listed_file>> read_data_package(std::string_view text);

// Whether a datapackage.json declares a collection of web archives: it has a `wacz_version` (WACZ 1.1.1,
// section 5.1.1); or, as packages of older writers, the profile "data-package" and no other files than a
// collection has, a WARC in "archive/" among them.
[[nodiscard]] bool declares_web_collection(std::string_view text);

}  // namespace urlsieve

#endif
