// Delivers the document of a record that is too large to hold in windows: slices of its bytes as they arrive.
#ifndef URLSIEVE_DOCUMENTS_RECORD_WINDOWS_HPP
#define URLSIEVE_DOCUMENTS_RECORD_WINDOWS_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "src/documents/archives/warc_record.hpp"
#include "src/documents/split_call.hpp"
#include "src/documents/splitter.hpp"
#include "src/url/text_forms/text_search.hpp"

namespace urlsieve {

class record_windows {
 public:
  // The type of a large document, and its place behind the header of the record.
  struct document {
    media type;
    std::string_view media_type;  // as written
    std::string_view location;    // Content-Location of a response, as written
    std::size_t header_size;      // bytes of HTTP header before the document
  };

  // Begins with the document of `record`, whose header begins at now.done. Returns null if documents of this
  // type have no windows. `text`: the search options, because windows of text are cut only where no URL can
  // be. `max_document`: input_options::max_document.
  [[nodiscard]] static std::unique_ptr<record_windows> begin(const split_call& now, const warc_record& record,
                                                             const document& shown, std::size_t max_document,
                                                             const text_search& text);

  // Delivers windows from the next `end` bytes, and advances now.done. `ends`: the document ends with these
  // bytes. Returns the number of bytes needed to continue, or 0.
  std::size_t emit(split_call& now, std::size_t end, bool ends);

 private:
  record_windows() = default;

  std::unique_ptr<splitter> cutter_;
  std::size_t header_left_ = 0;  // bytes of HTTP header that are to be passed
  // Target, type and location; null: the cutter sets them itself.
  std::shared_ptr<const std::string> values_;
  std::size_t target_size_ = 0;    // length of the target in values_
  std::size_t type_size_ = 0;      // length of the media type behind the target; the location follows
  std::uint64_t record_ = 0;       // offset of the record
  std::uint64_t record_size_ = 0;  // declared size of the record
  std::shared_ptr<const std::string> headers_;  // of the record and of HTTP
};

}  // namespace urlsieve

#endif
