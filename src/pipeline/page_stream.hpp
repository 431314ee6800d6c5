// A page that comes in pieces, made into documents by the splitters that read files: text as it comes, other
// pages when they end, or window by window once they are larger than the largest document.
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
#include "urlsieve/options.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

// What is known of a page as a document, without its body.
[[nodiscard]] document as_document(const page& about);

// What kind of document a page is that begins with `front`; nothing: none that is read, which is counted.
[[nodiscard]] std::optional<media> kind_of(const page& about, std::string_view front,
                                           const link_options& links, stats& counted);

class page_stream {
 public:
  using document_taker = std::function<void(const document& opened)>;

  // The options outlive the stream; `about` need not.
  explicit page_stream(const extract_options& options) : options_(options) {}

  // `about.bytes` is the first piece.
  void begin(const page& about);
  void feed(std::string_view bytes, const document_taker& take, stats& counted);
  void end(const document_taker& take, stats& counted);

  // Of a page in one piece: as if it had been fed.
  void whole(const page& about, const document_taker& take, stats& counted);

 private:
  static constexpr std::size_t largest_kept = std::size_t{4} << 20U;

  void know_of(const page& about);
  void keep(std::string_view bytes);
  [[nodiscard]] bool know(std::string_view front, stats& counted);
  std::size_t split(std::string_view pending, bool last, const document_taker& take, stats& counted);

  const extract_options& options_;
  std::string base_;
  std::string source_;
  std::string content_type_;
  std::string charset_;
  page about_;  // views of these

  std::unique_ptr<splitter> splitter_;  // null: it is not known yet what the page is
  media type_ = media::text;
  bool passed_over_ = false;  // it is nothing that is read
  std::vector<slice> slices_;
  slab bytes_;
  std::size_t begin_ = 0;  // of what is left in it
  std::size_t used_ = 0;
  std::uint64_t offset_ = 0;  // of what is left, in the page
  std::size_t skip_ = 0;      // bytes to come that nobody wants
  std::size_t needed_ = 0;    // bytes until the splitter can go on
};

}  // namespace urlsieve

#endif
