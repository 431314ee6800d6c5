// URLs in running text: in angle brackets, in double quotes, or bare, and abbreviated ones (url-syntax-05
// Appendix E, rfc2396bis-01 Appendices E and F, rfc1738's appendix).
//
// The bytes are searched for the few places where a URL may begin (a colon after a scheme, "www."); only
// there is anything read. A URL found is not searched again, so references never overlap.
#ifndef URLSIEVE_REFERENCES_IN_TEXT_HPP
#define URLSIEVE_REFERENCES_IN_TEXT_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "src/references/finder.hpp"
#include "src/references/text/in_text_delimit.hpp"
#include "src/references/text/in_text_name.hpp"
#include "src/references/text/in_text_wrapped.hpp"
#include "src/text/byte_scan.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

class text_finder {
 public:
  explicit text_finder(const text_options& options);

  // The document's body is UTF-8 or bytes that hold ASCII. Abbreviated references are found only if the
  // document has no base; their `raw` is as written, without a scheme, and `delimited` tells so. Positions
  // are those in the body, also where escapes in it were decoded first.
  void find(const document& searched, findings& found, stats& counted);

 protected:
  void begin(const document& searched, findings& found, stats& counted);
  void at_colon(std::size_t colon);
  void at_dot(std::size_t dot);
  [[nodiscard]] std::string_view text() const { return text_; }
  [[nodiscard]] std::size_t floor() const { return floor_; }
  [[nodiscard]] bool abbreviations() const { return abbreviated_; }

 private:
  bool quickly(std::size_t colon);
  void find_in(const document& searched, findings& found, stats& counted);
  void at_url_prefix(std::size_t begin, std::size_t colon);
  bool in_address(std::size_t at);
  bool wrapped(const text_candidate& candidate);
  void bare(const text_candidate& candidate);
  void emit(std::string_view raw, std::size_t start, std::size_t end, delimiter delimited,
            bool ambiguous = false);

  text_options options_;
  text_unwrapper unwrapper_;

  std::string_view text_;
  std::size_t floor_ = 0;      // the end of the last URL
  std::size_t named_ = 0;      // the end of the last name asked about
  std::size_t local_end_ = 0;  // of what may be the local part of an address, asked about last
  bool abbreviated_ = false;
  findings* found_ = nullptr;
  stats* counted_ = nullptr;
  byte_scanner scanner_{};
  std::vector<std::uint32_t> places_;  // where a URL may begin, of one stretch of the text
};

}  // namespace urlsieve

#endif
