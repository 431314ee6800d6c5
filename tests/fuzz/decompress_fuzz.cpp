// A byte source over any bytes: it never crashes, its bytes and gaps do not depend on the room it is given
// beyond what a broken block gave, and what it counts adds up.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "src/codec/compression.hpp"
#include "src/codec/content_encoding.hpp"
#include "src/input/byte_source.hpp"

namespace {

using namespace urlsieve;

void require(bool holds) {
  if (!holds) std::abort();
}

struct reading {
  std::string bytes;
  std::uint64_t gaps = 0;
  stats counted;
};

// A small file may say that it is gigabytes: only the first of them are looked at.
constexpr std::size_t most = std::size_t{1} << 22;

reading read_some(std::string_view stored, std::size_t room_size) {
  reading result;
  std::vector<char> room(room_size);
  const auto from = byte_source::from_memory(stored, "fuzz", {24, std::size_t{1} << 20});
  while (result.bytes.size() < most) {
    const std::size_t got = from->read(room, result.counted);
    if (got == 0) break;
    result.gaps += from->after_gap() ? 1 : 0;
    result.bytes.append(room.data(), got);
  }
  require(result.counted.bytes == result.bytes.size());
  require(result.counted.bytes_read <= stored.size());
  return result;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1) return 0;
  const std::string_view stored(reinterpret_cast<const char*>(data) + 1, size - 1);
  const reading whole = read_some(stored, 65536);
  const reading cut = read_some(stored, std::size_t{1} + data[0]);
  if (whole.bytes.size() < most && whole.counted.total_damage() == 0) {
    require(cut.bytes == whole.bytes);
    require(cut.gaps == 0 && cut.counted.total_damage() == 0);
  }
  if (sniff_compression(stored.substr(0, compression_head_size)) == compression::none)
    require(whole.bytes == stored.substr(0, whole.bytes.size()));

  static content_decoder decoder;
  for (const std::string_view coding : {"gzip", "deflate", "br", "zstd", "gzip, br"}) {
    arena out;
    const decoded_content content = decoder.decode(coding, stored, {std::size_t{1} << 20, 100}, out);
    require(content.bytes.size() <= std::size_t{1} << 20);
  }
  return 0;
}
