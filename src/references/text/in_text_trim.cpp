#include "src/references/text/in_text_trim.hpp"

#include <algorithm>
#include <utility>

#include "src/references/text/in_text_character.hpp"
#include "src/references/text/in_text_schemes.hpp"
#include "src/text/npos.hpp"
#include "src/text/scan/byte_class.hpp"

namespace urlsieve {
namespace {

class end_trimmer {
 public:
  end_trimmer(std::string_view text, std::size_t start, std::size_t end, const trim_limits& limits)
      : text_(text), start_(start), end_(end), limits_(limits) {}

  std::size_t trim() {
    cut_open_bracket();
    while (end_ > limits_.floor && step()) {
    }
    return end_;
  }

 private:
  // Removes one piece. Returns false if nothing is to be removed.
  bool step() {
    const char last = text_[end_ - 1];
    switch (last) {
      case '.':
      case ',':
      case ';':
      case ':':
      case '!':
      case '?':
      case '|':
      case '*':
      case '@':
      case '(':
      case '[':
      case '{':
        return drop(1);
      case '\'':
        if (!odd_apostrophes()) return false;
        --apostrophes_;
        return drop(1);
      case '~':
        return drop_emphasis(last) || (has_bytes(2) && text_[end_ - 2] == '~' && drop(2));
      case '=':
      case '+':
        return drop_emphasis(last);
      case 's':
        if (!has_bytes(3) || text_[end_ - 2] != '\'' || text_[end_ - 3] != '/') return false;
        if (apostrophes_ > 0) --apostrophes_;
        return drop(2);
      case ']':
        return drop_label();
      case '-':
      case '_':
        return end_ <= limits_.host_end && drop(1);
      default:
        return bytes::non_ascii.contains(last) &&
               drop(end_ - sentence_mark_before(text_, limits_.floor, end_));
    }
  }
  bool drop(std::size_t size) {
    end_ -= size;
    return size != 0;
  }
  [[nodiscard]] bool has_bytes(std::size_t size) const { return end_ - limits_.floor >= size; }

  // Removes the mark of "=https://a.example/=" (Org) once, if a blank or "(" precedes the other mark.
  bool drop_emphasis(char mark) {
    const bool begins = start_ != 0 && text_[start_ - 1] == mark &&
                        (start_ == 1 || (bytes::text_space | byte_set("(")).contains(text_[start_ - 2]));
    return begins && !std::exchange(emphasis_dropped_, true) && drop(1);
  }

  bool odd_apostrophes() {
    if (apostrophes_ < 0)
      apostrophes_ = std::count(text_.begin() + static_cast<std::ptrdiff_t>(start_),
                                text_.begin() + static_cast<std::ptrdiff_t>(end_), '\'');
    return apostrophes_ % 2 != 0;
  }

  // Returns the beginning of the query or fragment. Computed once, because later trimming removes text
  // behind this place, or the whole query or fragment.
  std::size_t path_end() {
    if (path_end_ == 0)
      path_end_ = std::min(text_.substr(0, end_).find_first_of("?#", limits_.authority_end), end_);
    return path_end_;
  }

  // Ends "https://a.example/x[two words]" (AsciiDoc) before a bracket that opens in the path and does not
  // close in the URL.
  void cut_open_bracket() {
    const std::string_view url = text_.substr(0, end_);
    std::size_t at = url.find('[', limits_.authority_end);
    if (at == npos) return;
    const std::size_t path = path_end();
    std::size_t depth = 0;
    std::size_t first = npos;  // the bracket that ended the last balanced state
    for (; at < end_; at = url.find_first_of("[]", at + 1)) {
      if (url[at] == '[') {
        if (depth == 0 && at >= path) break;
        if (depth++ == 0) first = at;
      } else if (depth != 0) {
        --depth;
      }
    }
    if (depth != 0) end_ = std::max(first, limits_.floor);
  }

  // Removes "[label]" (AsciiDoc) or "[1]" after a path.
  bool drop_label() {
    std::size_t depth = 0;
    for (std::size_t at = end_; at > limits_.authority_end; --at) {
      if (text_[at - 1] == ']') ++depth;
      if (text_[at - 1] != '[' || --depth != 0) continue;
      return at > limits_.floor && at - 1 < path_end() && drop(end_ - (at - 1));
    }
    return false;
  }

  std::string_view text_;
  std::size_t start_;
  std::size_t end_;
  trim_limits limits_;
  std::size_t path_end_ = 0;         // 0: not computed yet
  std::ptrdiff_t apostrophes_ = -1;  // -1: not counted yet
  bool emphasis_dropped_ = false;
};

}  // namespace

std::size_t trim_end(std::string_view text, std::size_t start, std::size_t end, const trim_limits& limits) {
  return end_trimmer(text, start, end, limits).trim();
}

}  // namespace urlsieve
