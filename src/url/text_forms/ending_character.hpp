// The characters beyond ASCII that end a URL in text (url-syntax-05 Appendix E; RFC 3987 section 2.2 without
// punctuation and blanks), and the brackets of CJK text, which end a URL unless they enclose a part of it.
#ifndef URLSIEVE_URL_TEXT_FORMS_ENDING_CHARACTER_HPP
#define URLSIEVE_URL_TEXT_FORMS_ENDING_CHARACTER_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace urlsieve {

struct character_range {
  char32_t first;
  char32_t last;
};

// Returns true if one of the ascending `ranges` holds `character`.
template <std::size_t size>
constexpr bool is_among(const std::array<character_range, size>& ranges, char32_t character) {
  for (const character_range& range : ranges)
    if (character <= range.last) return character >= range.first;
  return false;
}

// Blanks, quotation marks, brackets, box drawing characters, and CJK punctuation with its full-width forms.
inline constexpr std::array ending_ranges{
    character_range{0x0080, 0x00A0}, character_range{0x00AB, 0x00AB}, character_range{0x00BB, 0x00BB},
    character_range{0x1680, 0x1680}, character_range{0x2000, 0x200B}, character_range{0x200E, 0x200F},
    character_range{0x2018, 0x201F}, character_range{0x2026, 0x2026}, character_range{0x2028, 0x202F},
    character_range{0x2039, 0x203A}, character_range{0x205F, 0x2060}, character_range{0x2066, 0x2069},
    character_range{0x2329, 0x232A}, character_range{0x2500, 0x257F}, character_range{0x2768, 0x2775},
    character_range{0x27E6, 0x27EF}, character_range{0x2983, 0x2998}, character_range{0x3000, 0x3003},
    character_range{0x3008, 0x3011}, character_range{0x3014, 0x301F}, character_range{0xFEFF, 0xFEFF},
    character_range{0xFF01, 0xFF02}, character_range{0xFF08, 0xFF09}, character_range{0xFF0C, 0xFF0C},
    character_range{0xFF0E, 0xFF0E}, character_range{0xFF1A, 0xFF1B}, character_range{0xFF1F, 0xFF1F},
    character_range{0xFF3B, 0xFF3B}, character_range{0xFF3D, 0xFF3D}, character_range{0xFF5B, 0xFF5B},
    character_range{0xFF5D, 0xFF65},
};

// Returns true if the non-ASCII `character` ends a URL in text.
constexpr bool ends_url(char32_t character) {
  return is_among(ending_ranges, character);
}

// A bracket of CJK text. A bracket ends a URL unless the URL also holds the other bracket of the pair.
inline constexpr std::size_t bracket_pairs = 15;
inline constexpr std::size_t bracket_size = 3;  // in UTF-8
struct bracket {
  std::size_t pair = 0;  // number of the pair, below bracket_pairs; equal for both brackets of a pair
  bool opens = false;
  std::size_t size = 0;  // 0: no bracket
};
// Returns the bracket at `at`; size 0 if another character is there. Requires: at < text.size().
[[nodiscard]] bracket find_bracket(std::string_view text, std::size_t at);

// Counts the brackets of a URL from left to right, each pair separately.
class bracket_balance {
 public:
  // Counts the bracket at `at`. Returns false if the bracket closes a pair that is not open.
  bool count(const bracket& found, std::size_t at) {
    if (!found.opens && depth_[found.pair] == 0) return false;
    if (found.opens && open_++ == 0) first_ = at;
    if (!found.opens) --open_;
    depth_[found.pair] += found.opens ? 1U : ~std::uint32_t{0};
    return true;
  }
  [[nodiscard]] bool balanced() const { return open_ == 0; }
  // Returns the position of the bracket that ended the last balanced state. Requires: !balanced().
  [[nodiscard]] std::size_t first_open() const { return first_; }

 private:
  std::array<std::uint32_t, bracket_pairs> depth_{};
  std::size_t open_ = 0;
  std::size_t first_ = 0;
};

// The place of a value without ASCII blanks: prose ("message"), or another member or a line, whose value may
// be an IRI with punctuation, such as the address of an article by its title.
enum class alone_in : std::uint8_t { prose, value };

// Returns true if text probably follows the URL at the front of `value`: a blank beyond ASCII, another URL
// directly behind a mark of punctuation, or such marks that ends_url(): one in prose, two in another value.
// An apostrophe U+2019 between letters, quotation marks and CJK brackets in pairs, and ill-formed UTF-8 do
// not count.
[[nodiscard]] bool has_text_behind_url(std::string_view value, alone_in place);

// Returns true for the name of a member or element that holds prose: "message", "content".
[[nodiscard]] bool is_name_of_prose(std::string_view name);

}  // namespace urlsieve

#endif
