// One URL on its way through the grammar of its scheme: what names its parts, and what notes where they break
// a rule. Of each component the first byte that does is noted, as in validity.hpp.
#ifndef URLSIEVE_URL_PART_READER_HPP
#define URLSIEVE_URL_PART_READER_HPP

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "src/text/byte_class.hpp"
#include "src/url/scheme_parts.hpp"
#include "src/url/validity.hpp"
#include "urlsieve/url.hpp"

namespace urlsieve {

class part_reader {
 public:
  part_reader(const url_view& url, std::vector<named_part>& parts, std::vector<violation>& violations)
      : url_(url), parts_(parts), violations_(violations) {}

  [[nodiscard]] const url_view& url() const { return url_; }

  // All between authority and fragment: for a scheme in which "?" is no delimiter.
  [[nodiscard]] std::string_view path_and_query() const;

  // `text` without the "/" that divides it from the authority.
  [[nodiscard]] static std::string_view behind_slash(std::string_view text);

  void name(std::string_view part, std::string_view value) { parts_.push_back({part, value}); }

  // Notes a broken rule at the first byte of `at`, a view into the URL.
  void breaks(std::string_view at, std::string_view rule);
  void breaks(component where, std::string_view at, std::string_view rule);

  // Notes the first byte of `text` that is neither in `allowed` nor, but for exactly(), part of an escape.
  void only(std::string_view text, const byte_set& allowed, std::string_view rule);
  void exactly(std::string_view text, const byte_set& allowed, std::string_view rule);

  // [ user [ ":" password ] "@" ] host [ ":" port ] behind a "//"; false: there is no "//".
  bool login();
  // The same where the grammar has no user.
  bool hostport(std::string_view no_user);

  // Notes it where an authority is not followed by a "/".
  void needs_slash(std::string_view rule);
  void no_query(std::string_view rule);
  void no_authority(std::string_view rule);

  // *( "/" segment ), each of `allowed`.
  void segments(std::string_view path, const byte_set& allowed, std::string_view rule);

 private:
  const url_view& url_;
  std::vector<named_part>& parts_;
  std::vector<violation>& violations_;
};

// What stands before `at` in `text`, and what behind the `gap` bytes there; the second has no data where `at`
// is npos, which tells an absent part from an empty one.
[[nodiscard]] std::pair<std::string_view, std::string_view> cut(std::string_view text, std::size_t at,
                                                                std::size_t gap = 1);

// The grammar of a scheme.
using scheme_grammar = void (*)(part_reader&);

}  // namespace urlsieve

#endif
