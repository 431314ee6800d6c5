// Predicts the sizes of complete members in memory, and decodes a member in one call, which is faster than
// streaming and can run for many members in parallel.
#ifndef URLSIEVE_CODEC_WHOLE_MEMBER_HPP
#define URLSIEVE_CODEC_WHOLE_MEMBER_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

struct libdeflate_decompressor;
struct ZSTD_DCtx_s;

namespace urlsieve {

// The predicted sizes of a member, in bytes.
struct member_size_hint {
  enum class answer : std::uint8_t {
    sizes,    // `stored` and `plain` are set
    more,     // the end of the member is not in sight
    unknown,  // unpredictable, or not supported by whole_member_decoder
  };
  answer known = answer::unknown;
  std::size_t stored = 0;
  std::size_t plain = 0;
};

// Predicts the sizes of the member that begins `stored`; `last`: nothing follows `stored`. A zstd frame
// states its sizes. For a gzip member, the size is a guess: the member ends where the next header seems to
// begin (or at the end of the input), and its decompressed size is in the last four bytes. Only decoding
// proves the guess.
[[nodiscard]] member_size_hint predict_member_size(std::string_view stored, bool last);

// Decodes members. Holds scratch memory; use one object per thread.
class whole_member_decoder {
 public:
  struct outcome {
    std::size_t consumed = 0;  // 0: not decoded, and the content of `out` is unspecified
    std::size_t produced = 0;
  };

  // True if `stored` may begin a gzip member.
  [[nodiscard]] static bool is_gzip(std::string_view stored) { return stored.starts_with("\x1F\x8B"); }

  // Decodes the gzip member or zstd frame (without dictionary) that begins `stored`. Returns {0, 0} if the
  // member is incomplete or corrupt, or exceeds out.size().
  outcome decode(std::string_view stored, std::span<char> out);

 private:
  struct release_deflate {
    void operator()(libdeflate_decompressor* decompressor) const;
  };
  struct release_zstd {
    void operator()(ZSTD_DCtx_s* context) const;
  };
  // Created at the first use; null also if memory ran out.
  std::unique_ptr<libdeflate_decompressor, release_deflate> deflate_;
  std::unique_ptr<ZSTD_DCtx_s, release_zstd> zstd_;
};

}  // namespace urlsieve

#endif
