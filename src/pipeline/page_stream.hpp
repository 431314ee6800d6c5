// Turns a page that arrives in pieces into documents, with the splitters for files. Text is passed on as it
// arrives. Other pages are passed on at their end, or in windows if they exceed the largest document.
#ifndef URLSIEVE_PIPELINE_PAGE_STREAM_HPP
#define URLSIEVE_PIPELINE_PAGE_STREAM_HPP

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/documents/splitter.hpp"
#include "src/text/slab.hpp"
#include "urlsieve/document.hpp"
#include "urlsieve/extractor.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

// Returns the page as a document without body.
[[nodiscard]] document as_document(const page& about);

// Returns the type of a page that begins with `front`. Returns nullopt, and counts the page as skipped, if
// pages of its type are not read.
[[nodiscard]] std::optional<media> kind_of(const page& about, std::string_view front,
                                           const link_options& links, stats& counted);

class page_stream {
 public:
  using document_consumer = std::function<void(const document& opened)>;

  // Requires: `options` outlives the stream. A page passed to begin() need not.
  explicit page_stream(const extract_options& options) : options_(options) {}

  // Begins a page; `about.bytes` is its first piece. Discards a page that has not ended.
  void begin(const page& about);
  // Adds a piece, and passes the documents that are complete to `take`. The views of a document are valid
  // during the call of `take`. If `take` throws, the exception propagates; the page must then not be fed any
  // more. Requires: begin().
  void feed(std::string_view bytes, const document_consumer& take, stats& counted);
  // Passes the rest of the page to `take`, and ends the page.
  void end(const document_consumer& take, stats& counted);

  // Processes a page in one piece, with the results of begin(), feed() and end().
  void whole(const page& about, const document_consumer& take, stats& counted);

 private:
  static constexpr std::size_t largest_kept = std::size_t{4} << 20U;

  void begin_page(const page& about);
  void keep(std::string_view bytes);
  [[nodiscard]] bool know(std::string_view front, stats& counted);
  std::size_t split(std::string_view pending, bool last, const document_consumer& take, stats& counted);

  const extract_options& options_;
  std::string base_;
  std::string source_;
  std::string content_type_;
  std::string charset_;
  page about_;  // views of the strings above

  std::unique_ptr<splitter> splitter_;  // null until the type of the page is known
  media type_ = media::text;
  bool is_skipped_ = false;  // pages of its type are not read
  std::vector<slice> slices_;
  slab bytes_;
  std::size_t begin_ = 0;  // of the unconsumed bytes
  std::size_t used_ = 0;
  std::uint64_t offset_ = 0;  // of the unconsumed bytes, in the page
  std::size_t skip_ = 0;      // coming bytes to skip
  std::size_t needed_ = 0;    // bytes that the splitter needs to continue
};

}  // namespace urlsieve

#endif
