// What zip's LZMA asks for where libarchive has to unpack it for the name that a symbolic link points to,
// before anybody can look at the entry. The bytes that libarchive is given are changed so that it asks for
// no more than 32 MiB: a link is passed over, whatever it points to, and no other entry with such a
// dictionary is read (see archive_reader).
#ifndef URLSIEVE_INPUT_ZIP_DICTIONARIES_HPP
#define URLSIEVE_INPUT_ZIP_DICTIONARIES_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace urlsieve {

// Of LZMA. 7-Zip makes none that is larger, unless it is told to.
inline constexpr std::uint64_t largest_dictionary = std::uint64_t{256} << 20;

class zip_dictionaries {
 public:
  // `block` comes next and stands at byte `at` of the archive: where that is not behind the last one, a
  // header that began there is forgotten.
  void bound(std::uint64_t at, std::span<char> block);

 private:
  void note_headers(std::uint64_t at, std::string_view bytes, std::size_t last);
  [[nodiscard]] static bool bound_one(std::uint64_t properties, std::uint64_t at, std::span<char> block);

  std::uint64_t end_ = 0;                  // of the last block
  std::string tail_;                       // of it, shorter than a header
  std::vector<std::uint64_t> properties_;  // where those of LZMA begin that are not all seen
};

}  // namespace urlsieve

#endif
