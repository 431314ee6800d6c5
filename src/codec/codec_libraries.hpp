// The versions of the libraries that the module uses.
#ifndef URLSIEVE_CODEC_CODEC_LIBRARIES_HPP
#define URLSIEVE_CODEC_CODEC_LIBRARIES_HPP

#include <string_view>
#include <vector>

#include "src/text/library_version.hpp"

namespace urlsieve {

// Returns the versions; loads ICU for that. Throws std::runtime_error if ICU is not installed.
[[nodiscard]] std::vector<library_version> codec_libraries();

// Returns how this processor decodes whole gzip members, for version reports: "two at a time"
// (inflate_pair.hpp) or "one by one, by libdeflate".
[[nodiscard]] std::string_view whole_member_decoder();

}  // namespace urlsieve

#endif
