#include "src/input/archives/seven_zip_bounds.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "src/codec/raw_block.hpp"
#include "src/text/number_bytes.hpp"

namespace urlsieve {
namespace {

using namespace std::string_view_literals;

// 7zFormat.txt of the LZMA SDK: the tags of the parts of a header.
enum part : unsigned char {
  end_of_part = 0,
  main_header = 1,
  archive_properties = 2,
  additional_streams = 3,
  main_streams = 4,
  files = 5,
  pack_info = 6,
  unpack_info = 7,
  substreams_info = 8,
  sizes = 9,
  sums = 10,
  folder = 11,
  unpack_sizes = 12,
  unpack_streams = 13,
  packed_header = 23
};

constexpr std::uint64_t largest_header = std::uint64_t{16} << 20;
constexpr std::uint64_t most_memory = std::uint64_t{256} << 20;  // of one coder, in bytes
constexpr std::size_t most_coders = 32;
constexpr std::uint64_t most_files = std::uint64_t{1} << 20;

constexpr std::string_view broken = "its header is corrupt";
constexpr std::string_view too_much = "it asks for too much memory";

struct coder {
  std::string_view method;
  std::string_view properties;
  std::uint64_t outs = 1;
};

// The first stream of a header; needed to decompress a compressed header.
struct packed_stream {
  std::uint64_t at = 0;
  std::uint64_t size = 0;
  std::uint64_t unpacked = 0;
  std::vector<coder> coders;
};

// Returns the memory that a coder needs for its properties (a dictionary), in bytes; 0 if the need is fixed.
std::uint64_t memory_of(const coder& coder_header) {
  if (coder_header.method == "\3\1\1"sv && coder_header.properties.size() == 5)
    return little_endian(coder_header.properties.substr(1));
  if (coder_header.method == "\x21"sv && coder_header.properties.size() == 1) {
    constexpr unsigned whole = 40;  // 4 GiB
    const auto bits = static_cast<unsigned char>(coder_header.properties.front());
    if (bits >= whole) return UINT64_MAX;
    return (std::uint64_t{2} | (bits & 1U)) << (bits / 2 + 11);
  }
  if (coder_header.method == "\3\4\1"sv && coder_header.properties.size() == 5)
    return little_endian(coder_header.properties.substr(1));
  return 0;
}

// Parses a header once. Anything invalid makes it corrupt. No count may exceed the size of the header in
// bytes, because each counted item takes at least one.
class header_walk {
 public:
  explicit header_walk(std::string_view header) : left_(header), most_(header.size()) {}

  [[nodiscard]] std::string_view fault() const { return fault_; }

  // Parses a header up to the number of files.
  void walk_header() {
    if (!is_next(main_header)) return fail(broken);
    if (is_next(archive_properties)) return fail(broken);  // no writer stores archive properties
    if (is_next(additional_streams)) streams();
    if (is_next(main_streams)) streams();
    if (is_next(files) && number() > most_files) fail(too_much);
  }

  // Returns the stream that contains the header if it is compressed; nullopt otherwise.
  [[nodiscard]] std::optional<packed_stream> packed() {
    if (!is_next(packed_header)) return std::nullopt;
    streams();
    return first_;
  }

 private:
  void fail(std::string_view why) {
    if (fault_.empty()) fault_ = why;
    left_ = {};
  }

  unsigned char byte() {
    if (left_.empty()) {
      fail(broken);
      return 0;
    }
    const auto first = static_cast<unsigned char>(left_.front());
    left_.remove_prefix(1);
    return first;
  }

  [[nodiscard]] bool is_next(part wanted) {
    if (left_.empty() || static_cast<unsigned char>(left_.front()) != wanted) return false;
    left_.remove_prefix(1);
    return true;
  }

  std::string_view take(std::uint64_t size) {
    if (size > left_.size()) {
      fail(broken);
      return {};
    }
    const std::string_view front = left_.substr(0, static_cast<std::size_t>(size));
    left_.remove_prefix(front.size());
    return front;
  }

  // A variable-length number: the count of leading 1 bits in the first byte is the number of bytes that
  // follow; the remaining bits of the first byte are the highest of the number.
  std::uint64_t number() {
    const unsigned first = byte();
    unsigned mask = 0x80;
    std::uint64_t value = 0;
    for (unsigned i = 0; i < 8; ++i, mask >>= 1U) {
      if ((first & mask) == 0) return value | std::uint64_t{first & (mask - 1)} << (8 * i);
      value |= std::uint64_t{byte()} << (8 * i);
    }
    return value;
  }

