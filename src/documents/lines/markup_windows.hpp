// Splits HTML and XML that are too large to hold into windows, each read like a document.
//
// An HTML window ends behind a tag outside of <a>, SVG and MathML, or before an <a>, which closes an open
// <a>. An XML window ends behind an end tag. The references in a window are therefore the same as in the
// whole document. Later windows carry the first bytes of the document, which declare its charset, and its
// <base href> (or xml:base of the root). A base found behind the first window applies from its own window on,
// and is counted.
#ifndef URLSIEVE_DOCUMENTS_MARKUP_WINDOWS_HPP
#define URLSIEVE_DOCUMENTS_MARKUP_WINDOWS_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/documents/split_call.hpp"
#include "src/documents/splitter.hpp"
#include "src/markup/foreign_content.hpp"
#include "src/markup/html_tokenizer.hpp"

namespace urlsieve {

struct markup_limits {
  std::size_t window = std::size_t{1} << 20;         // target size of a window
  std::size_t max_document = std::size_t{64} << 20;  // largest size of a window without a suitable end
  // true: split() receives the whole document in one call, so `foreign_content` may look back before the
  // window
  bool all_at_once = false;
};

// A tag, comment or raw text element larger than max_document is damage::too_large and skipped, except the
// start tag of the raw text element. A document in UTF-16 or UTF-32 is skipped likewise.
class markup_window_splitter final : public splitter {
 public:
  // `type`: html, xhtml or xml. `target`, `media_type` and `location` are copied to the slices.
  markup_window_splitter(media type, const markup_limits& limits, std::string_view target = {},
                         std::string_view media_type = {}, std::string_view location = {});

  progress split(std::string_view bytes, std::uint64_t offset, bool last, std::string_view input,
                 std::vector<slice>& out, stats& counted) override;

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  // The oversized construct that is being skipped.
  enum class skipped_construct { nothing, comment, declaration, cdata, tag, raw_text, everything };
  enum class tag_part { name, before_name, attribute_name, after_name, before_value, quoted, unquoted };

  // The result of scanning a window.
  struct survey {
    std::size_t clean = 0;           // last suitable end; 0: none
    std::size_t behind_tag = 0;      // end of the last tag; 0: none
    std::size_t reaches_out = none;  // begin and kind of the construct that the window cuts
    skipped_construct kind = skipped_construct::nothing;
    std::size_t start_tag = 0;    // end of the start tag of a cut raw text element
    std::size_t base_end = none;  // end of the tag that declares the base
    std::string_view base;
  };
  struct call;  // the arguments and progress of a split()

  [[nodiscard]] std::string_view until_end_of(const split_call& now, std::string_view window) const;
  [[nodiscard]] survey look(std::string_view window, std::string_view page_so_far);
  std::size_t after_tag(std::string_view window, std::size_t begin, std::size_t end, survey& seen);
  void note_base(const html_attribute* base, std::size_t end, survey& seen) const;
  std::size_t cut(split_call& now, std::string_view left);
  std::size_t forced_cut(split_call& now, std::string_view window, const survey& seen);
  std::size_t skip(std::string_view left, bool last);
  std::size_t skip_raw_text(std::string_view left, bool last);
  std::size_t skip_tag(std::string_view left);
  void emit_window(split_call& now, std::size_t end, const survey& seen);
  void emit(split_call& now, std::size_t size);
  void store_base(std::string_view base);

  bool xml_;
  media type_;
  markup_limits limits_;
  std::string target_;
  std::string media_type_;
  std::string location_;
  std::string head_;  // first bytes of the document
  // Target, media type, location, head and base, concatenated.
  std::shared_ptr<const std::string> window_values_;
  bool has_examined_front_ = false;  // the first bytes were examined
  bool has_emitted_ = false;         // a window was delivered
  bool has_base_ = false;
  bool root_seen_ = false;

  skipped_construct skipping_ = skipped_construct::nothing;
  std::string raw_name_;  // name of the raw text element that is being skipped
  tag_part part_ = tag_part::name;
  char quote_ = '"';

  html_tag tag_;
  foreign_content foreign_;
  std::size_t anchors_ = 0;  // number of open <a> elements
};

}  // namespace urlsieve

#endif
