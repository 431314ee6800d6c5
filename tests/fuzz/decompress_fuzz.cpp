// Byte source over arbitrary bytes: bytes and gaps do not depend on the capacity of reads (except after
// damage), and counters match the bytes. Content decoders respect their size limit.
#include "src/codec/content_encoding.hpp"
#include "src/input/archives/file_archive.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "tests/input/reading.hpp"

namespace urlsieve::fuzz::decompress_target {
namespace {

// Reads stop here, because a small file may expand to gigabytes.
constexpr std::size_t max_read = std::size_t{1} << 22;

testing::reading read_some(std::string_view stored, std::size_t capacity) {
  const auto from = byte_source::from_memory(stored, "fuzz", {24, std::size_t{1} << 20});
  testing::reading result = testing::read_all(*from, {capacity}, max_read);
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
  if (whole.bytes.size() < max_read && whole.counted.total_damage() == 0) {
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
