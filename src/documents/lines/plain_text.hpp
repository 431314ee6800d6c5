// Splits plain text into windows that can be searched in parallel with the same result as the whole text.
//
// A window ends at white space that no URL spans. A bare URL ends at white space. A URL in angle brackets or
// double quotes (url-syntax-05 Appendix E) ends at an empty line, at the next "<", or after the longest URL.
// If bare URLs are joined over hard wraps, a window does not end behind a line that may be wrapped, and near
// a line end only at the line end.
#ifndef URLSIEVE_DOCUMENTS_PLAIN_TEXT_HPP
#define URLSIEVE_DOCUMENTS_PLAIN_TEXT_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "src/documents/splitter.hpp"
#include "src/url/text_forms/text_rewriting.hpp"
#include "src/url/text_forms/text_search.hpp"

namespace urlsieve {

struct input_options;

struct plain_text_limits {
  std::size_t window = std::size_t{256} << 10;       // target size of a window
  std::size_t max_document = std::size_t{64} << 20;  // largest size of a window without a safe end
  std::size_t max_url = 8192;                        // the finder's limit
  rewriting unescaping = rewriting::none;            // the first rewriting that the finder applies
  bool refang = false;                               // the finder refangs
  bool join_bare = false;                            // the finder joins bare URLs over hard wraps
};

// Delivers windows of one document of media::text. A text in UTF-16 or UTF-32 (by byte order mark) is one
// slice, because its windows would lack the mark; beyond max_document it is damage::too_large.
class plain_text_splitter final : public splitter {
 public:
  explicit plain_text_splitter(const plain_text_limits& limits) : limits_(limits) {}
  // `text`: the options of the finder.
  explicit plain_text_splitter(const input_options& options, const text_search& text = {});

  progress split(std::string_view bytes, std::uint64_t offset, bool last, std::string_view input,
                 std::vector<slice>& out, stats& counted) override;
  std::size_t split_at_pause(std::string_view bytes, std::uint64_t offset, std::vector<slice>& out) override;
  [[nodiscard]] std::unique_ptr<splitter> fork_at_cut() const override;
  [[nodiscard]] std::size_t last_cut(std::string_view bytes) const override;
  [[nodiscard]] std::size_t cut_context_size() const override;

 private:
  std::size_t safe_cut(std::string_view window);
  std::size_t safe_cut_rewritten(rewriting how, std::string_view window);
  void emit(std::string_view window, std::uint64_t offset, std::vector<slice>& out);
  progress split_wide(std::string_view bytes, std::uint64_t offset, bool last, std::string_view input,
                      std::vector<slice>& out, stats& counted);

  plain_text_limits limits_;
  std::array<std::vector<char>, 2> rewritten_;
  bool has_emitted_ = false;     // a window was delivered
  bool knows_encoding_ = false;  // the encoding is known
  bool wide_ = false;            // text is UTF-16 or UTF-32
  bool skipping_ = false;        // the rest of a text that is too large is being skipped
};

// Returns the last offset in `text`, behind white space, where a window may end; 0 if there is none. No
// following byte can invalidate the offset.
[[nodiscard]] std::size_t last_safe_cut(std::string_view text, std::size_t max_url, bool join_bare = false);

}  // namespace urlsieve

#endif
