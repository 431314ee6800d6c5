// Reads files attached to messages that hold other files or messages: archives, compressed files, mailboxes,
// web archives. A nested input_reader reads each file, so the rules of inputs apply: detection by content,
// archives up to four levels deep, limited expansion.
#ifndef URLSIEVE_PIPELINE_ATTACHED_FILES_HPP
#define URLSIEVE_PIPELINE_ATTACHED_FILES_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "src/documents/document_sink.hpp"
#include "urlsieve/document.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

struct extract_options;

// Keeps the memory of its reader between files. One thread at a time may use an object.
class attached_files {
 public:
  // Levels of attached files inside attached files.
  static constexpr std::size_t max_depth = 4;

  // Requires: `options` outlives the object.
  explicit attached_files(const extract_options& options);
  ~attached_files();
  attached_files(const attached_files&) = delete;
  attached_files& operator=(const attached_files&) = delete;

  // Passes the documents in the file `bytes`, named `name`, to `sink`. Documents get the source and offset of
  // `context`, and their place in the file behind its part: "2!inner.txt" for a member of an archive,
  // "2!old.mbox!1.2" for a part of a message in a mailbox. Damage, also a file deeper than max_depth, counts
  // as damage of the message. Returns false, and passes nothing, if `bytes` are a single page, plain text, or
  // of unknown format; returns true for a damaged file, too. The views in a document are valid during the
  // call of `sink`. The sink may call read() again for a file inside the file.
  bool read(const document& context, std::string_view name, std::string_view bytes, document_sink& sink,
            stats& counted);

 private:
  struct level;

  const extract_options& of_run_;
  std::unique_ptr<extract_options> options_;              // null before the first file
  std::array<std::unique_ptr<level>, max_depth> levels_;  // null for depths not reached yet
  std::size_t depth_ = 0;
  std::uint64_t expansion_left_ = 0;  // bytes, of the outermost file
};

}  // namespace urlsieve

#endif
