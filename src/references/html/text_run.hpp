// Finds URLs in the text between two tags, after decoding its character references. A comment does not end
// the text, because a reader of the page does not see the comment.
#ifndef URLSIEVE_REFERENCES_TEXT_RUN_HPP
#define URLSIEVE_REFERENCES_TEXT_RUN_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "src/references/text/in_text.hpp"
#include "src/references/values/link_collector.hpp"
#include "src/url/text_forms/text_search.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

class text_run {
 public:
  explicit text_run(const text_search& options) : finder_(options) {}

  // Starts with the text of `source`. If the document has a `base`, names without a scheme are not URLs
  // (rfc2396bis-01 Appendix F).
  void begin(link_collector& links, const markup_text& source, std::string_view base) {
    links_ = &links;
    source_ = source;
    base_ = base;
    parts_.clear();
  }

  // Adds a part of the source. `literal`: the part holds no character references.
  void add(std::string_view part, bool literal) {
    if (!part.empty()) parts_.push_back({part, literal});
  }

  // Drops the parts that were added since begin() or end().
  void forget() { parts_.clear(); }

  // Ends the text and appends its URLs to the findings, with their positions in the source.
  void end(stats& counted) {
    if (!parts_.empty()) search(counted);
  }

 private:
  struct written {
    std::string_view text;
    bool literal;
  };
  // A piece of a part, up to the next character reference: its end in the decoded text, and its source.
  struct piece {
    std::size_t decoded_end;
    const char* begin;
    const char* end;
    std::size_t part;
  };
  // A part converted to UTF-8, with the last position that was mapped back to the source.
  struct converted {
    std::string_view text;
    std::size_t at = 0;
    std::size_t source_at = 0;
  };

  void search(stats& counted);
  [[nodiscard]] bool may_hold_url() const;
  [[nodiscard]] std::string_view decoded();
  char* decode(std::size_t part, const char* begin, char* out);
  [[nodiscard]] std::uint32_t place_of(std::size_t at, std::size_t& known);
  [[nodiscard]] std::size_t source_of(std::size_t part, std::size_t at);

  text_finder finder_;
  link_collector* links_ = nullptr;
  markup_text source_;
  std::string_view base_;
  std::vector<written> parts_;
  std::vector<converted> utf8_;
  std::vector<piece> pieces_;
};

}  // namespace urlsieve

#endif
