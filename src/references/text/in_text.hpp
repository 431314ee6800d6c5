// Finds URLs in running text: in angle brackets, in double quotes, or bare, and abbreviated URLs
// (url-syntax-05 Appendix E, rfc2396bis-01 Appendices E and F, rfc1738's appendix).
//
// A vector scan finds the few places where a URL may begin (a colon after a scheme, "www."); only these
// places are examined. The search resumes after each URL found, so references never overlap.
#ifndef URLSIEVE_REFERENCES_IN_TEXT_HPP
#define URLSIEVE_REFERENCES_IN_TEXT_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "src/references/finder.hpp"
#include "src/references/text/in_text_rules.hpp"
#include "src/text/arena.hpp"
#include "src/text/encodings/utf16_runs.hpp"
#include "src/text/scan/byte_scan.hpp"
#include "src/url/text_forms/text_rewriting.hpp"
#include "src/url/text_forms/text_search.hpp"

namespace urlsieve {

// Finds percent-encoded URLs in text: in queries of other URLs and in logs ("http%3A%2F%2Fa.example%2F").
// These URLs are reported in addition to the URLs of the text itself.
class encoded_url_finder {
 public:
  explicit encoded_url_finder(const text_search& options)
      : rules_(options), longest_(std::size_t{9} * options.max_url) {}

  // Appends the encoded URLs of `searched`. Merges them by position into the references from `first` on, and
  // the rejected references into those from `first_refused` on. Decodes up to four layers of encoding.
  void find(const document& searched, std::size_t first, std::size_t first_refused, findings& found,
            stats& counted);

 private:
  static constexpr std::size_t most_layers = 4;

  // An encoded colon after the scheme of a web URL.
  struct place {
    std::size_t start = 0;   // of the scheme
    std::size_t colon = 0;   // position of the "%"
    std::size_t layers = 0;  // 1 for "%3A", 2 for "%253A"
    bool plain_slashes = false;
  };

  static std::optional<place> read_place(std::string_view text, std::size_t percent);
  void read(const document& searched, const place& from, findings& found, stats& counted);

  text_rules rules_;
  std::size_t longest_;
  std::array<std::size_t, most_layers + 1> floors_{};  // end of the last URL with this number of layers
};

class text_finder {
 public:
  explicit text_finder(const text_search& options);

  // Appends the URLs of `searched`, with `where` "text". The body is UTF-8 or another superset of ASCII.
  // Finds abbreviated URLs only if the document has no base; their `raw` is the text as written, without
  // scheme, and `delimited` is abbreviated. Positions refer to the body, even if escapes were decoded before
  // the search.
  void find(const document& searched, findings& found, stats& counted);

  // Appends the percent-encoded URLs of `searched`; none without unescape_choice::percent.
  void find_encoded(const document& searched, findings& found, stats& counted);

  // Returns true if unescaping or refanging changes `text`.
  [[nodiscard]] bool rewrites(std::string_view text) const;
  // Returns true if find_encoded() may find a URL in `text`.
  [[nodiscard]] bool may_hold_encoded(std::string_view text) const {
    return encoded_ && text.find('%') != std::string_view::npos;
  }

  // Like find(), but also searches UTF-16 within the body (utf16_runs.hpp), as in files to which programs
  // appended in another encoding. The `raw` of URLs in UTF-16 is UTF-8. Sets findings::has_nul.
  void find_with_utf16(const document& searched, findings& found, stats& counted);

 private:
  bool quickly(std::size_t colon);
  void find_in_utf16(const document& searched, const utf16_run& run, bool big_endian, findings& found,
                     stats& counted);
  void find_all(const document& searched, findings& found, stats& counted);
  void find_in(const document& searched, findings& found, stats& counted);
  void find_rewritten(rewriting how, const document& searched, findings& found, stats& counted);
  std::string_view as_written(std::string_view read, std::string_view source, std::size_t begin,
                              arena& storage) const;

  text_search options_;
  text_rules rules_;
  std::optional<encoded_url_finder> encoded_;
  rewriting unescaping_;
  changed_bytes changed_;  // of the text that was refanged
  byte_scanner scanner_{};
  std::vector<std::uint32_t> places_;  // candidate positions in the current stretch of the text
};

}  // namespace urlsieve

#endif
