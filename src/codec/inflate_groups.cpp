#include "src/codec/inflate_groups.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace urlsieve {

#if defined(__x86_64__)
namespace {

constexpr std::size_t piece_size = 64;

namespace avx2 {
#define URLSIEVE_INFLATE_TARGET __attribute__((target("bmi,bmi2,avx2")))
URLSIEVE_INFLATE_TARGET inline void copy_piece(std::uint8_t* to, const std::uint8_t* from) {
  const __m256i first = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
  const __m256i second = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from + 32));
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), first);
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to + 32), second);
}
#include "src/codec/inflate_groups-inl.hpp"
#undef URLSIEVE_INFLATE_TARGET
}  // namespace avx2

namespace avx512 {
#define URLSIEVE_INFLATE_TARGET __attribute__((target("bmi,bmi2,avx512f")))
URLSIEVE_INFLATE_TARGET inline void copy_piece(std::uint8_t* to, const std::uint8_t* from) {
  _mm512_storeu_si512(to, _mm512_loadu_si512(from));
}
#include "src/codec/inflate_groups-inl.hpp"
#undef URLSIEVE_INFLATE_TARGET
}  // namespace avx512

}  // namespace

std::span<const inflate_groups> inflate_groups_here() {
  static constexpr std::array<inflate_groups, 2> all = {
      {{avx512::run_groups<1>, avx512::run_groups<2>}, {avx2::run_groups<1>, avx2::run_groups<2>}}};
  // Zen 1 and 2 implement pext in microcode.
  const bool slow = __builtin_cpu_is("znver1") != 0 || __builtin_cpu_is("znver2") != 0;
  if (slow || __builtin_cpu_supports("bmi2") == 0 || __builtin_cpu_supports("avx2") == 0) return {};
  return std::span(all).subspan(__builtin_cpu_supports("avx512f") != 0 ? 0 : 1);
}
#else
std::span<const inflate_groups> inflate_groups_here() {
  return {};
}
#endif

}  // namespace urlsieve
