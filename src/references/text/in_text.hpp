// URLs in running text: in angle brackets, in double quotes, or bare, and abbreviated ones (url-syntax-05
// Appendix E, rfc2396bis-01 Appendices E and F, rfc1738's appendix).
//
// The bytes are searched for the few places where a URL may begin (a colon after a scheme, "www."); only
// there is anything read. A URL found is not searched again, so references never overlap.
#ifndef URLSIEVE_REFERENCES_IN_TEXT_HPP
#define URLSIEVE_REFERENCES_IN_TEXT_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "src/references/finder.hpp"
#include "src/references/text/in_text_encoded.hpp"
#include "src/references/text/in_text_rules.hpp"
#include "src/text/arena.hpp"
#include "src/text/byte_scan.hpp"
#include "src/url/text_rewriting.hpp"
#include "src/url/text_search.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

class text_finder {
 public:
  explicit text_finder(const text_search& options);

  // The document's body is UTF-8 or bytes that hold ASCII. Abbreviated references are found only if the
  // document has no base; their `raw` is as written, without a scheme, and `delimited` tells so. Positions
  // are those in the body, also where escapes in it were decoded first.
  void find(const document& searched, findings& found, stats& counted);

 private:
  bool quickly(std::size_t colon);
  void find_all(const document& searched, findings& found, stats& counted);
  void find_in(const document& searched, findings& found, stats& counted);
  void find_rewritten(rewriting how, const document& searched, findings& found, stats& counted);
  std::string_view as_written(std::string_view read, std::string_view source, std::size_t begin,
                              arena& room) const;

  text_search options_;
  text_rules rules_;
  std::optional<encoded_url_finder> encoded_;
  rewriting unescaping_;
  changed_bytes changed_;  // of what was made harmless, and is not any more
  byte_scanner scanner_{};
  std::vector<std::uint32_t> places_;  // where a URL may begin, of one stretch of the text
};

}  // namespace urlsieve

#endif
