// A reference: a link as written, before resolution and normalization.
#ifndef URLSIEVE_REFERENCE_HPP
#define URLSIEVE_REFERENCE_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace urlsieve {

// The delimiter of a reference in text (Appendix E of both drafts).
enum class delimiter : std::uint8_t {
  none,        // not found in running text
  angle,       // in angle brackets
  quoted,      // in double quotes
  bare,        // ended by white space or punctuation
  prefixed,    // after "URL:"
  abbreviated  // without a scheme: "www.example.com/x"
};

// Returns the name of a delimiter in the column `delimited`; empty for delimiter::none.
[[nodiscard]] constexpr std::string_view name_of(delimiter kind) {
  constexpr std::string_view names[] = {"", "angle", "quoted", "bare", "prefixed", "abbreviated"};
  return names[static_cast<unsigned>(kind)];
}

// Properties of a reference or its URL, as bits. The names are those of the column `flags`.
namespace flag {
inline constexpr std::uint16_t ambiguous_hyphen = 1U << 0;  // url-syntax-05 Appendix E: a "-" at a line break
inline constexpr std::uint16_t repaired = 1U << 1;          // contained characters that the syntax excludes
inline constexpr std::uint16_t userinfo = 1U << 2;          // rfc2396bis-01 section 7.4
inline constexpr std::uint16_t misleading_userinfo = 1U << 3;  // section 7.5: the userinfo looks like a host
inline constexpr std::uint16_t odd_port = 1U << 4;             // section 7.2: not the default port
inline constexpr std::uint16_t rare_ip = 1U << 5;              // section 7.3: IPv4 in an unusual notation
inline constexpr std::uint16_t escaped_control = 1U << 6;      // section 7.2: %00-%1F, %7F
inline constexpr std::uint16_t reg_name = 1U << 7;             // a host that is neither hostname nor address
inline constexpr std::uint16_t refanged = 1U << 8;  // restored from a defanged form ("hxxp", "[.]")
inline constexpr std::uint16_t joined = 1U << 9;    // a bare URL joined across a hard wrap

struct named {
  std::uint16_t bit;
  std::string_view name;
};
inline constexpr std::array<named, 10> names{{{ambiguous_hyphen, "ambiguous-hyphen"},
                                              {repaired, "repaired"},
                                              {userinfo, "userinfo"},
                                              {misleading_userinfo, "misleading-userinfo"},
                                              {odd_port, "odd-port"},
                                              {rare_ip, "rare-ip"},
                                              {escaped_control, "escaped-control"},
                                              {reg_name, "reg-name"},
                                              {refanged, "refanged"},
                                              {joined, "joined"}}};

// Returns the flag called `name`, or nullptr.
[[nodiscard]] constexpr const named* find(std::string_view name) {
  for (const named& row : names)
    if (row.name == name) return &row;
  return nullptr;
}

// Calls `take` with the name of each flag in `bits`, in the order of `names`.
template <class Take>
constexpr void each_name(std::uint16_t bits, Take&& take) {
  for (const named& row : names)
    if ((bits & row.bit) != 0) take(row.name);
}
}  // namespace flag

// A reference with its context. Views point into the document's body, static storage, or the finder's arena.
struct reference {
  std::string_view raw;        // as written: wrappers and inner white space removed, character references
                               // decoded, nothing repaired
  std::string_view where;      // "text", "a@href", "css" ...
  std::uint32_t position = 0;  // byte offset of the first character in the document's body; in the body
                               // decoded to UTF-8 if its charset requires decoding (UTF-16, GBK ...)
  std::uint16_t flags = 0;     // of namespace flag; a finder sets ambiguous_hyphen, refanged and joined only
  delimiter delimited = delimiter::none;
  bool empty_is_base = false;  // an empty value denotes the base (form@action, img@src)
};

}  // namespace urlsieve

#endif
