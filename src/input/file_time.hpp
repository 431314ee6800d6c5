// The modification time of a file.
#ifndef URLSIEVE_INPUT_FILE_TIME_HPP
#define URLSIEVE_INPUT_FILE_TIME_HPP

#include <sys/stat.h>

#include <cstdint>

namespace urlsieve {

// Returns the modification time in nanoseconds since 1970.
[[nodiscard]] inline std::int64_t modified_ns(const struct stat& about) {
  return about.st_mtim.tv_sec * std::int64_t{1'000'000'000} + about.st_mtim.tv_nsec;
}

}  // namespace urlsieve

#endif
