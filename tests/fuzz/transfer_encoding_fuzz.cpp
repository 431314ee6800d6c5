// Transfer encodings: quoted-printable and base64 equal their scalar reference implementations on the
// instruction set that the first byte selects. Inline files are in order within their text. Decoded and
// undecoded bytes together are not longer than the body.
#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "src/codec/inline_block.hpp"
#include "src/codec/transfer_encoding.hpp"
#include "src/text/encodings/base64.hpp"
#include "src/text/encodings/quoted_printable.hpp"
#include "src/text/scan/kernel_targets.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "tests/oracle/base64_twin.hpp"
#include "tests/oracle/quoted_printable_twin.hpp"

namespace urlsieve::fuzz::transfer_encoding_target {
namespace {

using decoder = decoded_extent (*)(std::string_view, char*);

void require_same(decoder decode, std::string_view text, const oracle::decoded_bytes& expected) {
  const auto out = std::make_unique<char[]>(text.size() + decoding_slack);
  const decoded_extent result = decode(text, out.get());
  require(std::string_view(out.get(), result.size) == expected.bytes);
  require(result.damaged == expected.damaged);
}

void require_blocks_in_order(std::string_view text) {
  arena buffer;
  inline_block block;
  std::size_t from = 0;
  while (find_inline_block(text, from, block)) {
    require(block.begin >= from && block.end > block.begin && block.end <= text.size());
    require(block.begin == 0 || text[block.begin - 1] == '\n');
    require(block.lines.data() >= text.data() + block.begin);
    require(block.lines.data() + block.lines.size() <= text.data() + block.end);
    // A last group of one character still yields three bytes.
    require(decode_uuencode(block.lines, buffer).bytes.size() <= block.lines.size() + 1);
    from = block.end;
  }
}

}  // namespace

extern const std::size_t longest_input = 20'000;

void run(fuzz_input& given) {
  static const auto targets = runnable_targets();
  run_kernels_on(given.one_of(targets));
  const std::string_view text = given.rest();
  require_same(decode_base64, text, oracle::base64_of(text));
  require_blocks_in_order(text);
  (void)find_transfer_encoding(text);

  arena buffer;
  for (const transfer_encoding encoding :
       {transfer_encoding::identity, transfer_encoding::quoted_printable, transfer_encoding::base64,
        transfer_encoding::uuencode, transfer_encoding::unknown}) {
    const decoded_transfer result = decode_transfer(encoding, text, buffer);
    require(result.bytes.size() + result.rest.size() <= text.size());
    require(result.rest.empty() || text.ends_with(result.rest));
  }
  std::string replaced(text);
  std::replace(replaced.begin(), replaced.end(), oracle::put_out, 'x');
  const exact_bytes quoted(replaced);
  require_same(decode_quoted_printable, quoted.view(), oracle::quoted_printable_of(quoted.view()));
}

}  // namespace urlsieve::fuzz::transfer_encoding_target
