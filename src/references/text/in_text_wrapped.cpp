// Reads in one pass from the candidate to the closing character. A "<" ends the attempt, so attempts in one
// text do not overlap.
#include "src/references/text/in_text_wrapped.hpp"

#include <cstring>

#include "src/references/text/in_text_character.hpp"
#include "src/text/ascii.hpp"
#include "src/text/npos.hpp"
#include "src/text/scan/byte_class.hpp"

namespace urlsieve {
namespace {

bool is_line_break(std::string_view text, std::size_t at) {
  return text[at] == '\n' || (text[at] == '\r' && !(at + 1 < text.size() && text[at + 1] == '\n'));
}

// Characters after which URLs are usually broken, so a blank after them comes from line wrapping.
constexpr byte_set natural_break{std::string_view("/.-?&=#%_~+")};

// Returns the beginning of the blank or half line break right before `end`; `end` if none.
std::size_t space_before(std::string_view text, std::size_t end) {
  if (end > 0 && bytes::text_space.contains(text[end - 1])) return end - 1;
  return end > 1 && is_hard_space(text, end - 2) ? end - 2 : end;
}

std::size_t skip_blanks(std::string_view text, std::size_t at) {
  while (at < text.size())
    if (text[at] == ' ' || text[at] == '\t')
      ++at;
    else if (is_hard_space(text, at))
      at += 2;
    else
      break;
  return at;
}

// True if another URL begins at `at`, with its scheme and "://".
bool scheme_begins(std::string_view text, std::size_t at) {
  if (!bytes::alpha.contains(text[at])) return false;
  while (at < text.size() && bytes::scheme_char.contains(text[at])) ++at;
  return text.substr(at).starts_with("://");
}

}  // namespace

std::size_t skip_gap(std::string_view text, std::size_t at, bool& line_break) {
  line_break = false;
  while (true) {
    at = skip_blanks(text, at);
    if (at == text.size() || !bytes::text_space.contains(text[at])) return at;
    if (is_line_break(text, at)) {
      if (line_break) return npos;
      line_break = true;
    }
    ++at;
  }
}

wrapper wrapper_before(std::string_view text, std::size_t start) {
  std::size_t at = start;
  bool line_break = false;
  while (start - at <= longest_wrapper_blanks) {
    const std::size_t space = space_before(text, at);
    if (space == at) break;
    at = space;
    if (!is_line_break(text, at)) continue;
    if (line_break) return {};
    line_break = true;
  }
  if (at == 0 || start - at > longest_wrapper_blanks) return {};
  if (text[at - 1] == '<') return {true, false};
  const bool prefixed = at >= 5 && text[at - 5] == '<' && ascii::same(text.substr(at - 4, 4), "url:");
  return {prefixed, prefixed};
}

void text_unwrapper::append(std::string_view bytes, arena& decoded) {
  if (joined_ == nullptr) joined_ = decoded.reserve(2 * capacity());
  std::memcpy(joined_ + size_, bytes.data(), bytes.size());
  size_ += bytes.size();
}

// Removes the white space at `at` and quote prefixes after a line break. Returns the position where the URL
// continues, or npos.
std::size_t text_unwrapper::join_gap(std::string_view text, const text_candidate& candidate, char closer,
                                     std::size_t at) {
  bool line_break = false;
  std::size_t next = skip_gap(text, at, line_break);
  if (next == npos || next == text.size()) return npos;
  if (text[next] == closer && !(line_break && closer == '>')) return next;
  if (line_break) {
    if (last_ == '-') hyphens_.push_back(size_ - 1);
    if (text[next] == '>' && closer == '>' && brackets_.balanced()) {
      const closing here{next, size_};
      if (quote_closes_[0].at == npos) quote_closes_[0] = here;
      quote_closes_[1] = here;
    }
    while (next < text.size() && (text[next] == '>' || text[next] == '|')) next = skip_blanks(text, next + 1);
    if (next == text.size() || bytes::text_space.contains(text[next])) return npos;
  } else if (!options_.join_spaces && !natural_break.contains(last_)) {
    const bool after_scheme = size_ == candidate.colon + 1 - candidate.start;
    if (!after_scheme || !(is_opaque(candidate.kind) || candidate.url_prefix)) return npos;
  }
  return scheme_begins(text, next) ? npos : next;
}

// Joins the URL up to the closing character.
bool text_unwrapper::join(std::string_view text, const text_candidate& candidate, char closer, arena& decoded,
                          closing& end) {
  std::size_t at = candidate.start;
  while (at < text.size() && at - candidate.start <= options_.max_url) {
    const char c = text[at];
    if (c == closer) {
      end = {at, size_};
      return brackets_.balanced();
    }
    if (bytes::text_space.contains(c) || is_hard_space(text, at)) {
      const std::size_t next = join_gap(text, candidate, closer, at);
      if (next == npos) return false;
      if (text[next] == closer) {
        end = {next, size_};
        return brackets_.balanced();
      }
      if (joined_ == nullptr) {
        const std::string_view before = text.substr(candidate.start, size_);
        size_ = 0;
        append(before, decoded);
      }
      at = next;
      continue;
    }
    std::size_t length = c == '|' ? 0 : url_character(text, at);
    if (length == 0) {
      const bracket found = find_bracket(text, at);
      if (found.size == 0 || !brackets_.count(found, at)) return false;
      length = found.size;
    }
    if (joined_ == nullptr)
      size_ += length;
    else
      append(text.substr(at, length), decoded);
    last_ = c;
    at += length;
  }
  return false;
}

// Copies `url` without the hyphens at line breaks.
std::size_t text_unwrapper::without_hyphens(std::string_view url, char* out) const {
  std::size_t written = 0;
  std::size_t from = 0;
  const auto copy_to = [&](std::size_t to) {
    std::memcpy(out + written, url.data() + from, to - from);
    written += to - from;
    from = to + 1;
  };
  for (const std::size_t hyphen : hyphens_)
    if (hyphen + 1 < url.size()) copy_to(hyphen);
  copy_to(url.size());
  return written;
}

bool text_unwrapper::accept(std::string_view text, const text_candidate& candidate, char closer, closing end,
                            arena& decoded, unwrapped_text& found) {
  if (end.at == npos || end.at - candidate.start > options_.max_url) return false;
  std::string_view url(joined_ != nullptr ? joined_ : text.data() + candidate.start, end.size);
  if (closer == '"')
    while (!url.empty() && (url.back() == '.' || url.back() == ',' || url.back() == ';'))
      url.remove_suffix(1);
  const bool ambiguous = !hyphens_.empty() && hyphens_.front() + 1 < url.size();
  if (ambiguous && options_.hyphen == hyphen_choice::drop)
    url = {joined_ + capacity(), without_hyphens(url, joined_ + capacity())};
  if (check_whole(url, candidate) != rejection::none) return false;
  if (joined_ != nullptr && url.data() != joined_) std::memcpy(joined_, url.data(), url.size());
  found = {joined_ != nullptr ? decoded.commit(url.size()) : url, {}, end.at, ambiguous};
  if (ambiguous && options_.hyphen == hyphen_choice::both) {
    char* const out = decoded.reserve(found.url.size());
    const std::string_view dropped(out, without_hyphens(found.url, out));
    if (check_whole(dropped, candidate) == rejection::none) found.alternate = decoded.commit(dropped.size());
  }
  return true;
}

bool text_unwrapper::unwrap(std::string_view text, const text_candidate& candidate, char closer,
                            arena& decoded, unwrapped_text& found) {
  joined_ = nullptr;
  size_ = 0;
  last_ = 0;
  hyphens_.clear();
  brackets_ = {};
  quote_closes_ = {};
  closing end;
  if (join(text, candidate, closer, decoded, end) && accept(text, candidate, closer, end, decoded, found))
    return true;
  // Otherwise a ">" at the beginning of a line may be the closing character instead of a mail quote.
  return accept(text, candidate, closer, quote_closes_[1], decoded, found) ||
         accept(text, candidate, closer, quote_closes_[0], decoded, found);
}

}  // namespace urlsieve
