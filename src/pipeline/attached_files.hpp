// Files inside messages that hold other files or messages: archives, compressed files, mailboxes, web
// archives. An intake of their own reads them, so everything that holds for inputs holds for them: formats
// are found by content, archives are opened four deep, and expansion is bounded.
#ifndef URLSIEVE_PIPELINE_ATTACHED_FILES_HPP
#define URLSIEVE_PIPELINE_ATTACHED_FILES_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "src/documents/document_sink.hpp"
#include "urlsieve/document.hpp"
#include "urlsieve/options.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

// Holds the memory of its reader; one a thread.
class attached_files {
 public:
  // Files in messages in files, and so on.
  static constexpr std::size_t max_depth = 4;

  // `options` lives as long.
  explicit attached_files(const extract_options& options);
  ~attached_files();
  attached_files(const attached_files&) = delete;
  attached_files& operator=(const attached_files&) = delete;

  // Gives to `sink` what the file `bytes`, called `name`, holds. Its documents have the source and offset of
  // `context`, and a part behind its part: "2!inner.txt" for a member of an archive, "2!old.mbox!1.2" for a
  // part of a message in it. Damage is content damage of the message. Returns false, and gives nothing, if
  // the bytes are a single page, a text, or nothing that is known.
  bool read(const document& context, std::string_view name, std::string_view bytes, document_sink& sink,
            stats& counted);

 private:
  struct level;

  const extract_options& of_run_;
  std::unique_ptr<extract_options> options_;              // null until a file is met
  std::array<std::unique_ptr<level>, max_depth> levels_;  // null until a file is that deep
  std::size_t depth_ = 0;
  std::uint64_t expansion_left_ = 0;  // of the outermost file
};

}  // namespace urlsieve

#endif