  std::uint64_t count() {
    const std::uint64_t value = number();
    if (value > most_) fail(too_much);
    return std::min<std::uint64_t>(value, most_);
  }

  // Skips checksums, and returns which of `of` items have one.
  std::vector<bool> summed(std::uint64_t of) {
    std::vector<bool> defined(static_cast<std::size_t>(of), true);
    if (byte() == 0) {
      const std::string_view bits = take((of + 7) / 8);
      for (std::size_t i = 0; i < defined.size() && fault_.empty(); ++i)
        defined[i] = (static_cast<unsigned char>(bits[i / 8]) & (0x80U >> (i % 8))) != 0;
    }
    static_cast<void>(take(4 * static_cast<std::uint64_t>(std::count(defined.begin(), defined.end(), true))));
    return defined;
  }

  void streams() {
    if (is_next(pack_info)) packs();
    std::vector<bool> folders_summed;
    if (is_next(unpack_info)) folders_summed = unpacks();
    if (is_next(substreams_info)) substreams(folders_summed);
    if (!is_next(end_of_part)) fail(broken);
  }

  void packs() {
    first_.at = number();
    const std::uint64_t streams_here = count();
    if (is_next(sizes)) {
      for (std::uint64_t i = 0; i < streams_here && fault_.empty(); ++i) {
        const std::uint64_t size = number();
        if (i == 0) first_.size = size;
      }
    }
    if (is_next(sums)) static_cast<void>(summed(streams_here));
    if (!is_next(end_of_part)) fail(broken);
  }

  // Returns which of the folders have a checksum.
  std::vector<bool> unpacks() {
    if (!is_next(folder)) fail(broken);
    const std::uint64_t folders = count();
    if (byte() != 0) fail(broken);  // 1: the folders are stored in another stream, which is unsupported
    struct sized {
      std::uint64_t outs;
      bool mixes;
    };
    std::vector<sized> outs;
    for (std::uint64_t i = 0; i < folders && fault_.empty(); ++i) {
      const std::vector<coder> coders = read_folder();
      sized folder{0, false};
      for (const coder& coder_header : coders) {
        folder.outs += coder_header.outs;
        folder.mixes = folder.mixes || coder_header.method == "\3\3\1\x1B"sv;
        if (memory_of(coder_header) > most_memory) fail(too_much);
      }
      outs.push_back(folder);
      if (i == 0) first_.coders = coders;
    }
    if (!is_next(unpack_sizes)) fail(broken);
    for (std::size_t i = 0; i < outs.size() && fault_.empty(); ++i) {
      for (std::uint64_t k = 0; k < outs[i].outs && fault_.empty(); ++k) {
        const std::uint64_t size = number();
        if (i == 0) first_.unpacked = size;
        // BCJ2 merges streams that are held in memory whole.
        if (outs[i].mixes && size > most_memory) fail(too_much);
      }
    }
    std::vector<bool> defined(static_cast<std::size_t>(folders), false);
    if (is_next(sums)) defined = summed(folders);
    if (!is_next(end_of_part)) fail(broken);
    return defined;
  }

  std::vector<coder> read_folder() {
    std::vector<coder> coders;
    const std::uint64_t many = number();
    if (many == 0 || many > most_coders) fail(broken);
    std::uint64_t ins = 0;
    std::uint64_t outs = 0;
    for (std::uint64_t i = 0; i < many && fault_.empty(); ++i) {
      constexpr unsigned id_size = 0x0F;
      constexpr unsigned has_streams = 0x10;
      constexpr unsigned has_properties = 0x20;
      const unsigned flags = byte();
      if ((flags & 0xC0U) != 0) fail(broken);
      coder coder_header;
      coder_header.method = take(flags & id_size);
      const std::uint64_t ins_here = (flags & has_streams) != 0 ? number() : 1;
      coder_header.outs = (flags & has_streams) != 0 ? number() : 1;
      if (ins_here > most_coders || coder_header.outs > most_coders) fail(broken);
      if ((flags & has_properties) != 0) coder_header.properties = take(number());
      ins += ins_here;
      outs += coder_header.outs;
      coders.push_back(coder_header);
    }
    if (outs == 0 || ins + 1 < outs) fail(broken);
    for (std::uint64_t i = 1; i < outs && fault_.empty(); ++i) {
      static_cast<void>(number());
      static_cast<void>(number());
    }
    const std::uint64_t from_outside = fault_.empty() ? ins - (outs - 1) : 0;
    for (std::uint64_t i = 0; from_outside > 1 && i < from_outside && fault_.empty(); ++i)
      static_cast<void>(number());
    return coders;
  }

