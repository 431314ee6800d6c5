// The search for a cut goes backwards from the end of the window: first to line ends, then to word ends. A
// "<" or double quote before a cut may have opened a URL that spans the cut. The search then continues before
// that opener, so each byte is examined a few times at most.
#include "src/documents/lines/plain_text.hpp"

#include <algorithm>
#include <string>

#include "src/documents/lines/last_line_end.hpp"
#include "src/text/encodings/utf8.hpp"
#include "src/text/lines/hard_wrap.hpp"
#include "src/text/npos.hpp"
#include "src/text/scan/byte_class.hpp"
#include "urlsieve/input_options.hpp"

namespace urlsieve {
namespace {

constexpr byte_set white_space{std::string_view(" \t\n\v\f\r")};

// Allowance for white space between "<URL:" and the URL.
constexpr std::size_t wrapper_slack = 256;

// The two bytes of U+00A0, a blank of wrapped URLs. They count separately, because additional openers only
// reduce cuts.
constexpr byte_set hard_space{std::string_view("\xC2\xA0")};

std::size_t skip_white(std::string_view text, std::size_t at) {
  while (at < text.size() && (white_space | hard_space).contains(text[at])) ++at;
  return at;
}

bool begins_url_prefix(std::string_view text) {
  return text.size() >= 4 && (text[0] | 0x20) == 'u' && (text[1] | 0x20) == 'r' && (text[2] | 0x20) == 'l' &&
         text[3] == ':';
}

// Returns true if a scheme and colon are at `at`, or if the text ends before a decision.
bool may_be_scheme(std::string_view text, std::size_t at) {
  if (at == text.size()) return true;
  if (!bytes::alpha.contains(text[at])) return false;
  while (at < text.size() && bytes::scheme_char.contains(text[at])) ++at;
  return at == text.size() || text[at] == ':';
}

// Returns true if a ">" closes the opener. A ">" at the start of a line may be a quote mark of mail and does
// not count.
bool closed_for_certain(std::string_view text, std::size_t opener) {
  constexpr byte_set before_quote_mark = byte_set(" \t\v\f|>") | hard_space;
  for (std::size_t close = text.find('>', opener); close != npos; close = text.find('>', close + 1)) {
    std::size_t at = close;
    while (before_quote_mark.contains(text[at - 1])) --at;
    if (text[at - 1] != '\n' && text[at - 1] != '\r') return true;
  }
  return false;
}

// Finds the last occurrence of a byte before a cut. Cuts must descend, so no byte is searched twice.
class last_place {
 public:
  explicit last_place(char byte) : byte_(byte) {}

  // Returns an offset in [from, cut), or npos.
  std::size_t find(std::string_view text, std::size_t from, std::size_t cut) {
    if (place_ >= cut) {
      const std::size_t upto = std::min(cut, searched_);
      place_ = npos;
      if (from < upto) {
        const std::size_t found = text.substr(from, upto - from).rfind(byte_);
        if (found != npos) place_ = from + found;
        searched_ = place_ == npos ? from : place_;
      }
    }
    return place_ >= from ? place_ : npos;
  }

 private:
  char byte_;
  std::size_t place_ = npos;
  std::size_t searched_ = npos;  // from this offset to the last cut, the byte occurs only at `place_`
};

class openers {
 public:
  // Returns the opener before `cut` that may still be open at `cut`, or npos.
  std::size_t open_before(std::string_view text, std::size_t cut, std::size_t reach) {
    const std::size_t from = cut > reach ? cut - reach : 0;
    const std::string_view before = text.substr(0, cut);
    const std::size_t quote = quotes_.find(text, from, cut);
    if (quote != npos && may_be_scheme(before, quote + 1)) return quote;
    const std::size_t angle = angles_.find(text, from, cut);
    if (angle == npos) return npos;
    std::size_t at = angle + 1;
    if (begins_url_prefix(before.substr(at))) at += 4;
    at = skip_white(before, at);
    return may_be_scheme(before, at) && !closed_for_certain(before, angle) ? angle : npos;
  }

