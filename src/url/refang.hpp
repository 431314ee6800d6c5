// URLs that were written harmless, so that nobody follows them by mistake ("defanged": "hxxp://",
// "example[.]com"), and what they were before.
//
// What is read as such: schemes with "x" or "*" for "t" or "p" (hxxp, hxxps, h**p, fxp, ftx, sfxp); between
// scheme and host "[:]//", "[://]", "[:][/][/]", ":\\", "__", ":__", and a bracket or blanks that stand
// before the host; for a dot "[.]", "(.)", "{.}", "[dot]", "{dot}", brackets doubled, left open, only
// closed or escaped by a backslash, blanks in and around them, "\.", and a comma in an authority; "(dot)"
// behind
// "://" or in a name that has a public suffix; for "@" "[at]", "(at)", "{at}", "[@]"; "[:]" before a port;
// "[/]" and "(/)", and "[/" behind a name with a public suffix; behind ":\\" each "\" of the URL for "/"; and
// behind a harmless scheme a blank before a dot or the path.
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
  bool at_open_slash(text_change& found);
  bool at_backslash(text_change& found);
  bool joins_host(std::size_t begin, std::size_t end);
  [[nodiscard]] bool is_in_authority(std::size_t end) const;
  bool at_closed_dot(text_change& found);
  bool at_comma(text_change& found);
  bool at_blank(text_change& found);
  bool stand_for(std::size_t begin, std::size_t end, char meant, text_change& found);

  std::string_view source_;
  std::size_t at_ = 0;
  std::size_t changed_ = 0;  // the end of the last change
  bool changed_to_dot_ = false;
  bool in_host_ = false;         // behind a scheme that was written harmless
  bool backslashed_ = false;     // behind "hxxp:\\", where "\" stands for "/" to the end of the URL
  std::size_t decided_end_ = 0;  // the end of the last name with "(dot)" that was decided on
  bool joins_ = false;           // that name is a host
};

inline constexpr std::size_t refang_reach = 256;

// What stands for a dot of a host begins at `at`, and the host goes on behind it: "(dot)", "[dot]", "{dot}",
// "[.]", "(.)", "{.}", without blanks, so that a text may be cut at any blank.
[[nodiscard]] bool defanged_dot(std::string_view text, std::size_t at);

// Up to here nothing that follows `source` changes what is made of it.
[[nodiscard]] std::size_t decided_refang(std::string_view source);

}  // namespace urlsieve

#endif
