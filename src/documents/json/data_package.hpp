// The list that a data package (datapackage.json, of Frictionless Data; WACZ has one) gives of its files.
#ifndef URLSIEVE_DOCUMENTS_DATA_PACKAGE_HPP
#define URLSIEVE_DOCUMENTS_DATA_PACKAGE_HPP

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace urlsieve {

struct listed_file {
  std::string path;
  std::string hash;  // "sha256:" with digits behind it; without a word, MD5; empty: none
  std::optional<std::uint64_t> bytes;
};

// Calls `use` with each file under "resources", or with the file that a datapackage-digest.json names.
// Returns false if the text is no such list, or from some byte on; files in front of that byte were used.
// Copies the text unless its capacity exceeds its size by the padding of simdjson (64 bytes).
[[nodiscard]] bool read_data_package(const std::string& text,
                                     const std::function<void(const listed_file&)>& use);

// Whether a datapackage.json declares a collection of web archives: it has a `wacz_version` (WACZ 1.1.1,
// section 5.1.1); or, as packages of older writers, the profile "data-package" and no other files than a
// collection has, a WARC in "archive/" among them.
[[nodiscard]] bool declares_web_collection(std::string_view text);

}  // namespace urlsieve

#endif
