#include "src/input/zip/zip_dictionaries.hpp"

#include <algorithm>

#include "src/text/number_bytes.hpp"

namespace urlsieve {
namespace {

// APPNOTE.TXT, section 4.3.7: the local header; libarchive reads only one byte of the method.
constexpr std::string_view mark = "PK\3\4";
constexpr std::size_t method_at = 8;
constexpr std::size_t name_size_at = 26;
constexpr std::size_t extra_size_at = 28;
constexpr std::size_t header_size = 30;
constexpr char lzma = 14;

// Section 5.8.8: version, size of the properties, properties; their last four bytes are the dictionary size.
constexpr std::size_t size_at = 2;
constexpr char size_of_properties = 5;
constexpr std::size_t highest_at = 8;

// Compares the highest byte only, so sizes slightly above the limit pass, for links.
constexpr auto largest_highest = static_cast<unsigned char>(largest_dictionary >> 24U);

}  // namespace

// Notes the LZMA headers in `bytes`, at offset `at`, that begin before `last`.
void zip_dictionaries::note_headers(std::uint64_t at, std::string_view bytes, std::size_t last) {
  for (std::size_t i = bytes.find(mark); i < last; i = bytes.find(mark, i + 1)) {
    const std::string_view header = bytes.substr(i, header_size);
    if (header.size() < header_size || header[method_at] != lzma) continue;
    properties_.push_back(at + i + header_size + little_endian(header.substr(name_size_at, 2)) +
                          little_endian(header.substr(extra_size_at, 2)));
  }
}

// Limits one dictionary. Returns true if the properties are complete or invalid.
bool zip_dictionaries::limit_dictionary(std::uint64_t properties, std::uint64_t at, std::span<char> block) {
  const auto byte_at = [&](std::size_t offset) -> char* {
    const std::uint64_t place = properties + offset;
    return place < at || place - at >= block.size() ? nullptr : block.data() + (place - at);
  };
  const char* const low = byte_at(size_at);
  const char* const high = byte_at(size_at + 1);
  if ((low != nullptr && *low != size_of_properties) || (high != nullptr && *high != '\0')) return true;
  char* const highest = byte_at(highest_at);
  if (highest == nullptr) return false;
  if (static_cast<unsigned char>(*highest) > largest_highest) *highest = '\1';
  return true;
}

void zip_dictionaries::bound(std::uint64_t at, std::span<char> block) {
  if (at != end_) {
    tail_.clear();
    properties_.clear();
  }
  end_ = at + block.size();
  const std::string_view bytes(block.data(), block.size());
  const std::string seam = tail_ + std::string(bytes.substr(0, header_size - 1));
  note_headers(at - tail_.size(), seam, tail_.size());
  note_headers(at, bytes, bytes.size());
  std::erase_if(properties_, [&](std::uint64_t offset) { return limit_dictionary(offset, at, block); });
  const std::string_view last = bytes.size() < header_size ? std::string_view(seam) : bytes;
  tail_ = last.substr(last.size() - std::min(last.size(), header_size - 1));
}

}  // namespace urlsieve
