// LZW of `compress`: compressed bytes decompress to the original, and arbitrary bytes to at most the allowed
// size.
#include "src/codec/lzw.hpp"

#include <string>

#include "tests/fuzz/fuzz_target.hpp"
#include "tests/oracle/lzw_writer.hpp"

namespace urlsieve::fuzz::lzw_target {

extern const std::size_t longest_input = 8'000;

// First byte: the maximum code width. Second byte: the number of codes between table resets.
void run(fuzz_input& given) {
  const unsigned widest = 9 + given.byte() % 8;
  const std::size_t clear_after = given.byte() * std::size_t{4};
  const std::string_view bytes = given.rest();
  constexpr std::size_t max_output = 100'000;
  std::string out;
  static_cast<void>(decompress_lzw(bytes, max_output, out));
  require(out.size() <= max_output);
  std::string back;
  require(decompress_lzw(exact_bytes(oracle::lzw_written(bytes, widest, clear_after)).view(), max_output,
                         back) == lzw_end::whole);
  require(back == bytes);
}

}  // namespace urlsieve::fuzz::lzw_target
