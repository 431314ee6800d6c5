#include "src/documents/lines/markup_windows.hpp"

#include <algorithm>

#include "src/markup/html_names.hpp"
#include "src/text/ascii.hpp"
#include "src/text/npos.hpp"
#include "src/text/scan/byte_class.hpp"
#include "src/text/scan/markup_scan.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t head_size = 1024;  // search range for <meta charset> (HTML standard 13.2.3.2)

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
  if (!told_) {
    if (bytes.size() < head_size && !last) return {0, head_size};
    told_ = true;
    head_ = bytes.substr(0, head_size);
    store_base({});
    if (is_wide(bytes)) {
      now.damaged(damage::too_large, "a page in UTF-16 or UTF-32 larger than the largest document");
      passing_ = passing::everything;
    }
  }
  while (now.done < bytes.size()) {
    const std::string_view left = bytes.substr(now.done);
    if (passing_ != passing::nothing) {
      const std::size_t passed = pass(left, last);
      if (passed == 0) return {now.done, left.size() + 1};
      now.done += passed;
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
    root_seen_ = begun_;
    const survey seen = look(window, until_end_of(now, window));
    std::size_t end = seen.clean;
    if (end == 0 && size == limits_.max_document) end = forced_cut(now, window, seen);
    if (end != 0) emit_window(now, end, seen);
    if (end != 0 || passing_ != passing::nothing) return 0;
    size = std::min(2 * size, limits_.max_document);
  }
  if (!now.last) return size + 1;
  root_seen_ = begun_;
  emit_window(now, left.size(), begun_ ? look(left, until_end_of(now, left)) : survey{});
  return 0;
}

// Returns the end of a window of the largest size without a suitable end. Returns 0 if passing_ is set to a
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
  passing_ = seen.kind;
  part_ = tag_part::name;
  if (passing_ == passing::raw_text) return seen.start_tag;
  now.done += passing_ == passing::comment ? 4U : passing_ == passing::cdata ? 9U : 1U;
  return 0;
}

// Scans the window like a reader of the whole document.
markup_window_splitter::survey markup_window_splitter::look(std::string_view window,
                                                            std::string_view until_its_end) {
  survey seen;
  foreign_.clear(until_its_end);
  anchors_ = 0;
  const auto cut_by_window = [&seen](std::size_t at, passing kind) {
    seen.reaches_out = at;
    seen.kind = kind;
    return seen;
  };
  for (std::size_t at = window.find('<'); at < window.size(); at = window.find('<', at)) {
    const markup found = read_markup(window, at, xml_ || foreign_.allows_cdata());
    if (found.kind == markup_kind::tag) {
      const std::size_t end = read_tag(window, at, tag_);
      if (end == unfinished) return cut_by_window(at, passing::tag);
      const std::size_t behind = after_tag(window, at, end, seen);
      if (behind == unfinished) return cut_by_window(at, passing::raw_text);
      at = behind;
      continue;
    }
    if (found.kind != markup_kind::text && found.end == window.size()) {
      if (found.kind == markup_kind::cdata) return cut_by_window(at, passing::cdata);
      const bool comment = window.substr(at).starts_with("<!--");
      return cut_by_window(at, comment ? passing::comment : passing::declaration);
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
  bool good = tag_.closing || tag_.self_closing;
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
    good = anchors_ == 0 && foreign_.empty();
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
    good = anchors_ == 0 && foreign_.empty() && element != html_element::wbr;
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
  if (good) seen.clean = end;
  return end;
}

void markup_window_splitter::note_base(const html_attribute* base, std::size_t end, survey& seen) const {
  if (base == nullptr || has_base_ || seen.base_end != none) return;
  seen.base = base->value;
  seen.base_end = end;
}

// Skips bytes of an oversized construct; returns the number of bytes of `left` that are done.
std::size_t markup_window_splitter::pass(std::string_view left, bool last) {
  // The end mark of a comment, section or element may be cut at the end of the bytes.
  const auto until = [&](std::size_t found, std::size_t behind, std::size_t held) {
    if (found < left.size()) {
      passing_ = passing::nothing;
      return found + behind;
    }
    return last ? left.size() : left.size() - std::min(left.size(), held);
  };
  switch (passing_) {
    case passing::comment:
      return until(find_comment_end(left.data(), left.size(), 0), 1, 3);
    case passing::declaration:
      return until(left.find('>'), 1, 0);
    case passing::cdata:
      return until(left.find("]]>"), 3, 2);
    case passing::raw_text:
      return pass_raw_text(left, last);
    case passing::tag:
      return pass_tag(left);
    case passing::nothing:
    case passing::everything:
      break;
  }
  return left.size();
}

std::size_t markup_window_splitter::pass_raw_text(std::string_view left, bool last) {
  const text_mode mode = raw_name_ == "plaintext" ? text_mode::plaintext : text_mode::rawtext;
  const std::size_t end = raw_text_end(left, 0, raw_name_, mode);
  if (end < left.size()) passing_ = passing::nothing;
  const std::size_t held = std::min(left.size(), raw_name_.size() + 2);  // "</name" may be cut
  return end < left.size() ? end : last ? left.size() : left.size() - held;
}

// Skips a tag byte by byte (HTML standard, sections 13.2.5.8 and 13.2.5.32 to 13.2.5.40).
std::size_t markup_window_splitter::pass_tag(std::string_view left) {
  for (std::size_t at = 0; at < left.size(); ++at) {
    const char c = left[at];
    const bool blank = bytes::html_space.contains(c);
    if (part_ == tag_part::quoted) {
      at = std::min(left.find(quote_, at), left.size());
      if (at < left.size()) part_ = tag_part::before_name;
      continue;
    }
    if (c == '>') {
      passing_ = passing::nothing;
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
  const bool tells_base = seen.base_end <= end;
  if (tells_base && begun_) now.counted.pass_over("html", "late-base");
  emit(now, end);
  if (!tells_base) return;
  has_base_ = true;
  // An empty base also counts, so store a blank, which resolves the same.
  store_base(seen.base.empty() ? " " : seen.base);
}

void markup_window_splitter::emit(split_call& now, std::size_t size) {
  slice made;
  made.type = type_;
  made.bytes = now.bytes.substr(now.done, size);
  made.offset = now.offset + now.done;
  made.continues = begun_;
  made.kept = kept_;
  std::string_view kept = *kept_;
  const auto next = [&kept](std::size_t length) {
    const std::string_view part = kept.substr(0, length);
    kept.remove_prefix(length);
    return part;
  };
  made.target = next(target_.size());
  made.media_type = next(media_type_.size());
  made.location = next(location_.size());
  made.head = next(head_.size());
  made.page_base = kept;
  begun_ = true;
  now.out.push_back(made);
  now.done += size;
}

void markup_window_splitter::store_base(std::string_view base) {
  std::string all = target_ + media_type_ + location_ + head_;
  all += base;
  kept_ = std::make_shared<const std::string>(std::move(all));
}

}  // namespace urlsieve
