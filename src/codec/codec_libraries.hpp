// The versions of the libraries that this module uses.
#ifndef URLSIEVE_CODEC_CODEC_LIBRARIES_HPP
#define URLSIEVE_CODEC_CODEC_LIBRARIES_HPP

#include <string_view>
#include <vector>

#include "src/text/library_version.hpp"

namespace urlsieve {

// Throws std::runtime_error where ICU, which is loaded for this, is not there.
[[nodiscard]] std::vector<library_version> codec_libraries();

// Who decompresses gzip members that are held whole on this processor.
[[nodiscard]] std::string_view whole_member_decoder();

}  // namespace urlsieve

#endif
