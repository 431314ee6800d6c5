// Splits batches of news articles (RFC 1036 section 4.3): a line with the article's size in bytes, such as
// "#! rnews 1234", precedes each article. Also splits batches that are compressed as a whole, behind a line
// of their own ("#! gunbatch").
#ifndef URLSIEVE_DOCUMENTS_NEWS_BATCH_HPP
#define URLSIEVE_DOCUMENTS_NEWS_BATCH_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/documents/mailboxes/message_stream.hpp"
#include "src/documents/splitter.hpp"
#include "src/url/text_forms/text_search.hpp"

namespace urlsieve {

struct input_options;

// Returns true if `text` begins with the line before an article.
[[nodiscard]] bool begins_news_batch(std::string_view text);

// Returns true if `text` begins with the line before a compressed batch: "#! cunbatch", or any other word
// that ends in "unbatch".
[[nodiscard]] bool begins_compressed_news(std::string_view text);

// An article ends at its declared size if the next "#! " line or the end of the batch is there; else before
// the next such line, and it is damage::bad_record_length.
class news_batch_splitter final : public message_stream {
 public:
  explicit news_batch_splitter(const input_options& options, const text_search& text = {})
      : message_stream(options, text) {}

 private:
  opening read_opening(std::string_view rest, std::uint64_t offset, bool last) override;
  ending find_end(std::string_view text, std::size_t from, bool whole, bool last) override;
  [[nodiscard]] std::size_t lookahead() const override;

  declared_length length_;
};

// Holds and decodes a whole compressed batch: compress (.Z), or any format with a decoder in codec. Corrupt,
// truncated or unknown compression is counted as damage. A batch is damage::too_large if its compressed or
// decoded size exceeds the largest document. All articles have the offset of the batch.
class compressed_news_splitter final : public splitter {
 public:
  explicit compressed_news_splitter(const input_options& options, const text_search& text = {});

  progress split(std::string_view bytes, std::uint64_t offset, bool last, std::string_view input,
                 std::vector<slice>& out, stats& counted) override;

 private:
  void split_unpacked(std::string_view batch, std::uint64_t offset, std::string_view input,
                      std::vector<slice>& out, stats& counted) const;

  std::size_t max_document_;  // input_options::max_document
  text_search text_;
  bool skipping_ = false;
};

}  // namespace urlsieve

#endif
