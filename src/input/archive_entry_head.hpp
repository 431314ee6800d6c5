// What an archive of files tells of an entry before its bytes.
#ifndef URLSIEVE_INPUT_ARCHIVE_ENTRY_HEAD_HPP
#define URLSIEVE_INPUT_ARCHIVE_ENTRY_HEAD_HPP

#include <cstdint>
#include <string>

namespace urlsieve {

enum class entry_kind : std::uint8_t { file, directory, link, device, fifo, socket };

struct archive_entry_head {
  std::string path;  // as it is written in the archive; nothing is made of it but a name
  entry_kind kind = entry_kind::file;
  bool encrypted = false;
  bool too_large = false;  // to be unpacked in bounded memory
};

}  // namespace urlsieve

#endif
