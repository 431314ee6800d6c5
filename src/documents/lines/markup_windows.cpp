#include "src/documents/lines/markup_windows.hpp"

#include <algorithm>

#include "src/markup/html_names.hpp"
#include "src/text/ascii.hpp"
#include "src/text/npos.hpp"
#include "src/text/scan/byte_class.hpp"
#include "src/text/scan/markup_scan.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t charset_search_size = 1024;  // search range for <meta charset> (HTML standard 13.2.3.2)

// Returns true for UTF-16 or UTF-32, by byte order mark or first tag.
bool is_wide(std::string_view text) {
  const std::string_view first = text.substr(0, 4);
  return first.starts_with("\xFE\xFF") || first.starts_with("\xFF\xFE") || first.find('\0') != npos;
}

const html_attribute* attribute_of(const html_tag& tag, std::string_view name) {
  for (const html_attribute& candidate : tag.attributes)
    if (ascii::same(candidate.name, name)) return &candidate;
  return nullptr;
}

}  // namespace

markup_window_splitter::markup_window_splitter(media type, const markup_limits& limits,
                                               std::string_view target, std::string_view media_type,
                                               std::string_view location)
    : xml_(type == media::xml || type == media::xhtml),
      type_(type),
      limits_(limits),
      target_(target),
      media_type_(media_type),
      location_(location) {
  limits_.window = std::min(limits_.window, limits_.max_document);
}

splitter::progress markup_window_splitter::split(std::string_view bytes, std::uint64_t offset, bool last,
                                                 std::string_view input, std::vector<slice>& out,
                                                 stats& counted) {
  split_call now{bytes, offset, last, input, out, counted};
  if (!has_examined_front_) {
    if (bytes.size() < charset_search_size && !last) return {0, charset_search_size};
    has_examined_front_ = true;
    head_ = bytes.substr(0, charset_search_size);
    store_base({});
    if (is_wide(bytes)) {
      now.damaged(damage::too_large, "a page in UTF-16 or UTF-32 larger than the largest document");
      skipping_ = skipped_construct::everything;
    }
  }
  while (now.done < bytes.size()) {
    const std::string_view left = bytes.substr(now.done);
    if (skipping_ != skipped_construct::nothing) {
      const std::size_t skipped = skip(left, last);
      if (skipped == 0) return {now.done, left.size() + 1};
      now.done += skipped;
      continue;
    }
    if (left.size() <= limits_.window && !last) return {now.done, limits_.window + 1};
    const std::size_t needed = cut(now, left);
    if (needed != 0) return {now.done, needed};
  }
  return {now.done, 0};
}

// Returns the known bytes of the document up to the end of a window.
std::string_view markup_window_splitter::until_end_of(const split_call& now, std::string_view window) const {
  return limits_.all_at_once ? now.bytes.substr(0, now.done + window.size()) : window;
}

// Delivers the next window, or skips an oversized construct, and returns 0; otherwise returns the number of
// bytes needed.
std::size_t markup_window_splitter::cut(split_call& now, std::string_view left) {
  std::size_t size = limits_.window;
  while (left.size() > size) {
    const std::string_view window = left.substr(0, size);
    root_seen_ = has_emitted_;
    const survey seen = look(window, until_end_of(now, window));
    std::size_t end = seen.clean;
    if (end == 0 && size == limits_.max_document) end = forced_cut(now, window, seen);
    if (end != 0) emit_window(now, end, seen);
    if (end != 0 || skipping_ != skipped_construct::nothing) return 0;
    size = std::min(2 * size, limits_.max_document);
  }
  if (!now.last) return size + 1;
  root_seen_ = has_emitted_;
  emit_window(now, left.size(), has_emitted_ ? look(left, until_end_of(now, left)) : survey{});
  return 0;
}

// Returns the end of a window of the largest size without a suitable end. Returns 0 if skipping_ is set to a
// construct that does not fit.
std::size_t markup_window_splitter::forced_cut(split_call& now, std::string_view window, const survey& seen) {
  if (seen.behind_tag != 0) return seen.behind_tag;
  if (seen.reaches_out == none) {
    const std::size_t blank = window.find_last_of(" \t\r\n");
    return blank == npos ? window.size() : blank + 1;
  }
  if (seen.reaches_out != 0) return seen.reaches_out;
  now.damaged(damage::too_large,
              "a tag, a comment or an element with raw text larger than the largest document");
  skipping_ = seen.kind;
  part_ = tag_part::name;
  if (skipping_ == skipped_construct::raw_text) return seen.start_tag;
  now.done += skipping_ == skipped_construct::comment ? 4U : skipping_ == skipped_construct::cdata ? 9U : 1U;
  return 0;
}

