// HTML and XML too large to be held, cut into windows that are read like documents of their own.
//
// A window ends behind a tag: of HTML where no <a>, SVG or MathML is open, or before an <a>, which ends the
// one before; of XML behind an end tag. So what stands in it is found as in the whole. What holds for later
// windows goes with them: the beginning of the document, which tells its charset, and its <base href> (or
// xml:base of the root). A base that is found behind the first window holds from its own window on, and is
// counted.
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
  std::size_t window = std::size_t{1} << 20;         // a window's size, if there is a good place within it
  std::size_t max_document = std::size_t{64} << 20;  // of a window where there is none
  // split() is given the document in one call: what stands before a window is asked
  bool all_at_once = false;
};

// A single tag, comment or raw text element larger than max_document is passed over as damage::too_large
// (the start tag of the element is not); so is a document in UTF-16 or UTF-32.
class markup_window_splitter final : public splitter {
 public:
  // `type`: html, xhtml or xml. `target`, `media_type` and `location`: of the slices.
  markup_window_splitter(media type, const markup_limits& limits, std::string_view target = {},
                         std::string_view media_type = {}, std::string_view location = {});

  progress split(std::string_view bytes, std::uint64_t offset, bool last, std::string_view input,
                 std::vector<slice>& out, stats& counted) override;

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  // What is passed over because it does not fit.
  enum class passing { nothing, comment, declaration, cdata, tag, raw_text, everything };
  enum class tag_part { name, before_name, attribute_name, after_name, before_value, quoted, unquoted };

  // What a window shows.
  struct survey {
    std::size_t clean = 0;           // the last place to end at
    std::size_t behind_tag = 0;      // the last place behind a tag
    std::size_t reaches_out = none;  // where something begins that the window cuts, and what
    passing kind = passing::nothing;
    std::size_t start_tag = 0;    // of a raw text element that it cuts: the end of its start tag
    std::size_t base_end = none;  // behind the tag that tells the base
    std::string_view base;
  };
  struct call;  // the arguments of one split() and how far it came

  [[nodiscard]] std::string_view until_end_of(const split_call& now, std::string_view window) const;
  [[nodiscard]] survey look(std::string_view window, std::string_view until_its_end);
  std::size_t after_tag(std::string_view window, std::size_t begin, std::size_t end, survey& seen);
  void note_base(const html_attribute* base, std::size_t end, survey& seen) const;
  std::size_t cut(split_call& now, std::string_view left);
  std::size_t forced_cut(split_call& now, std::string_view window, const survey& seen);
  std::size_t pass(std::string_view left, bool last);
  std::size_t pass_raw_text(std::string_view left, bool last);
  std::size_t pass_tag(std::string_view left);
  void emit_window(split_call& now, std::size_t end, const survey& seen);
  void emit(split_call& now, std::size_t size);
  void store_base(std::string_view base);

  bool xml_;
  media type_;
  markup_limits limits_;
  std::string target_;
  std::string media_type_;
  std::string location_;
  std::string head_;                         // of the document
  std::shared_ptr<const std::string> kept_;  // target, media type, head and base, one behind the other
  bool told_ = false;                        // the beginning was looked at
  bool begun_ = false;                       // a window was given
  bool has_base_ = false;
  bool root_seen_ = false;

  passing passing_ = passing::nothing;
  std::string raw_name_;  // of the raw text element that is passed over
  tag_part part_ = tag_part::name;
  char quote_ = '"';

  html_tag tag_;
  foreign_content foreign_;
  std::size_t anchors_ = 0;  // that are open
};

}  // namespace urlsieve

#endif
