#include "src/input/archives/cpio_entries.hpp"

#include <algorithm>
#include <optional>

#include "src/input/archives/cpio_header.hpp"

namespace urlsieve {

plain_entries::step cpio_entries::read_headers(archive_entry_head& head) {
  constexpr std::string_view end_of_all("TRAILER!!!\0", 11);
  while (true) {
    while (trailer_ && have(1) && rest().front() == '\0')
      use(std::min(rest().find_first_not_of('\0'), rest().size()));
    if (!have(longest_cpio_header) && rest().empty()) return trailer_ ? step::end : cut();
    std::optional<cpio_header> read = read_cpio_header(rest());
    // Bytes behind the trailer are ignored.
    if (!read) return trailer_ ? step::end : step::unsupported;
    if (!have(read->size + read->name_size)) return cut();
    read = read_cpio_header(rest());  // with all of its name
    if (!read) return step::unsupported;
    const std::string_view name = rest().substr(read->size, read->name_size);
    trailer_ = name == end_of_all;
    if (!trailer_) {
      head.path = name.substr(0, name.find('\0'));
      head.kind = read->kind;
      // In some archives, only one of a file's hard links has the content; the others have no bytes to read.
      if (head.kind == entry_kind::file && read->links > 1 && read->bytes == 0) head.kind = entry_kind::link;
    }
    const std::size_t before = read->before_bytes();
    const std::uint64_t padding = (read->aligned - read->bytes % read->aligned) % read->aligned;
    static_cast<void>(have(before));
    use(std::min(before, rest().size()));
    if (trailer_) continue;
    begin_bytes(read->bytes, padding);
    return step::entry;
  }
}

}  // namespace urlsieve
