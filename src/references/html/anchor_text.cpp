#include "src/references/html/anchor_text.hpp"

#include <algorithm>

#include "src/text/ascii.hpp"
#include "src/text/encodings/character_reference.hpp"
#include "src/text/scan/byte_class.hpp"

namespace urlsieve {
namespace {

using element = html_element;

// Elements displayed as a block, a row or a cell (section 15.3), and <br>.
constexpr std::array<bool, element_count> make_separate() {
  std::array<bool, element_count> separate{};
  for (const element e :
       {element::address,   element::article,    element::aside,    element::blockquote, element::body,
        element::br,        element::caption,    element::center,   element::dd,         element::details,
        element::dialog,    element::dir,        element::div,      element::dl,         element::dt,
        element::fieldset,  element::figcaption, element::figure,   element::footer,     element::form,
        element::h1,        element::h2,         element::h3,       element::h4,         element::h5,
        element::h6,        element::header,     element::hgroup,   element::hr,         element::html,
        element::legend,    element::li,         element::listing,  element::main,       element::menu,
        element::nav,       element::ol,         element::optgroup, element::option,     element::p,
        element::plaintext, element::pre,        element::search,   element::section,    element::summary,
        element::table,     element::tbody,      element::td,       element::tfoot,      element::th,
        element::thead,     element::tr,         element::ul,       element::xmp})
    separate[static_cast<std::size_t>(e)] = true;
  return separate;
}
constexpr std::array<bool, element_count> separate = make_separate();

bool part_of_table(element e) {
  switch (e) {
    case element::caption:
    case element::tbody:
    case element::td:
    case element::tfoot:
    case element::th:
    case element::thead:
    case element::tr:
      return true;
    default:
      return false;
  }
}

// Returns the size in bytes of the UTF-8 character that begins with `lead`.
std::size_t length_of(char lead) {
  const auto byte = static_cast<unsigned char>(lead);
  return byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

}  // namespace

void anchor_texts::collapsed::add_characters(std::string_view utf8) {
  for (std::size_t at = 0; at < utf8.size() && !full_;) {
    const char c = utf8[at];
    if (bytes::html_space.contains(c) || c == '\0') {
      space_ = space_ || c != '\0';
      ++at;
      continue;
    }
    const std::string_view character = utf8.substr(at, length_of(c));
    const bool blank = space_ && !text_.empty();
    full_ = text_.size() + character.size() + (blank ? 1U : 0U) > longest;
    if (full_) return;
    if (blank) text_.push_back(' ');
    space_ = false;
    text_.append(character);
    at += character.size();
  }
}

void anchor_texts::collapsed::add(std::string_view utf8, bool literal) {
  while (!utf8.empty() && !full_) {
    const std::size_t plain = literal ? utf8.size() : std::min(utf8.find('&'), utf8.size());
    add_characters(utf8.substr(0, plain));
    utf8.remove_prefix(plain);
    if (utf8.empty() || full_) return;
    std::array<char, 128> decoded;  // no name is longer than half of the array
    char* end = decoded.data();
    const std::size_t consumed = decode_character_reference(utf8, reference_context::text, end);
    if (consumed == 0) {
      add_characters("&");
      utf8.remove_prefix(1);
    } else {
      add_characters({decoded.data(), static_cast<std::size_t>(end - decoded.data())});
      utf8.remove_prefix(consumed);
    }
  }
}

void anchor_texts::add(std::string_view text, bool literal) {
  bool wanted = false;
  for (std::size_t i = 0; i < open_; ++i)
    wanted = wanted || (anchors_[i].first != anchors_[i].last && !anchors_[i].text.full());
  if (!wanted) return;
  const std::string_view utf8 = links_->to_utf8(text, source_);
  for (std::size_t i = 0; i < open_; ++i)
    if (anchors_[i].first != anchors_[i].last) anchors_[i].text.add(utf8, literal);
}

void anchor_texts::start_tag(markup_space space, html_element e, const html_tag& tag) {
  next_foreign_ = space != markup_space::html;
  if (next_foreign_) return;
  if (e == element::a) {
    for (bool foreign = true; foreign && open_ != 0 && innermost().tables == tables_;) {
      foreign = innermost().foreign;
      close();
    }
  }
  if (part_of_table(e)) leave_cell();
  if (e == element::table) ++tables_;
  if (e == element::img && open_ != 0) add_alternative(tag);
  if (separate[static_cast<std::size_t>(e)])
    for (std::size_t i = 0; i < open_; ++i) anchors_[i].text.add_space();
}

void anchor_texts::end_tag(html_element e) {
  if (e == element::a && open_ != 0 && innermost().tables == tables_) return close();
  if (part_of_table(e)) leave_cell();
  if (e == element::table && tables_ != 0) {
    --tables_;
    while (open_ != 0 && innermost().tables > tables_) close();
  }
  if (separate[static_cast<std::size_t>(e)])
    for (std::size_t i = 0; i < open_; ++i) anchors_[i].text.add_space();
}

void anchor_texts::leave_cell() {
  while (open_ != 0 && tables_ != 0 && innermost().tables == tables_) close();
}

void anchor_texts::add_alternative(const html_tag& tag) {
  for (const html_attribute& attribute : tag.attributes) {
    if (!ascii::same(attribute.name, "alt")) continue;
    const std::string_view value = links_->decode(attribute.value, source_);
    for (std::size_t i = 0; i < open_; ++i)
      if (anchors_[i].alternative.text().empty()) anchors_[i].alternative.add(value, true);
    return;
  }
}

void anchor_texts::opened(std::size_t first) {
  if (open_ == deepest) {
    // Ends the outermost anchor; the new anchor takes its place.
    std::rotate(anchors_.begin(), anchors_.begin() + 1, anchors_.end());
    close();
  }
  ++open_;
  anchor& begun = innermost();
  begun.first = first;
  begun.last = links_->found().references.size();
  begun.tables = tables_;
  begun.foreign = next_foreign_;
  begun.text.clear();
  begun.alternative.clear();
}

void anchor_texts::close() {
  const anchor& ended = innermost();
  --open_;
  if (ended.first == ended.last) return;
  const std::string_view label = ended.text.text().empty() ? ended.alternative.text() : ended.text.text();
  if (label.empty()) return;
  findings& found = links_->found();
  const std::string_view text = found.decoded.copy(label);
  for (std::size_t i = ended.first; i < ended.last; ++i) found.contexts[i].text = text;
}

}  // namespace urlsieve
