// The properties of an archive entry that an archive states in front of the entry's bytes.
#ifndef URLSIEVE_INPUT_ARCHIVE_ENTRY_HEAD_HPP
#define URLSIEVE_INPUT_ARCHIVE_ENTRY_HEAD_HPP

#include <cstdint>
#include <string>

namespace urlsieve {

enum class entry_kind : std::uint8_t { file, directory, link, device, fifo, socket };

struct archive_entry_head {
  std::string path;  // as stored in the archive; used only as a name
  entry_kind kind = entry_kind::file;
  bool encrypted = false;
  bool too_large = false;  // decompression needs more memory than allowed
};

}  // namespace urlsieve

#endif
