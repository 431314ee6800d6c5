// Members that lie in memory whole: what one will take and give, told before it is decoded, and decoding it
// in one go, which is faster than in pieces and can be done for many at a time.
#ifndef URLSIEVE_CODEC_WHOLE_MEMBER_HPP
#define URLSIEVE_CODEC_WHOLE_MEMBER_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "urlsieve/options.hpp"

struct libdeflate_decompressor;
struct ZSTD_DCtx_s;

namespace urlsieve {

// What can be told of a member without decoding it, in bytes.
struct foreseen_member {
  enum class answer : std::uint8_t {
    sizes,    // as below
    more,     // its end is not in sight
    unknown,  // nothing can be told, or it is none for a whole_member_decoder
  };
  answer known = answer::unknown;
  std::size_t stored = 0;
  std::size_t plain = 0;
};

// Of the member that begins `stored`; `last`: nothing follows `stored`. A zstd frame says its sizes. A gzip
// member is taken to end where the next one seems to begin (or the input ends), and then has its size before
// that: a guess, which only decoding proves.
[[nodiscard]] foreseen_member foresee_member(std::string_view stored, bool last);

// Holds scratch memory; one a thread.
class whole_member_decoder {
 public:
  struct outcome {
    std::size_t consumed = 0;  // 0: not decoded, and what stands in `out` means nothing
    std::size_t produced = 0;
  };

  // Whether it is a gzip member that `stored` begins with, if any.
  [[nodiscard]] static bool is_gzip(std::string_view stored) { return stored.starts_with("\x1F\x8B"); }

  // The gzip member or zstd frame (without a dictionary) that begins `stored`, if it ends there, is sound and
  // fits into `out`.
  outcome decode(std::string_view stored, std::span<char> out);

 private:
  struct release_deflate {
    void operator()(libdeflate_decompressor* with) const;
  };
  struct release_zstd {
    void operator()(ZSTD_DCtx_s* with) const;
  };
  // Made when they are needed; null also where there is no memory.
  std::unique_ptr<libdeflate_decompressor, release_deflate> deflate_;
  std::unique_ptr<ZSTD_DCtx_s, release_zstd> zstd_;
};

}  // namespace urlsieve

#endif
