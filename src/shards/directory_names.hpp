// Lists a directory without exceptions.
#ifndef URLSIEVE_SHARDS_DIRECTORY_NAMES_HPP
#define URLSIEVE_SHARDS_DIRECTORY_NAMES_HPP

#include <string>
#include <system_error>
#include <vector>

namespace urlsieve {

// Returns the names in `directory`, sorted by bytes. Sets `failed` if the directory cannot be opened or read,
// and returns the names that were read before. Throws std::bad_alloc.
[[nodiscard]] std::vector<std::string> names_in(const std::string& directory, std::error_code& failed);

}  // namespace urlsieve

#endif
