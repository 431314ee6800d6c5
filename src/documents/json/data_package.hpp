// Reads the file list of a data package (datapackage.json of Frictionless Data; WACZ contains one).
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
  std::string hash;  // "sha256:" and digits; digits alone are MD5; empty: none
  std::optional<std::uint64_t> bytes;
};

// Calls `use` for each file under "resources", or for the file that a datapackage-digest.json names. Returns
// false if the text is not a file list or is corrupt; files before the corrupt byte have been passed to
// `use`. Copies the text unless its capacity exceeds its size by the padding of simdjson (64 bytes).
[[nodiscard]] bool read_data_package(const std::string& text,
                                     const std::function<void(const listed_file&)>& use);

// Returns true if a datapackage.json declares a collection of web archives. Either the package has a
// `wacz_version` (WACZ 1.1.1, section 5.1.1) and is no multi-wacz-package. Or, as older writers do, the
// package has the profile "data-package", lists only files of a collection, and lists a WARC in "archive/".
[[nodiscard]] bool declares_web_collection(std::string_view text);

}  // namespace urlsieve

#endif
