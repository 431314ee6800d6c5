// Decodes Transfer-Encoding: chunked (RFC 9112 section 7.1).
#ifndef URLSIEVE_DOCUMENTS_CHUNKED_HPP
#define URLSIEVE_DOCUMENTS_CHUNKED_HPP

#include <string_view>

#include "src/text/arena.hpp"

namespace urlsieve {

enum class chunked_status : unsigned char {
  whole,      // all chunks are present, including the last chunk
  broken,     // truncated or malformed: the chunks before the fault are decoded; the rest follows as it is
  no_chunks,  // the body does not begin with a chunk: it was stored decoded
};

struct dechunked {
  chunked_status status;
  std::string_view bytes;  // in `out`, or a part of `body`: its only chunk, or all of `body` without chunks
};

// Decodes `body`. A result in `out` is followed by `padding` readable bytes.
[[nodiscard]] dechunked decode_chunked(std::string_view body, std::size_t padding, arena& out);

// Returns true if `body` consists of valid chunks up to the last chunk, although no header declares chunks.
[[nodiscard]] bool is_chunked(std::string_view body);

}  // namespace urlsieve

#endif
