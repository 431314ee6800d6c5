// A byte source over any bytes: its bytes and gaps do not depend on the room it is given, beyond what a
// broken block gave, and what it counts adds up.
#include "src/codec/content_encoding.hpp"
#include "src/input/archives/file_archive.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "tests/input/reading.hpp"

namespace urlsieve::fuzz::decompress_target {
namespace {

// A small file may say that it is gigabytes: only the first of them are looked at.
constexpr std::size_t most = std::size_t{1} << 22;

testing::reading read_some(std::string_view stored, std::size_t capacity) {
  const auto from = byte_source::from_memory(stored, "fuzz", {24, std::size_t{1} << 20});
  testing::reading result = testing::read_all(*from, {capacity}, most);
  require(result.counted.bytes == result.bytes.size());
  require(result.counted.bytes_read <= stored.size());
  return result;
}

}  // namespace

extern const std::size_t longest_input = std::size_t{1} << 20;

void run(fuzz_input& given) {
  const std::size_t capacity = std::size_t{1} + given.byte();
  const std::string_view stored = given.rest();
  const testing::reading whole = read_some(stored, 65536);
  const testing::reading cut = read_some(stored, capacity);
  if (whole.bytes.size() < most && whole.counted.total_damage() == 0) {
    require(cut.bytes == whole.bytes);
    require(cut.gaps.empty() && cut.counted.total_damage() == 0);
  }
  if (!is_compressed(stored)) require(whole.bytes == stored.substr(0, whole.bytes.size()));

  static content_decoder decoder;
  for (const std::string_view coding : {"gzip", "deflate", "br", "zstd", "compress", "gzip, br"}) {
    arena out;
    require(decoder.decode(coding, stored, {std::size_t{1} << 20, 100}, out).bytes.size() <= std::size_t{1}
                                                                                                 << 20);
  }
}

}  // namespace urlsieve::fuzz::decompress_target
