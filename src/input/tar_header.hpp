// Headers in tar archives: those of POSIX.1-1988 (ustar) and 2001 (pax), of GNU tar, and the older ones
// without a mark. Only what is in good order is read, and what can be read in one way alone: of the rest
// nothing is told.
#ifndef URLSIEVE_INPUT_TAR_HEADER_HPP
#define URLSIEVE_INPUT_TAR_HEADER_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "src/input/archive_entry_head.hpp"

namespace urlsieve {

struct tar_header {
  enum class role : std::uint8_t {
    entry,
    long_name,  // the bytes are the name of the entry that follows (GNU)
    long_link,  // likewise what that one links to
    extended,   // the bytes are records that tell of the entry that follows (pax)
    global,     // likewise of all that follow: times and comments, never its name or size
  };
  enum class dialect : std::uint8_t { old, ustar, gnu };
  role is = role::entry;
  dialect as = dialect::old;
  bool linked = false;  // the field of what it links to is used
  bool plain = false;   // an entry of the type that later kinds of archives have for files
  entry_kind kind = entry_kind::file;
  std::uint64_t size = 0;  // of the bytes that follow it, without what fills their last block
};

// What the 512 bytes of `block` say. Of an entry its name goes to `name`, too.
[[nodiscard]] std::optional<tar_header> read_tar_header(std::string_view block, std::string& name);

// Whether all numbers in `block` are written as numbers are: that is asked of the first header of an archive.
[[nodiscard]] bool has_numbers(std::string_view block);

// A header of such a type, with its sum.
[[nodiscard]] std::string make_tar_header(char type, std::size_t size, bool linked);

// What the records of a pax header say, as far as it is asked for here; views into them. Nothing, if one of
// them is broken or might say more of the entry's name, bytes or kind.
struct tar_extension {
  std::string_view path;  // empty: not told
  std::optional<std::uint64_t> size;
  bool linked = false;  // what it links to is told
};
[[nodiscard]] std::optional<tar_extension> read_tar_extension(std::string_view records);

}  // namespace urlsieve

#endif
