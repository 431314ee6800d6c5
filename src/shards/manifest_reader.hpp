// Reads the manifest of an output directory.
#ifndef URLSIEVE_SHARDS_MANIFEST_READER_HPP
#define URLSIEVE_SHARDS_MANIFEST_READER_HPP

#include <string>
#include <string_view>

#include "src/shards/manifest.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

// Strict: a member that is missing or not what README.md says is an error, and so is a format, partition
// function or word that this program does not know. Members that it does not know are passed over. The keys
// of the shards are as key_for_manifest() has them.
[[nodiscard]] result<manifest> read_manifest(std::string_view json);

// That of an output directory. Errors name the file.
[[nodiscard]] result<manifest> load_manifest(const std::string& directory);

// The same of a directory that is complete: one without _SUCCESS is error_code::cannot_read.
[[nodiscard]] result<manifest> open_manifest(const std::string& directory);

}  // namespace urlsieve

#endif
