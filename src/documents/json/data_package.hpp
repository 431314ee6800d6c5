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

}  // namespace urlsieve

#endif