 private:
  last_place quotes_{'"'};
  last_place angles_{'<'};
};

// Returns true if the line that ends at `cut` has only blanks.
bool after_empty_line(std::string_view text, std::size_t cut) {
  if (cut < 2 || text[cut - 1] != '\n') return false;
  std::size_t at = cut - 1;
  while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\t' || text[at - 1] == '\r')) --at;
  return at > 0 && text[at - 1] == '\n';
}

// Returns true if a bare URL may continue across `cut`, or if the extent of the line around `cut` is unknown.
bool may_cut_a_wrap(std::string_view text, std::size_t cut) {
  if (text[cut - 1] != '\n') {
    const std::string_view behind = text.substr(cut, hard_wrap::reach);
    const std::size_t from = cut - std::min(cut, hard_wrap::reach);
    const std::string_view around = text.substr(from, cut - from + behind.size());
    return around.size() < 2 * hard_wrap::reach || around.find('\n') != npos;
  }
  const std::size_t end = cut - (cut > 1 && text[cut - 2] == '\r' ? 2 : 1);
  std::string_view line = hard_wrap::line_before(text, end);
  if (!hard_wrap::is_wrapped_width(hard_wrap::width_of(line))) return false;
  line.remove_prefix(hard_wrap::prefix_of(line).size());
  const std::size_t blank = line.find_last_of(" \t");
  return blank == npos || line.find(':', blank) != npos;
}

// Returns the offset behind the last white space; 0 if there is none.
std::size_t last_word_end(std::string_view text) {
  std::size_t end = text.size();
  while (end > 0 && !white_space.contains(text[end - 1])) --end;
  return end;
}

// Returns the offset behind the last empty line in [from, cut), which closes all openers; 0 if there is none.
std::size_t last_empty_line_end(std::string_view text, std::size_t from, std::size_t cut, bool join_bare) {
  while (const std::size_t end = last_line_end(text.substr(from, cut - from))) {
    cut = from + end;
    if (after_empty_line(text, cut) && !(join_bare && may_cut_a_wrap(text, cut))) return cut;
    --cut;
  }
  return 0;
}

// Returns true if the bytes around `cut` are text in UTF-16.
bool is_in_utf16(std::string_view text, std::size_t cut) {
  constexpr std::size_t reach = 16;
  if ((cut < text.size() && text[cut] == '\0') || (cut > 1 && text[cut - 2] == '\0')) return true;
  const std::string_view around = text.substr(cut - std::min(cut, reach), 2 * reach);
  for (std::size_t nul = around.find('\0'); nul != npos; nul = around.find('\0', nul + 1))
    if (nul + 2 < around.size() && around[nul + 2] == '\0') return true;
  return false;
}

// Returns the offset behind the line end in little-endian UTF-16 whose line feed is the byte before `cut`; 0
// if a URL may span the offset, or if there is no line end.
std::size_t safe_utf16_cut(std::string_view text, std::size_t cut, std::size_t max_url, bool join_bare) {
  if (text[cut - 1] != '\n' || cut == text.size() || text[cut] != '\0') return 0;
  const std::size_t end = cut + 1;
  const std::size_t reach = max_url + wrapper_slack;
  std::string ascii(text.substr(end - std::min(end, 2 * reach), std::min(end, 2 * reach)));
  ascii.erase(std::remove(ascii.begin(), ascii.end(), '\0'), ascii.end());
  if (join_bare && may_cut_a_wrap(ascii, ascii.size())) return 0;
  return openers().open_before(ascii, ascii.size(), reach) == npos ? end : 0;
}

// Returns the last safe cut among the candidates of `end_before`, or behind an empty line; 0 if there is
// none.
template <class EndBefore>
std::size_t cut_after(std::string_view text, const EndBefore& end_before, std::size_t max_url,
                      bool join_bare) {
  openers known;
  std::size_t cut = text.size();
  while ((cut = end_before(text.substr(0, cut))) > 0) {
    if (is_in_utf16(text, cut)) {
      if (const std::size_t end = safe_utf16_cut(text, cut, max_url, join_bare)) return end;
      --cut;
      continue;
    }
    if (join_bare && may_cut_a_wrap(text, cut)) {
      --cut;
      continue;
    }
    if (after_empty_line(text, cut)) return cut;
    const std::size_t opener = known.open_before(text, cut, max_url + wrapper_slack);
    if (opener == npos) return cut;
    if (const std::size_t past = last_empty_line_end(text, opener, cut, join_bare)) return past;
    cut = opener;
  }
  return 0;
}

bool is_wide_slice(std::string_view text) {
  return text.starts_with("\xFE\xFF") || text.starts_with("\xFF\xFE") ||
         text.starts_with(std::string_view("\0\0\xFE\xFF", 4));
}

// Moves a forced cut so that it does not split a UTF-8 character.
std::size_t before_character(std::string_view text, std::size_t cut) {
  for (std::size_t back = 0; back < 4 && cut > back; ++back)
    if (!is_utf8_trail(text[cut - back])) return cut - back;
  return cut;
}

}  // namespace

plain_text_splitter::plain_text_splitter(const input_options& options, const text_search& text) {
  limits_.max_document = options.max_document;
  limits_.max_url = text.max_url;
  limits_.unescaping = rewriting_for(text.unescape);
  limits_.refang = text.refang;
  limits_.join_bare = text.join_bare;
}

std::size_t last_safe_cut(std::string_view text, std::size_t max_url, bool join_bare) {
  const std::size_t line = cut_after(text, last_line_end, max_url, join_bare);
  return line != 0 ? line : cut_after(text, last_word_end, max_url, join_bare);
}

// If the finder rewrites the text, the cut is searched in the rewritten text.
std::size_t plain_text_splitter::safe_cut(std::string_view window) {
  if (limits_.unescaping != rewriting::none) return safe_cut_rewritten(limits_.unescaping, window);
  if (limits_.refang) return safe_cut_rewritten(rewriting::refang, window);
  return last_safe_cut(window, limits_.max_url, limits_.join_bare);
}

std::size_t plain_text_splitter::safe_cut_rewritten(rewriting how, std::string_view window) {
  const bool is_last = how == rewriting::refang || !limits_.refang;
  const auto cut_of = [&](std::string_view text) {
    return is_last ? last_safe_cut(text, limits_.max_url, limits_.join_bare)
                   : safe_cut_rewritten(rewriting::refang, text);
  };
  const std::size_t upto = decided(how, window);
  if (!changes_anything(how, window)) return cut_of(window.substr(0, upto));
  std::vector<char>& rewritten = rewritten_[how == rewriting::refang ? 1 : 0];
  if (rewritten.size() < rewritten_capacity(window.size()))
    rewritten.resize(rewritten_capacity(window.size()));
  const std::size_t cut = cut_of({rewritten.data(), rewrite(how, window, upto, rewritten.data())});
  return cut == 0 ? 0 : rewritten_places(how, window).source_end_of(cut);
}

std::size_t plain_text_splitter::split_at_pause(std::string_view bytes, std::uint64_t offset,
                                                std::vector<slice>& out) {
  if (!knows_encoding_ || wide_) return 0;
  std::size_t cut = 0;
  // Cut at the last line end, then at the last word end in the incomplete line.
  while (const std::size_t next = safe_cut(bytes.substr(cut))) cut += next;
  if (cut != 0) emit(bytes.substr(0, cut), offset, out);
  return cut;
}

// Rewritten text cannot be cut independently, because a rewriting that spans a cut could begin at any earlier
// byte.
std::unique_ptr<splitter> plain_text_splitter::fork_at_cut() const {
  if (!has_emitted_ || wide_ || limits_.unescaping != rewriting::none || limits_.refang) return nullptr;
  return std::make_unique<plain_text_splitter>(*this);
}

std::size_t plain_text_splitter::last_cut(std::string_view bytes) const {
  const std::size_t cut = last_safe_cut(bytes, limits_.max_url, limits_.join_bare);
  return cut > cut_context_size() ? cut : 0;
}

std::size_t plain_text_splitter::cut_context_size() const {
  return limits_.max_url + wrapper_slack + 2 * hard_wrap::reach;
}

void plain_text_splitter::emit(std::string_view window, std::uint64_t offset, std::vector<slice>& out) {
  slice window_slice;
  window_slice.bytes = window;
  window_slice.offset = offset;
  window_slice.continues = has_emitted_;
  has_emitted_ = true;
  out.push_back(window_slice);
}

splitter::progress plain_text_splitter::split_wide(std::string_view bytes, std::uint64_t offset, bool last,
                                                   std::string_view input, std::vector<slice>& out,
                                                   stats& counted) {
  if (skipping_) return {bytes.size(), 0};
  if (bytes.size() > limits_.max_document) {
    counted.damaged_at(damage::too_large, input, offset,
                       "a text in UTF-16 or UTF-32 larger than the largest document");
    skipping_ = true;
    return {bytes.size(), 0};
  }
  if (!last) return {0, limits_.max_document + 1};
  if (!bytes.empty()) emit(bytes, offset, out);
  return {bytes.size(), 0};
}

splitter::progress plain_text_splitter::split(std::string_view bytes, std::uint64_t offset, bool last,
                                              std::string_view input, std::vector<slice>& out,
                                              stats& counted) {
  if (!knows_encoding_) {
    if (bytes.size() < 4 && !last) return {0, 4};
    wide_ = is_wide_slice(bytes);
    knows_encoding_ = true;
  }
  if (wide_) return split_wide(bytes, offset, last, input, out, counted);
  std::size_t consumed = 0;
  while (true) {
    const std::string_view left = bytes.substr(consumed);
    std::size_t cut = 0;
    std::size_t window = std::min(limits_.window, limits_.max_document);
    while (left.size() > window && cut == 0) {
      cut = safe_cut(left.substr(0, window));
      if (cut != 0) break;
      if (window == limits_.max_document) {
        cut = before_character(left, window);
        break;
      }
      window = std::min(2 * window, limits_.max_document);
    }
    if (cut == 0) {
      if (!last) return {consumed, window + 1};
      if (!left.empty()) emit(left, offset + consumed, out);
      return {bytes.size(), 0};
    }
    emit(left.substr(0, cut), offset + consumed, out);
    consumed += cut;
  }
}

}  // namespace urlsieve