// Scans the window like a reader of the whole document.
markup_window_splitter::survey markup_window_splitter::look(std::string_view window,
                                                            std::string_view page_so_far) {
  survey seen;
  foreign_.clear(page_so_far);
  anchors_ = 0;
  const auto cut_by_window = [&seen](std::size_t at, skipped_construct kind) {
    seen.reaches_out = at;
    seen.kind = kind;
    return seen;
  };
  for (std::size_t at = window.find('<'); at < window.size(); at = window.find('<', at)) {
    const markup found = read_markup(window, at, xml_ || foreign_.allows_cdata());
    if (found.kind == markup_kind::tag) {
      const std::size_t end = read_tag(window, at, tag_);
      if (end == unfinished) return cut_by_window(at, skipped_construct::tag);
      const std::size_t behind = after_tag(window, at, end, seen);
      if (behind == unfinished) return cut_by_window(at, skipped_construct::raw_text);
      at = behind;
      continue;
    }
    if (found.kind != markup_kind::text && found.end == window.size()) {
      if (found.kind == markup_kind::cdata) return cut_by_window(at, skipped_construct::cdata);
      const bool comment = window.substr(at).starts_with("<!--");
      return cut_by_window(at, comment ? skipped_construct::comment : skipped_construct::declaration);
    }
    at = found.end;
  }
  return seen;
}

// Records the tag from `begin` to `end`. Returns the offset to continue at, or `unfinished` if its raw text
// exceeds the window.
std::size_t markup_window_splitter::after_tag(std::string_view window, std::size_t begin, std::size_t end,
                                              survey& seen) {
  const html_element element = element_named(tag_.name);
  bool is_clean_end = tag_.closing || tag_.self_closing;
  if (xml_) {
    if (type_ == media::xhtml) {
      if (!tag_.closing && tag_.name == "base") note_base(attribute_of(tag_, "href"), end, seen);
    } else if (!tag_.closing && !root_seen_) {
      note_base(attribute_of(tag_, "xml:base"), end, seen);
    }
    root_seen_ = root_seen_ || !tag_.closing;
  } else if (tag_.closing) {
    foreign_.end(element, tag_.name);
    if (element == html_element::a && anchors_ != 0) --anchors_;
    is_clean_end = anchors_ == 0 && foreign_.empty();
  } else {
    const bool is_open = !foreign_.empty();
    const markup_space space = foreign_.start(element, tag_);
    // <a> nests in SVG; in HTML an <a> closes the open <a>.
    if (element == html_element::a && space == markup_space::html) {
      anchors_ = 1;
      if (!is_open) seen.clean = begin;
    }
    if (element == html_element::a && space != markup_space::html && !tag_.self_closing) ++anchors_;
    // A URL in text may be broken at <wbr>.
    is_clean_end = anchors_ == 0 && foreign_.empty() && element != html_element::wbr;
    if (space == markup_space::html && element == html_element::base)
      note_base(attribute_of(tag_, "href"), end, seen);
    const text_mode mode = text_mode_after(element);
    if (space == markup_space::html && mode != text_mode::data) {
      const std::size_t text_end = raw_text_end(window, end, name_of(element), mode);
      if (text_end < window.size()) return text_end;
      seen.start_tag = end;
      raw_name_ = name_of(element);
      return unfinished;
    }
  }
  seen.behind_tag = end;
  if (is_clean_end) seen.clean = end;
  return end;
}

void markup_window_splitter::note_base(const html_attribute* base, std::size_t end, survey& seen) const {
  if (base == nullptr || has_base_ || seen.base_end != none) return;
  seen.base = base->value;
  seen.base_end = end;
}

