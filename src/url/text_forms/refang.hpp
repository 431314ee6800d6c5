// Restores defanged URLs, which are written so that nobody follows them by mistake ("hxxp://",
// "example[.]com").
//
// Recognized forms:
// - schemes with "x" or "*" for "t" or "p": hxxp, hxxps, h**p, fxp, ftx, sfxp; http with brackets around
//   letters: h[tt]p, hxxp[s], [http];
// - between scheme and host: "[:]//", "[://]", "[:][/][/]", ":\\", "[:]\\", "__", ":__", a bracket or blanks
//   before the host; after schemes other than http and ftp "[:]//" and "[://]";
// - a dot: "[.]", "(.)", "{.}", "[dot]", "{dot}"; also with brackets doubled, left open, only closed, or
//   escaped by a backslash, and with blanks in and around brackets;
// - a dot: "\."; a comma in an authority; "(dot)" after "://" or in a name with a public suffix;
// - "@": "[at]", "(at)", "{at}", "[@]";
// - ":": "[:]" before a port;
// - "/": "[/]", "(/)"; "[/" after a name with a public suffix; each "\" in a URL that begins with ":\\" after
//   its scheme;
// - a blank before a dot or the path, after a defanged scheme.
#ifndef URLSIEVE_URL_TEXT_FORMS_REFANG_HPP
#define URLSIEVE_URL_TEXT_FORMS_REFANG_HPP

#include <cstddef>
#include <string_view>

#include "src/text/escape_changes.hpp"

namespace urlsieve {

// Iterates over the changes that restore a text. Each change depends only on its line, and on at most
// refang_context bytes after its place. Requires: the text outlives the object.
class refang_changes {
 public:
  explicit refang_changes(std::string_view source) : source_(source) {}

  // Sets `found` to the next change; returns false after the last change.
  bool next(text_change& found);

 private:
  bool at_scheme(text_change& found);
  bool at_other_delimiter(text_change& found);
  bool at_bracket(text_change& found);
  bool at_open_slash(text_change& found);
  bool at_backslash(text_change& found);
  bool joins_host(std::size_t begin, std::size_t end);
  [[nodiscard]] bool is_in_authority(std::size_t end) const;
  bool at_closed_dot(text_change& found);
  bool at_comma(text_change& found);
  bool at_blank(text_change& found);
  bool replace(std::size_t begin, std::size_t end, char meant, text_change& found);

  std::string_view source_;
  std::size_t at_ = 0;
  std::size_t changed_ = 0;  // end of the last change
  bool changed_to_dot_ = false;
  bool in_host_ = false;         // after a defanged scheme
  bool backslashed_ = false;     // after "hxxp:\\", where "\" means "/" up to the end of the URL
  std::size_t decided_end_ = 0;  // end of the last name with "(dot)" for which joins_host() decided
  bool joins_ = false;           // the decision: the name is a host
};

inline constexpr std::size_t refang_context = 256;

// Returns true if a defanged dot begins at `at` and a host continues after it: "(dot)", "[dot]", "{dot}",
// "[.]", "(.)", "{.}". Accepts no blanks, so that a text may be split at any blank.
[[nodiscard]] bool defanged_dot(std::string_view text, std::size_t at);

// Returns the size of the prefix of `source` whose changes do not depend on text after `source`.
[[nodiscard]] std::size_t decided_refang(std::string_view source);

}  // namespace urlsieve

#endif
