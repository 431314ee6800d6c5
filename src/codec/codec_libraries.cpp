#include "src/codec/codec_libraries.hpp"

#include <brotli/decode.h>
#include <bzlib.h>
#include <isa-l.h>
#include <libdeflate.h>
#include <lzma.h>
#include <snappy-stubs-public.h>
#include <zlib.h>
#include <zstd.h>

#include <cstdint>

#include "src/codec/icu_converters.hpp"
#include "src/codec/inflate_groups.hpp"

namespace urlsieve {
namespace {

// "1.0.8, 13-Jul-2019"
std::string bzip2_version() {
  const std::string_view all = ::BZ2_bzlibVersion();
  return std::string(all.substr(0, all.find(',')));
}

}  // namespace

std::vector<library_version> codec_libraries() {
  const std::uint32_t brotli = ::BrotliDecoderVersion();
  return {{"ICU", icu_converters::get().version()},
          {"zlib", ::zlibVersion()},
          {"libdeflate", LIBDEFLATE_VERSION_STRING},
          {"ISA-L", dotted(ISAL_MAJOR_VERSION, ISAL_MINOR_VERSION, ISAL_PATCH_VERSION)},
          {"zstd", ::ZSTD_versionString()},
          {"bzip2", bzip2_version()},
          {"xz", ::lzma_version_string()},
          {"brotli", dotted(brotli >> 24U, brotli >> 12U & 0xFFFU, brotli & 0xFFFU)},
          {"snappy", dotted(SNAPPY_MAJOR, SNAPPY_MINOR, SNAPPY_PATCHLEVEL)}};
}

std::string_view whole_member_decoder() {
  return inflate_groups_here().empty() ? "one by one, by libdeflate" : "two at a time";
}

}  // namespace urlsieve
