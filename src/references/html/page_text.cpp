#include "src/references/html/page_text.hpp"

#include <algorithm>

#include "src/text/ascii.hpp"
#include "src/text/encodings/character_reference.hpp"
#include "src/text/scan/byte_class.hpp"

namespace urlsieve {
namespace {

bool holds(std::string_view text, char c) {
  return text.find(c) != std::string_view::npos;
}

// Returns the next position that decoding changes: a character reference, NUL, or CR.
std::size_t next_change(std::string_view text, std::size_t from) {
  constexpr std::string_view changed("&\r\0", 3);
  return std::min(text.find_first_of(changed, from), text.size());
}

}  // namespace

bool text_run::may_hold_url() const {
  return std::any_of(parts_.begin(), parts_.end(), [](const written& each) {
    return holds(each.text, ':') || holds(each.text, '.') || (!each.literal && holds(each.text, '&'));
  });
}

void text_run::search(stats& counted) {
  if (may_hold_url()) {
    findings& found = links_->found();
    const std::size_t first = found.references.size();
    document run;
    run.body = decoded();
    run.base = found.embedded_base ? *found.embedded_base : base_;
    finder_.find(run, found, counted);
    std::size_t known = 0;
    for (std::size_t i = first; i < found.references.size(); ++i)
      found.references[i].position = place_of(found.references[i].position, known);
  }
  parts_.clear();
}

// Returns the parts as one text in UTF-8; a view of the source if there is one part and decoding changes
// nothing.
std::string_view text_run::decoded() {
  utf8_.clear();
  pieces_.clear();
  std::size_t size = 0;
  for (const written& each : parts_) {
    utf8_.push_back({links_->to_utf8(each.text, source_)});
    size += utf8_.back().text.size();
  }
  const std::string_view only = utf8_.front().text;
  if (parts_.size() == 1 && (parts_.front().literal || next_change(only, 0) == only.size())) {
    pieces_.push_back({only.size(), only.data(), only.data() + only.size(), 0});
    return only;
  }
  char* const out = links_->found().decoded.reserve(3 * size);
  char* end = out;
  for (std::size_t p = 0; p < parts_.size(); ++p) end = decode(p, out, end);
  return links_->found().decoded.commit(static_cast<std::size_t>(end - out));
}

char* text_run::decode(std::size_t number, const char* begin, char* out) {
  const std::string_view text = utf8_[number].text;
  for (std::size_t at = 0; at < text.size();) {
    const bool literal = parts_[number].literal;
    const std::size_t end = literal ? text.size() : next_change(text, at + 1);
    const std::string_view source = text.substr(at, end - at);
    out = literal ? std::copy(source.begin(), source.end(), out)
                  : decode_character_references(source, reference_context::text, out);
    pieces_.push_back({static_cast<std::size_t>(out - begin), text.data() + at, text.data() + end, number});
    at = end;
  }
  return out;
}

// Returns the source position of the byte `at` of the decoded text. `known`: the piece of the previous call.
std::uint32_t text_run::place_of(std::size_t at, std::size_t& known) {
  while (known + 1 < pieces_.size() && pieces_[known].decoded_end <= at) ++known;
  const piece& holder = pieces_[known];
  // Only the beginning of a piece was decoded; the rest is a copy of the source.
  const auto from_end = static_cast<std::ptrdiff_t>(holder.decoded_end - at);
  const char* const place = holder.end - std::min(from_end, holder.end - holder.begin);
  const auto offset = static_cast<std::size_t>(place - utf8_[holder.part].text.data());
  return source_.position_of(parts_[holder.part].text.data() + source_of(holder.part, offset));
}

// Maps a position in converted text to the source by counting ASCII bytes, because a charset converts ASCII
// to ASCII.
std::size_t text_run::source_of(std::size_t number, std::size_t at) {
  converted& cursor = utf8_[number];
  const std::string_view source = parts_[number].text;
  if (cursor.text.data() == source.data()) return at;
  for (; cursor.at < at; ++cursor.at) {
    if (bytes::non_ascii.contains(cursor.text[cursor.at])) continue;
    while (cursor.source_at < source.size() && bytes::non_ascii.contains(source[cursor.source_at]))
      ++cursor.source_at;
    ++cursor.source_at;
  }
  if (at < cursor.text.size() && bytes::non_ascii.contains(cursor.text[at])) return cursor.source_at;
  while (cursor.source_at < source.size() && bytes::non_ascii.contains(source[cursor.source_at]))
    ++cursor.source_at;
  return cursor.source_at;
}

void page_text::begin(link_collector& links, const markup_text& source, std::string_view base, stats& counted,
                      bool finds_urls) {
  finds_urls_ = finds_all_urls_ || finds_urls;
  links_ = &links;
  source_ = source;
  counted_ = &counted;
  run_.begin(links, source, base);
  anchors_.begin(links, source);
}

void page_text::end() {
  interrupt();
  if (!notes_context_) return;
  findings& found = links_->found();
  found.contexts.resize(found.references.size());
  anchors_.end();
}

void page_text::start_tag(markup_space space, html_element element, const html_tag& tag) {
  // <wbr> allows a line break inside a word, so it does not end a word.
  if (element != html_element::wbr) interrupt();
  if (notes_context_) anchors_.start_tag(space, element, tag);
}

void page_text::note_links(html_element element, const html_tag& tag, std::size_t first, bool closed) {
  if (!notes_context_) return;
  findings& found = links_->found();
  if (found.references.size() > first) {
    // A nested document (srcdoc) has already added its own contexts.
    if (found.contexts.size() < first) found.contexts.resize(first);
    link_context context;
    for (const html_attribute& attribute : tag.attributes) {
      if (!ascii::same(attribute.name, "rel")) continue;
      context.rel = links_->decode(attribute.value, source_);
      break;
    }
    found.contexts.resize(found.references.size(), context);
  }
  if (element == html_element::a && !closed) anchors_.opened(first);
}

void page_text::end_tag(html_element element) {
  interrupt();
  if (notes_context_) anchors_.end_tag(element);
}

}  // namespace urlsieve
