// Plain text, cut into windows that can be searched in parallel with the same result as the whole.
//
// A window ends at white space that no URL can reach across: a bare URL ends at white space, and one in angle
// brackets or double quotes (url-syntax-05 Appendix E) ends at an empty line, at the next "<", and after the
// longest URL. Where bare URLs are joined over a hard wrap, none ends behind a line that may have been
// wrapped, nor near a line's end but there.
#ifndef URLSIEVE_DOCUMENTS_PLAIN_TEXT_HPP
#define URLSIEVE_DOCUMENTS_PLAIN_TEXT_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "src/documents/splitter.hpp"
#include "src/url/text_rewriting.hpp"
#include "src/url/text_search.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

struct plain_text_limits {
  std::size_t window = std::size_t{256} << 10;       // a window's size, if there is a safe place within it
  std::size_t max_document = std::size_t{64} << 20;  // of a window where there is none
  std::size_t max_url = 8192;                        // of the finder
  rewriting unescaping = rewriting::none;            // what the finder does with the text first, and
  bool refang = false;                               // whether it undoes defanging
  bool join_bare = false;                            // whether it joins bare URLs that a hard wrap cut
};

// Slices are windows of one document of media::text. A text in UTF-16 or UTF-32 (by its byte order mark) is
// one slice, as a window of it could not be told from bytes; past max_document it is damage::too_large.
class plain_text_splitter final : public splitter {
 public:
  explicit plain_text_splitter(const plain_text_limits& limits) : limits_(limits) {}
  // `text` is what the finder was made with.
  explicit plain_text_splitter(const input_options& options, const text_search& text = {}) {
    limits_.max_document = options.max_document;
    limits_.max_url = text.max_url;
    limits_.unescaping = rewriting_for(text.unescape);
    limits_.refang = text.refang;
    limits_.join_bare = text.join_bare;
  }

  progress split(std::string_view bytes, std::uint64_t offset, bool last, std::string_view input,
                 std::vector<slice>& out, stats& counted) override;
  std::size_t split_at_pause(std::string_view bytes, std::uint64_t offset, std::vector<slice>& out) override;
  [[nodiscard]] std::unique_ptr<splitter> twin() const override;
  [[nodiscard]] std::size_t last_cut(std::string_view bytes) const override;
  [[nodiscard]] std::size_t cut_reach() const override;

 private:
  std::size_t safe_cut(std::string_view window);
  std::size_t safe_cut_rewritten(rewriting how, std::string_view window);
  void emit(std::string_view window, std::uint64_t offset, std::vector<slice>& out);
  progress split_wide(std::string_view bytes, std::uint64_t offset, bool last, std::string_view input,
                      std::vector<slice>& out, stats& counted);

  plain_text_limits limits_;
  std::array<std::vector<char>, 2> rewritten_;
  bool begun_ = false;     // a window was given
  bool told_ = false;      // the encoding is known
  bool wide_ = false;      // UTF-16 or UTF-32
  bool skipping_ = false;  // what is left of a text that is too large
};

// The last place in `text` where a window may end, after white space; 0 if there is none. Nothing of what
// follows `text` can change it.
[[nodiscard]] std::size_t last_safe_cut(std::string_view text, std::size_t max_url, bool join_bare = false);

}  // namespace urlsieve

#endif
