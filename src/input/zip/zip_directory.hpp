// Reads the directory at the end of a zip archive in a file.
#ifndef URLSIEVE_INPUT_ZIP_ZIP_DIRECTORY_HPP
#define URLSIEVE_INPUT_ZIP_ZIP_DIRECTORY_HPP

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "src/input/stored_file.hpp"
#include "src/input/zip/zip_header.hpp"

namespace urlsieve {

// Limit in bytes, because libarchive, the fallback, needs several times the size.
inline constexpr std::uint64_t largest_zip_directory = std::uint64_t{16} << 20;

struct zip_directory {
  std::shared_ptr<const std::string> bytes;  // the names of the records point into the bytes
  std::uint64_t at = 0;                      // offset of the directory in the file
  std::vector<zip_record> records;           // in the order of the entries in the file
  bool miscounts = false;                    // the end record states another number of entries
  // The datapackage.json of the archive: at its top, or else in a top-level folder if no other folder has one
  // (web_collection).
  std::optional<zip_record> package;
  std::string package_path;
};

// Returns nullopt if the directory is corrupt, unusual (several disks), too large, or cannot be read;
// libarchive then reads the archive.
[[nodiscard]] std::optional<zip_directory> read_zip_directory(const stored_file& file);

}  // namespace urlsieve

#endif
