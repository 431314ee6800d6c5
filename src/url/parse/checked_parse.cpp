// The maps of copy_and_classify() exclude bytes that are valid anywhere. The remaining bytes are delimiters
// ("?", "#", ":", "@") or depend on their neighbors (the "%" of an escape). A URL other than
// "scheme://plain-host..." takes the slow path: parse() and is_valid().
#include "src/url/parse/checked_parse.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "src/text/scan/byte_class.hpp"
#include "src/text/scan/copy_and_classify.hpp"
#include "src/url/parse/parse.hpp"
#include "src/url/parse/validity.hpp"
#include "src/url/percent.hpp"

namespace urlsieve {

namespace {

// Bytes that are valid anywhere in a reg-name, path, query or fragment, and "/".
constexpr byte_set anywhere = bytes::unreserved | bytes::sub_delims | byte_set("/");
constexpr byte_classes parse_terms{rows_of(anywhere), rows_of(bytes::hexdig), {'/', '%', '?'}};

// Returns the offset after "//" of an authority that follows a valid scheme; 0 if there is none.
std::size_t behind_scheme(std::string_view reference, const class_maps& maps) {
  constexpr std::uint64_t secure = 0x2F2F3A7370747468;  // "https://", the first byte lowest
  constexpr std::uint64_t plain = 0x002F2F3A70747468;   // "http://"
  constexpr std::uint64_t seven_bytes = 0x00FFFFFFFFFFFFFF;
  constexpr std::uint64_t four_letters = 0x20202020;  // convert to lower case
  constexpr std::uint64_t fifth_letter = 0x2000000000;
  if (reference.size() < 10) return 0;
  std::uint64_t front;
  std::memcpy(&front, reference.data(), sizeof(front));
  front |= four_letters;
  if constexpr (std::endian::native == std::endian::little) {
    const bool is_secure = (front | fifth_letter) == secure;
    if (is_secure || (front & seven_bytes) == plain) return is_secure ? 8 : 7;
  }
  const std::uint64_t marked = maps.outside_first[0] | maps.marks[0][0];
  const auto colon = static_cast<std::size_t>(std::countr_zero(marked));
  if (colon == 0 || colon + 2 >= std::min<std::size_t>(reference.size(), 60)) return 0;
  return scheme_length(reference) == colon && reference.substr(colon + 1).starts_with("//") ? colon + 3 : 0;
}

// The bytes of a window that need a check: all except the first "?" and escapes with visible digits.
struct unchecked_bytes {
  text_map suspects;
  text_map marks;

  unchecked_bytes(const class_maps& maps, std::size_t left) : marks(maps.marks[2]) {
    const text_map& percents = maps.marks[1];
    const text_map& hex = maps.outside_second;
    //   text      a % 4 1 b % z
    //   "%"       . 1 . . . 1 .
    //   no hex    . 1 . . . 1 1      outside_second
    //   incompl.  1 . . 1 1 1 1      no hex digit one or two places on, or the end
    //   open      . . . . . 1 .      "%" & incomplete
    const std::uint64_t incomplete =
        hex[0] >> 1U | hex[0] >> 2U | hex[1] << 63U | hex[1] << 62U | last_two(left);
    const std::uint64_t incomplete_end =
        hex[1] >> 1U | hex[1] >> 2U | std::uint64_t{3} << 62U | (left > 64 ? last_two(left - 64) : 0);
    suspects[0] = maps.outside_first[0] & ~marks[0] & (~percents[0] | incomplete);
    suspects[1] = maps.outside_first[1] & ~marks[1] & (~percents[1] | incomplete_end);
  }

  // Returns the bits of the text's last two bytes, if they are among the next 64.
  static std::uint64_t last_two(std::size_t left) {
    if (left > 65) return 0;
    return left >= 2 ? std::uint64_t{3} << (left - 2) : std::uint64_t{1};
  }
};

// Checks the open questions after a plain authority one by one.
class parse_examiner {
 public:
  parse_examiner(std::string_view text, checked_url& url) : text_(text), url_(url) {}

