// URLs that were written harmless, so that nobody follows them by mistake ("defanged": "hxxp://",
// "example[.]com"), and what they were before.
//
// What is read as such: schemes with "x" or "*" for "t" or "p" (hxxp, hxxps, h**p, fxp, ftx, sfxp); between
// scheme and host "[:]//", "[://]", "[:][/][/]", ":\\", "__", ":__", and a bracket or blanks that stand
// before the host; for a dot "[.]", "(.)", "{.}", "[dot]", "(dot)", "{dot}", brackets doubled, left open or
// only closed, blanks in and around them, "\.", a katakana middle dot, and a comma in an authority; for "@"
// "[at]",
// "(at)", "{at}", "[@]"; "[:]" before a port; "[/]" and "(/)"; and behind a harmless scheme a blank before a
// dot or the path.
#ifndef URLSIEVE_URL_REFANG_HPP
#define URLSIEVE_URL_REFANG_HPP

#include <cstddef>
#include <string_view>

#include "src/text/escape_changes.hpp"

namespace urlsieve {

// Goes through a text from change to change. What it makes of a place depends on the line alone, and on no
// more than refang_reach bytes behind the place.
class refang_changes {
 public:
  explicit refang_changes(std::string_view source) : source_(source) {}

  bool next(text_change& found);

 private:
  bool at_scheme(text_change& found);
  bool at_bracket(text_change& found);
  bool at_closed_dot(text_change& found);
  bool at_comma(text_change& found);
  bool at_blank(text_change& found);
  bool stand_for(std::size_t begin, std::size_t end, char meant, text_change& found);

  std::string_view source_;
  std::size_t at_ = 0;
  std::size_t changed_ = 0;  // the end of the last change
  bool in_host_ = false;     // behind a scheme that was written harmless
};

inline constexpr std::size_t refang_reach = 256;

// What stands for a dot of a host begins at `at`, and the host goes on behind it: "(dot)", "[dot]", "{dot}",
// "[.]", "(.)", "{.}", without blanks, so that a text may be cut at any blank.
[[nodiscard]] bool defanged_dot(std::string_view text, std::size_t at);

// Up to here nothing that follows `source` changes what is made of it.
[[nodiscard]] std::size_t decided_refang(std::string_view source);

}  // namespace urlsieve

#endif
