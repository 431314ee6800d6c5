#include "src/codec/inflate_pair.hpp"

#include <isa-l/crc.h>

#include <cstdint>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace urlsieve {
namespace {

constexpr std::size_t trailer_size = 8;

// Returns the size of a gzip header (RFC 1952 section 2.3), or 0. Does not verify the header's own checksum.
std::size_t gzip_header_size(std::string_view stored) {
  constexpr std::size_t fixed_size = 10;
  const auto byte = [&](std::size_t i) -> unsigned { return static_cast<unsigned char>(stored[i]); };
  if (stored.size() < fixed_size + trailer_size) return 0;
  if (byte(0) != 0x1F || byte(1) != 0x8B || byte(2) != 8 || (byte(3) & 0xE0U) != 0) return 0;
  const unsigned flags = byte(3);
  std::size_t size = fixed_size;
  if ((flags & 4U) != 0) size += 2 + (byte(size) | byte(size + 1) << 8U);
  for (const unsigned text : {8U, 16U}) {  // name, comment
    if ((flags & text) == 0) continue;
    const std::size_t nul = stored.find('\0', size);
    if (nul == std::string_view::npos) return 0;
    size = nul + 1;
  }
  if ((flags & 2U) != 0) size += 2;
  return size + trailer_size <= stored.size() ? size : 0;
}

std::uint32_t read_little(const std::uint8_t* from) {
  return from[0] | std::uint32_t{from[1]} << 8U | std::uint32_t{from[2]} << 16U |
         std::uint32_t{from[3]} << 24U;
}

// isa-l's checksum leaves the upper halves of wide registers dirty, which slows down the following code.
#if defined(__x86_64__)
__attribute__((target("avx"))) void release_wide_registers() {
  _mm256_zeroupper();
}
#else
void release_wide_registers() {}
#endif

bool has_checksum(const std::uint8_t* bytes, std::size_t size, std::uint32_t expected) {
  const std::uint32_t found = crc32_gzip_refl(0, bytes, size);
  release_wide_registers();
  return found == expected;
}

}  // namespace

bool inflate_pair::start(unsigned lane, work& source) {
  while (source.next(lane, tasks_[lane])) {
    const std::string_view stored = tasks_[lane].stored;
    if (const std::size_t header = gzip_header_size(stored); header != 0) {
      lanes_[lane].start(stored.substr(header), tasks_[lane].output);
      return true;
    }
    source.done(lane, {});
  }
  lanes_[lane].now = inflate_lane::state::idle;
  return false;
}

// Moves a stopped lane to the next symbols, in this member or another. Returns false if there are none.
bool inflate_pair::serve(unsigned lane, work& source) {
  inflate_lane& stream = lanes_[lane];
  if (stream.now == inflate_lane::state::idle && !start(lane, source)) return false;
  while (true) {
    stream.enter_block();
    if (stream.now == inflate_lane::state::running) return true;
    source.done(lane, finish(lane));
    if (!start(lane, source)) return false;
  }
}

inflate_pair::outcome inflate_pair::finish(unsigned lane) const {
  const inflate_lane& stream = lanes_[lane];
  if (stream.now != inflate_lane::state::finished) return {};
  const std::uint8_t* const trailer = bit_place{stream.bit + 7, stream.in_end}.byte();
  if (stream.in_end - trailer < static_cast<std::ptrdiff_t>(trailer_size)) return {};
  const auto size = static_cast<std::size_t>(stream.out - stream.begin);
  if (read_little(trailer + 4) != static_cast<std::uint32_t>(size)) return {};
  if (!has_checksum(stream.begin, size, read_little(trailer))) return {};
  const auto* const stored = reinterpret_cast<const std::uint8_t*>(tasks_[lane].stored.data());
  return {static_cast<std::size_t>(trailer - stored) + trailer_size, size};
}

void inflate_pair::run(work& source) {
  for (inflate_lane& stream : lanes_) stream.now = inflate_lane::state::idle;
  bool first = serve(0, source);
  bool second = serve(1, source);
  while (first || second) {
    if (first && second) {
      const unsigned stopped = groups_->decode_pair(lanes_.data());
      (stopped == 0 ? first : second) = serve(stopped, source);
      continue;
    }
    // The other lane may have received a member meanwhile.
    const unsigned busy = first ? 0 : 1;
    groups_->decode_single(&lanes_[busy]);
    (busy == 0 ? first : second) = serve(busy, source);
    (busy == 0 ? second : first) = serve(1 - busy, source);
  }
}

}  // namespace urlsieve
