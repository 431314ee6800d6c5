// Converts text between charsets and UTF-8. Decoding never fails: ill-formed bytes become U+FFFD. Only
// charset.cpp calls ICU's converters.
#ifndef URLSIEVE_CODEC_CHARSET_HPP
#define URLSIEVE_CODEC_CHARSET_HPP

#include <memory>
#include <string_view>

#include "src/codec/encoding.hpp"
#include "src/text/arena.hpp"

namespace urlsieve {

// Converts text from and to UTF-8. Keeps converters open; use one object per thread. The first text that
// needs ICU loads ICU; throws std::runtime_error if ICU is not installed or its data lack the encoding.
class charset_decoder {
 public:
  charset_decoder();
  ~charset_decoder();
  charset_decoder(const charset_decoder&) = delete;
  charset_decoder& operator=(const charset_decoder&) = delete;

  // Returns `bytes` as UTF-8, without a byte order mark of the encoding. The result is a view into `out`, or
  // into `bytes` if no byte changes: UTF-8, even ill-formed; ASCII in an ASCII-compatible encoding; an
  // unknown encoding.
  std::string_view decode(const encoding& source, std::string_view bytes, arena& out);

  // Returns `utf8` in encoding `target`, as the query of a URL in a document of that encoding
  // ("percent-encode after encoding" of the URL standard, before percent-encoding). Characters that `target`
  // lacks become %26%23<number>%3B. Returns `utf8` itself for UTF-8, for encodings without an encoder in the
  // standard, and above 1 GiB.
  std::string_view encode_query(const encoding& target, std::string_view utf8, arena& out);

 private:
  struct machinery;
  std::unique_ptr<machinery> machinery_;
};

}  // namespace urlsieve

#endif
