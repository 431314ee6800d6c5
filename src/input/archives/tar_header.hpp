// Parses tar headers: ustar (POSIX.1-1988), pax (2001), GNU tar, and older headers without a magic number.
// Accepts only valid headers with a single interpretation; rejects all others.
#ifndef URLSIEVE_INPUT_ARCHIVES_TAR_HEADER_HPP
#define URLSIEVE_INPUT_ARCHIVES_TAR_HEADER_HPP

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
    long_name,  // the bytes are the name of the next entry (GNU)
    long_link,  // the bytes are the link target of the next entry (GNU)
    extended,   // the bytes are records about the next entry (pax)
    global,     // the bytes are records about all later entries: times and comments, never names or sizes
  };
  enum class dialect : std::uint8_t { old, ustar, gnu };
  role is = role::entry;
  dialect as = dialect::old;
  bool linked = false;  // the field of the link target is used
  bool plain = false;   // the type is '0'
  entry_kind kind = entry_kind::file;
  std::uint64_t size = 0;  // of the bytes behind the header, without padding
};

// Parses the 512 bytes of `block`. Stores the name of an entry in `name`, which is unspecified otherwise.
// Returns nullopt if the header is corrupt or unsupported.
[[nodiscard]] std::optional<tar_header> read_tar_header(std::string_view block, std::string& name);

// Returns true if all numeric fields of `block` are well-formed, which the first header of an archive must
// satisfy.
[[nodiscard]] bool has_numbers(std::string_view block);

// Returns a block of 512 bytes: a ustar header of type `type` for `size` bytes, with name "a" and a checksum.
// `linked` also fills the field of the link target.
[[nodiscard]] std::string make_tar_header(char type, std::size_t size, bool linked);

// The relevant records of a pax header. Views point into the records.
struct tar_extension {
  std::string_view path;  // empty: not stated
  std::optional<std::uint64_t> size;
  bool linked = false;  // a link target is stated
};
// Returns nullopt if a record is corrupt, or may affect name, size or kind of the entry in an unsupported
// way.
[[nodiscard]] std::optional<tar_extension> read_tar_extension(std::string_view records);

}  // namespace urlsieve

#endif
