#include "src/documents/members_in_text.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "src/codec/compression.hpp"
#include "src/text/npos.hpp"

namespace urlsieve {
namespace {

using namespace std::string_view_literals;

// Bytes that are rare in text, and their offset in the magic bytes. sniff_compression() decides.
struct rare_bytes {
  std::string_view bytes;
  std::size_t before;
};
constexpr std::array all_rare_bytes = {
    rare_bytes{"\x1F\x8B\x08"sv, 0},      // gzip
    rare_bytes{"\x28\xB5\x2F\xFD"sv, 0},  // zstd
    rare_bytes{"\x2A\x4D\x18"sv, 1},      // zstd, a skippable frame
    rare_bytes{"\xFD\x37zXZ\0"sv, 0},     // xz
    rare_bytes{"BZh"sv, 0}                // bzip2
};

}  // namespace

std::vector<member_in_text> find_members_in_text(std::string_view text) {
  std::vector<member_in_text> members;
  if (text.find('\0') == npos) return members;
  for (const rare_bytes& sign : all_rare_bytes) {
    for (std::size_t at = text.find(sign.bytes); at != npos; at = text.find(sign.bytes, at + 1)) {
      if (at < sign.before) continue;
      const std::string_view head = text.substr(at - sign.before, compression_head_size);
      if (head.size() < compression_head_size) continue;
      const compression kind = sniff_compression(head);
      if (kind != compression::none) members.push_back({at - sign.before, kind});
    }
  }
  std::sort(members.begin(), members.end(),
            [](const member_in_text& a, const member_in_text& b) { return a.begin < b.begin; });
  return members;
}

void report_members_in_text(std::string_view text, std::string_view input, std::uint64_t offset,
                            stats& counted) {
  for (const member_in_text& member : find_members_in_text(text))
    counted.damaged_at(damage::unknown_format, input, offset + member.begin,
                       std::string("data compressed with ").append(name_of(member.kind)) +
                           " behind text; decompress the data first");
}

}  // namespace urlsieve
