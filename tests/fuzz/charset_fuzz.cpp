// Charset decoding: the result is UTF-8 or the unchanged input, is at most three times as long, and can be
// encoded as a query again. A reused decoder behaves like a new decoder.
#include "src/codec/charset.hpp"

#include <array>

#include "src/text/encodings/utf8.hpp"
#include "tests/fuzz/fuzz_target.hpp"

namespace urlsieve::fuzz::charset_target {
namespace {

constexpr std::array<std::string_view, 16> labels{
    "utf-8",    "shift_jis", "gbk",   "gb18030", "big5",       "euc-jp", "iso-2022-jp", "euc-kr",
    "utf-16le", "utf-16be",  "utf-7", "koi8-r",  "iso-8859-2", "latin1", "macintosh",   "x-user-defined"};

}  // namespace

extern const std::size_t longest_input = 10'000;

void run(fuzz_input& given) {
  const encoding from = find_mail_encoding(given.one_of(labels));
  const std::string_view bytes = given.rest();
  static charset_decoder reused;
  charset_decoder fresh;
  arena first;
  arena second;
  const std::string_view decoded = reused.decode(from, bytes, first);
  require(decoded == fresh.decode(from, bytes, second));
  require(decoded.size() <= 3 * bytes.size() + 3);
  const bool in_place = decoded.data() >= bytes.data() && decoded.data() <= bytes.data() + bytes.size();
  require(in_place || is_utf8(decoded));
  arena query;
  if (!decoded.empty()) require(!reused.encode_query(from, decoded, query).empty());
  (void)find_encoding(bytes.substr(0, 40));
}

}  // namespace urlsieve::fuzz::charset_target
