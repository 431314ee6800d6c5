// Transfer-Encoding: chunked (RFC 9112 section 7.1), undone.
#ifndef URLSIEVE_DOCUMENTS_CHUNKED_HPP
#define URLSIEVE_DOCUMENTS_CHUNKED_HPP

#include <string_view>

#include "src/text/arena.hpp"

namespace urlsieve {

enum class chunked_status : unsigned char {
  whole,      // every chunk is there, the last one too
  broken,     // breaks off, or is malformed from some place on; what could be read is there, and what stands
              // after that place as it is
  no_chunks,  // does not begin with a chunk: the body was stored without them
};

struct dechunked {
  chunked_status status;
  std::string_view bytes;  // in `out`, or of `body` where it is one piece
};

// The result is followed by `padding` readable bytes where it is in `out`.
[[nodiscard]] dechunked undo_chunked(std::string_view body, std::size_t padding, arena& out);

// True if `body` is chunked from its first byte to the end, though nothing said so.
[[nodiscard]] bool is_chunked(std::string_view body);

}  // namespace urlsieve

#endif
