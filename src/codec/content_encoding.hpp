// Undoes the Content-Encoding of an HTTP body (RFC 9110 section 8.4) that is there whole, within a bound:
// gzip, compress, deflate (zlib or raw, as servers send both), br, zstd, bzip2, xz, identity, and lists of
// them. Labels are often wrong: a body that begins as another coding does is undone by that one.
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
  unknown_coding,  // one of the codings named is none of ours; nothing was decoded
  corrupt,         // the bytes before the fault are there, perhaps none
  truncated,       // the same
  too_large        // the bytes up to the bound are there
};

// A body of a few kilobytes can be made to expand to gigabytes; what lies beyond these bounds is not decoded.
struct expansion_bound {
  std::size_t max_size = std::size_t{64} << 20;  // of the decoded body
  double max_ratio = 1000;                       // decoded to encoded size; asked past ratio_free bytes only
};
inline constexpr std::size_t ratio_free = std::size_t{1} << 20;

struct decoded_content {
  decode_status status = decode_status::ok;
  std::string_view bytes;  // in the arena, or the body itself where there was nothing to undo
};

// Holds the decoders' memory; one a thread.
class content_decoder {
 public:
  content_decoder();
  ~content_decoder();
  content_decoder(const content_decoder&) = delete;
  content_decoder& operator=(const content_decoder&) = delete;

  // `codings` is the header field's value: "gzip", "br, gzip" ... in the order they were applied. Bytes that
  // show another coding than they are said to have are undone by what they show, and a coding further in
  // that they do not show was never applied.
  decoded_content decode(std::string_view codings, std::string_view body, expansion_bound bound, arena& out);

  // Undoes what `body` shows of itself, without a label; unknown_coding where it shows nothing.
  decoded_content decode_marked(std::string_view body, expansion_bound bound, arena& out);

  // Whether `body` begins as `coding` says (one coding). A body that was stored decoded under its old header
  // does not; br has no mark, so it always may.
  [[nodiscard]] static bool plausible(std::string_view coding, std::string_view body);

 private:
  struct machinery;
  std::unique_ptr<machinery> machinery_;
};

}  // namespace urlsieve

#endif