  void substreams(const std::vector<bool>& folders_summed) {
    std::vector<std::uint64_t> streams_of(folders_summed.size(), 1);
    if (is_next(unpack_streams)) {
      std::uint64_t all = 0;
      for (std::uint64_t& streams : streams_of) {
        streams = count();
        all += streams;
        if (all > most_) fail(too_much);
      }
    }
    std::uint64_t without_sum = 0;
    const bool sized = is_next(sizes);
    for (std::size_t i = 0; i < streams_of.size() && fault_.empty(); ++i) {
      for (std::uint64_t k = 1; sized && k < streams_of[i] && fault_.empty(); ++k)
        static_cast<void>(number());
      if (streams_of[i] != 1 || !folders_summed[i]) without_sum += streams_of[i];
    }
    if (is_next(sums)) static_cast<void>(summed(without_sum));
    if (!is_next(end_of_part)) fail(broken);
  }

  std::string_view left_;
  std::uint64_t most_;
  std::string_view fault_;
  packed_stream first_;
};

constexpr std::size_t start_size = 32;

std::optional<std::string> read_seven_zip(const stored_file& archive, std::uint64_t at, std::uint64_t size) {
  if (at > archive.size || size > archive.size - at) return std::nullopt;
  std::string bytes(static_cast<std::size_t>(size), '\0');
  std::size_t filled = 0;
  while (filled < bytes.size()) {
    const std::optional<std::size_t> got = archive.read(at + filled, std::span(bytes).subspan(filled));
    if (got.value_or(0) == 0) return std::nullopt;
    filled += *got;
  }
  return bytes;
}

}  // namespace

std::optional<seven_zip_rejection> check_seven_zip_bounds(const stored_file& archive) {
  constexpr seven_zip_rejection cut{damage::truncated_record, {}};
  constexpr seven_zip_rejection broken_header{damage::bad_record_header, broken};
  const auto excess = [](std::string_view fault) -> std::optional<seven_zip_rejection> {
    if (fault.empty()) return std::nullopt;
    return seven_zip_rejection{fault == too_much ? damage::expansion_limit : damage::bad_record_header,
                               fault};
  };
  constexpr std::size_t offset_at = 12;
  constexpr std::size_t size_at = 20;
  const std::optional<std::string> start = read_seven_zip(archive, 0, start_size);
  if (!start) return cut;
  const std::uint64_t at = little_endian(std::string_view(*start).substr(offset_at, 8));
  const std::uint64_t size = little_endian(std::string_view(*start).substr(size_at, 8));
  if (size == 0) return std::nullopt;
  if (size > largest_header) return excess(too_much);
  if (at > archive.size) return cut;
  std::optional<std::string> header = read_seven_zip(archive, start_size + at, size);
  if (!header) return cut;
  header_walk outer(*header);
  if (const std::optional<packed_stream> packed = outer.packed()) {
    if (!outer.fault().empty()) return excess(outer.fault());
    if (packed->unpacked > largest_header) return excess(too_much);
    // libarchive rejects encrypted headers.
    const auto encrypts = [](const coder& coder_header) { return coder_header.method == "\6\xF1\7\1"sv; };
    if (std::any_of(packed->coders.begin(), packed->coders.end(), encrypts)) return std::nullopt;
    if (packed->coders.size() != 1 || packed->at > archive.size) return broken_header;
    const coder& by = packed->coders.front();
    const std::optional<std::string> block = read_seven_zip(archive, start_size + packed->at, packed->size);
    const auto unpacked = static_cast<std::size_t>(packed->unpacked);
    std::optional<std::string> inner;
    if (block && by.method == "\3\1\1"sv)
      inner = decompress_lzma_block(lzma_kind::first, *block, by.properties, unpacked);
    else if (block && by.method == "\x21"sv)
      inner = decompress_lzma_block(lzma_kind::second, *block, by.properties, unpacked);
    else if (by.method == "\0"sv)
      inner = block;
    header = std::move(inner);
    if (!header) return broken_header;
  }
  header_walk walk(*header);
  walk.walk_header();
  return excess(walk.fault());
}

}  // namespace urlsieve
