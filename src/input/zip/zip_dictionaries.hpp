// Limits the LZMA dictionary of zip entries. libarchive decompresses a symbolic link's target before the
// caller sees the entry, so the bytes passed to libarchive are changed: a dictionary above the limit becomes
// less than 32 MiB. The changed entry is never read: links are skipped, and other entries with such a
// dictionary are rejected (archive_reader).
#ifndef URLSIEVE_INPUT_ZIP_ZIP_DICTIONARIES_HPP
#define URLSIEVE_INPUT_ZIP_ZIP_DICTIONARIES_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace urlsieve {

// Limit of an LZMA dictionary, in bytes. 7-Zip creates larger dictionaries only on request.
inline constexpr std::uint64_t largest_dictionary = std::uint64_t{256} << 20;

class zip_dictionaries {
 public:
  // Changes `block` in place: limits the dictionaries in these next bytes, which are at offset `at` of the
  // archive. After a seek, headers that began earlier are forgotten.
  void bound(std::uint64_t at, std::span<char> block);

 private:
  void note_headers(std::uint64_t at, std::string_view bytes, std::size_t last);
  [[nodiscard]] static bool limit_dictionary(std::uint64_t properties, std::uint64_t at,
                                             std::span<char> block);

  std::uint64_t end_ = 0;                  // of the last block
  std::string tail_;                       // last bytes of the last block, shorter than a header
  std::vector<std::uint64_t> properties_;  // offsets of LZMA properties that are not complete yet
};

}  // namespace urlsieve

#endif
