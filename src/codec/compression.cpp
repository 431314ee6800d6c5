#include "src/codec/compression.hpp"

#include "src/codec/bzip2_stream.hpp"
#include "src/codec/gzip_stream.hpp"
#include "src/codec/xz_stream.hpp"
#include "src/codec/zstd_seekable_encoder.hpp"
#include "src/codec/zstd_stream.hpp"
#include "urlsieve/enum_table.hpp"
#include "urlsieve/names.hpp"

namespace urlsieve {
namespace {

// True if `head` begins with `mark`, or is a prefix of `mark` of at least `enough` bytes.
bool begins(std::string_view head, std::string_view mark, std::size_t enough) {
  return head.size() >= enough && head.substr(0, mark.size()) == mark.substr(0, head.size());
}

using namespace std::string_view_literals;

// Properties of a compression besides its magic number.
struct compression_row {
  std::string_view suffix;  // of file names
  std::unique_ptr<decoder> (*make_decoder)(decoder_limits);
  std::unique_ptr<encoder> (*make_encoder)(int level);  // null: read only
};

std::unique_ptr<decoder> make_gzip_decoder(decoder_limits /*none are needed*/) {
  return make_inflater(deflate_wrapper::gzip);
}
std::unique_ptr<decoder> make_unbounded_bzip2_decoder(decoder_limits /*none are needed*/) {
  return make_bzip2_decoder();
}

constexpr auto compression_rows = enum_table<compression, compression_row>(
    {{compression::none, {"", nullptr, nullptr}},
     {compression::gzip, {".gz", make_gzip_decoder, make_gzip_encoder}},
     {compression::zstd, {".zst", make_zstd_decoder, make_zstd_encoder}},
     {compression::bzip2, {".bz2", make_unbounded_bzip2_decoder, nullptr}},
     {compression::xz, {".xz", make_xz_decoder, nullptr}}});

const compression_row& row_of(compression kind) {
  return compression_rows[static_cast<std::size_t>(kind)];
}

}  // namespace

compression sniff_compression(std::string_view head) {
  // RFC 1952 section 2.3: two magic bytes, method 8, and three flag bits that must be zero.
  if (begins(head, "\x1F\x8B\x08"sv, 2)) {
    return head.size() < 4 || (static_cast<unsigned char>(head[3]) & 0xE0U) == 0 ? compression::gzip
                                                                                 : compression::none;
  }
  if (begins(head, "\x28\xB5\x2F\xFD"sv, 4)) return compression::zstd;
  // RFC 8878 section 3.1.2: 0x184D2A50 to 0x184D2A5F.
  if (head.size() >= 4 && (static_cast<unsigned char>(head[0]) & 0xF0U) == 0x50 &&
      head.substr(1, 3) == "\x2A\x4D\x18"sv)
    return compression::zstd;
  if (begins(head, "\xFD\x37zXZ\0"sv, 6)) return compression::xz;
  // "BZh", a digit, and the magic of a block or of the end, for "BZh1" alone may be text.
  if (begins(head, "BZh"sv, 5) && head[3] >= '1' && head[3] <= '9') {
    const std::string_view after = head.substr(4, 6);
    if (begins(after, "\x31\x41\x59\x26\x53\x59"sv, 1) || begins(after, "\x17\x72\x45\x38\x50\x90"sv, 1))
      return compression::bzip2;
  }
  return compression::none;
}

std::unique_ptr<decoder> make_decoder(compression kind, decoder_limits limits) {
  const auto make = row_of(kind).make_decoder;
  return make == nullptr ? nullptr : make(limits);
}

std::unique_ptr<encoder> make_encoder(compression kind, int level) {
  const auto make = row_of(kind).make_encoder;
  return make == nullptr ? nullptr : make(level);
}

std::unique_ptr<encoder> make_seekable_encoder(compression kind, int level) {
  return kind == compression::zstd ? make_seekable_zstd_encoder(level) : make_encoder(kind, level);
}

std::string_view suffix_of(compression kind) {
  return row_of(kind).suffix;
}

bool is_writable(compression kind) {
  return kind == compression::none || row_of(kind).make_encoder != nullptr;
}

}  // namespace urlsieve
