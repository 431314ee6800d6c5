// What a 7z archive asks for before any of it is read: tables for as many files, folders and streams as its
// header says, and memory for each coder. libarchive takes all of that as it is told.
#ifndef URLSIEVE_INPUT_SEVEN_ZIP_BOUNDS_HPP
#define URLSIEVE_INPUT_SEVEN_ZIP_BOUNDS_HPP

#include <optional>
#include <string_view>

#include "src/input/stored_file.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

struct seven_zip_excess {
  damage reason;
  std::string_view why;  // a few words, if there is more to say
};

// Why the archive is not read: its header is not there or broken, says more than can stand in it, or a coder
// asks for too much memory.
[[nodiscard]] std::optional<seven_zip_excess> excess_of_seven_zip(const stored_file& archive);

}  // namespace urlsieve

#endif