// Skips bytes of an oversized construct; returns the number of bytes of `left` that are done.
std::size_t markup_window_splitter::skip(std::string_view left, bool last) {
  // The end mark of a comment, section or element may be cut at the end of the bytes.
  const auto until = [&](std::size_t found, std::size_t behind, std::size_t undecided) {
    if (found < left.size()) {
      skipping_ = skipped_construct::nothing;
      return found + behind;
    }
    return last ? left.size() : left.size() - std::min(left.size(), undecided);
  };
  switch (skipping_) {
    case skipped_construct::comment:
      return until(find_comment_end(left.data(), left.size(), 0), 1, 3);
    case skipped_construct::declaration:
      return until(left.find('>'), 1, 0);
    case skipped_construct::cdata:
      return until(left.find("]]>"), 3, 2);
    case skipped_construct::raw_text:
      return skip_raw_text(left, last);
    case skipped_construct::tag:
      return skip_tag(left);
    case skipped_construct::nothing:
    case skipped_construct::everything:
      break;
  }
  return left.size();
}

std::size_t markup_window_splitter::skip_raw_text(std::string_view left, bool last) {
  const text_mode mode = raw_name_ == "plaintext" ? text_mode::plaintext : text_mode::rawtext;
  const std::size_t end = raw_text_end(left, 0, raw_name_, mode);
  if (end < left.size()) skipping_ = skipped_construct::nothing;
  const std::size_t undecided = std::min(left.size(), raw_name_.size() + 2);  // "</name" may be cut
  return end < left.size() ? end : last ? left.size() : left.size() - undecided;
}

// Skips a tag byte by byte (HTML standard, sections 13.2.5.8 and 13.2.5.32 to 13.2.5.40).
std::size_t markup_window_splitter::skip_tag(std::string_view left) {
  for (std::size_t at = 0; at < left.size(); ++at) {
    const char c = left[at];
    const bool blank = bytes::html_space.contains(c);
    if (part_ == tag_part::quoted) {
      at = std::min(left.find(quote_, at), left.size());
      if (at < left.size()) part_ = tag_part::before_name;
      continue;
    }
    if (c == '>') {
      skipping_ = skipped_construct::nothing;
      return at + 1;
    }
    switch (part_) {
      case tag_part::name:
        if (blank || c == '/') part_ = tag_part::before_name;
        break;
      case tag_part::before_name:
        if (!blank && c != '/') part_ = tag_part::attribute_name;
        break;
      case tag_part::attribute_name:
      case tag_part::after_name:
        part_ = c == '='   ? tag_part::before_value
                : c == '/' ? tag_part::before_name
                : blank    ? tag_part::after_name
                           : tag_part::attribute_name;
        break;
      case tag_part::before_value:
        if (blank) break;
        part_ = c == '"' || c == '\'' ? tag_part::quoted : tag_part::unquoted;
        quote_ = c;
        break;
      case tag_part::unquoted:
        if (blank) part_ = tag_part::before_name;
        break;
      case tag_part::quoted:
        break;
    }
  }
  return left.size();
}

// A window finds its own base; later windows receive it in page_base.
void markup_window_splitter::emit_window(split_call& now, std::size_t end, const survey& seen) {
  const bool declares_base = seen.base_end <= end;
  if (declares_base && has_emitted_) now.counted.count_skipped("html", "late-base");
  emit(now, end);
  if (!declares_base) return;
  has_base_ = true;
  // An empty base also counts, so store a blank, which resolves the same.
  store_base(seen.base.empty() ? " " : seen.base);
}

void markup_window_splitter::emit(split_call& now, std::size_t size) {
  slice window_slice;
  window_slice.type = type_;
  window_slice.bytes = now.bytes.substr(now.done, size);
  window_slice.offset = now.offset + now.done;
  window_slice.continues = has_emitted_;
  window_slice.owner = window_values_;
  std::string_view values = *window_values_;
  const auto next = [&values](std::size_t length) {
    const std::string_view part = values.substr(0, length);
    values.remove_prefix(length);
    return part;
  };
  window_slice.target = next(target_.size());
  window_slice.media_type = next(media_type_.size());
  window_slice.location = next(location_.size());
  window_slice.head = next(head_.size());
  window_slice.page_base = values;
  has_emitted_ = true;
  now.out.push_back(window_slice);
  now.done += size;
}

void markup_window_splitter::store_base(std::string_view base) {
  std::string all = target_ + media_type_ + location_ + head_;
  all += base;
  window_values_ = std::make_shared<const std::string>(std::move(all));
}

}  // namespace urlsieve