  void window(std::size_t from, const unchecked_bytes& unchecked) {
    for (std::size_t word = 0; word < 2; ++word)
      for (std::uint64_t bits = unchecked.suspects[word] | unchecked.marks[word]; bits != 0; bits &= bits - 1)
        look(from + word * 64 + static_cast<std::size_t>(std::countr_zero(bits)));
  }

 private:
  void look(std::size_t place) {
    std::uint32_t& query = url_.at.query;
    std::uint32_t& fragment = url_.at.fragment;
    switch (text_[place]) {
      case ':':
      case '@':
        break;
      case '?':
        if (query == url_offsets::omitted && fragment == url_offsets::omitted)
          query = static_cast<std::uint32_t>(place);
        break;
      case '%':
        url_.valid &= is_escape(text_, place);
        break;
      case '#':
        url_.valid &= fragment == url_offsets::omitted;
        if (fragment == url_offsets::omitted) fragment = static_cast<std::uint32_t>(place);
        break;
      default:
        url_.valid = false;
    }
  }

  std::string_view text_;
  checked_url& url_;
};

std::uint32_t first_or_omitted(const text_map& map) {
  if ((map[0] | map[1]) == 0) return url_offsets::omitted;
  return static_cast<std::uint32_t>(map[0] != 0 ? std::countr_zero(map[0]) : 64 + std::countr_zero(map[1]));
}

// Fills `url`; returns false if the authority is not plain or absent. Inlined, because a call would cost a
// tenth of the sweep.
[[gnu::always_inline]] inline bool sweep_plain(std::string_view reference, checked_url& url) {
  if (reference.empty()) return false;
  char copied[class_window];
  class_maps maps;
  copy_and_classify(reference.data(), std::min(reference.size(), class_window), parse_terms, copied, maps);
  const std::size_t authority = behind_scheme(reference, maps);
  if (authority == 0) return false;
  // A plain host is a reg-name. The slow path handles userinfo, port, escapes and brackets.
  const std::uint64_t ends = (maps.outside_first[0] | maps.marks[0][0]) >> authority << authority;
  if (ends == 0 && reference.size() >= 64) return false;
  const std::size_t path = ends == 0 ? reference.size() : static_cast<std::size_t>(std::countr_zero(ends));
  const char end = path < reference.size() ? reference[path] : '/';
  if (end != '/' && end != '?' && end != '#') return false;
  url.valid = true;
  url.at.scheme_end = static_cast<std::uint32_t>(authority - 3);
  url.at.authority = url.at.host = static_cast<std::uint32_t>(authority);
  url.at.path = static_cast<std::uint32_t>(path);
  url.at.size = static_cast<std::uint32_t>(reference.size());
  unchecked_bytes unchecked(maps, reference.size());
  unchecked.suspects[0] &= ~std::uint64_t{0} << path;
  if ((unchecked.suspects[0] | unchecked.suspects[1]) == 0 && reference.size() <= class_window) {
    url.at.query = first_or_omitted(unchecked.marks);
    return true;
  }
  parse_examiner rest(reference, url);
  rest.window(0, unchecked);
  for (std::size_t from = class_window; from < reference.size(); from += class_window) {
    const std::string_view left = reference.substr(from);
    copy_and_classify(left.data(), std::min(left.size(), class_window), parse_terms, copied, maps);
    rest.window(from, unchecked_bytes(maps, left.size()));
  }
  return true;
}

}  // namespace

checked_url checked_parse(std::string_view reference) {
  checked_url url;
  if (sweep_plain(reference, url)) return url;
  url.at = parse(reference);
  url.valid = is_valid(url_view::at(reference.data(), url.at));
  return url;
}

std::optional<url_offsets> parse_if_plain(std::string_view reference) {
  checked_url url;
  if (!sweep_plain(reference, url) || !url.valid) return std::nullopt;
  return url.at;
}

}  // namespace urlsieve
