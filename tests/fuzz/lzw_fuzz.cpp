// LZW of `compress`: what was packed comes back, and of any bytes no more than allowed.
#include "src/codec/lzw.hpp"

#include <string>

#include "tests/fuzz/fuzz_target.hpp"
#include "tests/oracle/lzw_writer.hpp"

namespace urlsieve::fuzz::lzw_target {

extern const std::size_t longest_input = 8'000;

// How wide the codes may be, and after how many of them the table is cleared.
void run(fuzz_input& given) {
  const unsigned widest = 9 + given.byte() % 8;
  const std::size_t clear_after = given.byte() * std::size_t{4};
  const std::string_view bytes = given.rest();
  constexpr std::size_t most = 100'000;
  std::string out;
  static_cast<void>(decompress_lzw(bytes, most, out));
  require(out.size() <= most);
  std::string back;
  require(decompress_lzw(exact_bytes(oracle::lzw_written(bytes, widest, clear_after)).view(), most, back) ==
          lzw_end::whole);
  require(back == bytes);
}

}  // namespace urlsieve::fuzz::lzw_target
