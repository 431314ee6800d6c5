// The compression formats of files. Outputs can have none, gzip and zstd; bzip2 and xz are for inputs only.
#ifndef URLSIEVE_OUTPUT_COMPRESSION_HPP
#define URLSIEVE_OUTPUT_COMPRESSION_HPP

#include <cstdint>

#include "urlsieve/enum_table.hpp"
#include "urlsieve/names.hpp"

namespace urlsieve {

enum class compression : std::uint8_t { none, gzip, zstd, bzip2, xz };
template <>
inline constexpr auto words_for<compression> = enum_table<compression>({{compression::none, "none"},
                                                                        {compression::gzip, "gzip"},
                                                                        {compression::zstd, "zstd"},
                                                                        {compression::bzip2, "bzip2"},
                                                                        {compression::xz, "xz"}});

}  // namespace urlsieve

#endif
