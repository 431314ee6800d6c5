// Decodes the Content-Encoding of a complete HTTP body (RFC 9110 section 8.4), up to a size bound: gzip,
// compress, deflate (zlib or raw, as servers send both), br, zstd, bzip2, xz, identity, and lists of them.
// Labels are often wrong, so a magic number of another coding overrides the label.
#ifndef URLSIEVE_CODEC_CONTENT_ENCODING_HPP
#define URLSIEVE_CODEC_CONTENT_ENCODING_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "src/text/arena.hpp"

namespace urlsieve {

enum class decode_status : std::uint8_t {
  ok,
  unknown_coding,  // one of the codings is unsupported; nothing was decoded
  corrupt,         // the output is valid up to the fault, and may be empty
  truncated,       // the output is valid up to the end of the body
  too_large        // the output ends at the bound
};

// Limits of expansion, because a few kilobytes can decode to gigabytes. Decoding stops at the first limit.
struct expansion_bound {
  std::size_t max_size = std::size_t{64} << 20;  // size of the decoded body, in bytes
  double max_ratio = 1000;  // decoded size / encoded size; applies beyond ratio_free bytes only
};
inline constexpr std::size_t ratio_free = std::size_t{1} << 20;

struct decoded_content {
  decode_status status = decode_status::ok;
  std::string_view bytes;  // in the arena, or the body itself if nothing was decoded
};

// Decodes bodies. Holds the memory of the decoders; use one object per thread.
class content_decoder {
 public:
  content_decoder();
  ~content_decoder();
  content_decoder(const content_decoder&) = delete;
  content_decoder& operator=(const content_decoder&) = delete;

  // Decodes `body` by `codings`, the value of the header field, in the order of application: "gzip", "br,
  // gzip" ... Bytes with a magic number of another coding are decoded by that coding. A coding whose magic
  // number is absent below another layer counts as not applied.
  decoded_content decode(std::string_view codings, std::string_view body, expansion_bound bound, arena& out);

  // Decodes `body` by its magic number, without a label; returns unknown_coding if it has none.
  decoded_content decode_marked(std::string_view body, expansion_bound bound, arena& out);

  // True if `body` may begin a stream of `coding` (a single coding). False for a body that was stored decoded
  // with its original header. Always true for br, which has no magic number.
  [[nodiscard]] static bool plausible(std::string_view coding, std::string_view body);

 private:
  struct machinery;
  std::unique_ptr<machinery> machinery_;
};

}  // namespace urlsieve

#endif
