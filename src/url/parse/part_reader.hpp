// Reads a URL by the grammar of its scheme: names the parts and records violations. Records only the first
// violation of each component, as validity.hpp does.
#ifndef URLSIEVE_URL_PARSE_PART_READER_HPP
#define URLSIEVE_URL_PARSE_PART_READER_HPP

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "src/text/scan/byte_class.hpp"
#include "src/url/parse/scheme_parts.hpp"
#include "src/url/parse/validity.hpp"
#include "urlsieve/url_view.hpp"

namespace urlsieve {

class part_reader {
 public:
  // Requires: the arguments outlive the object.
  part_reader(const url_view& url, std::vector<named_part>& parts, std::vector<violation>& violations)
      : url_(url), parts_(parts), violations_(violations) {}

  [[nodiscard]] const url_view& url() const { return url_; }

  // Returns all text between authority and fragment, for schemes in which "?" is not a delimiter.
  [[nodiscard]] std::string_view path_and_query() const;

  // Returns `text` without the leading "/" that divides a path from the authority.
  [[nodiscard]] static std::string_view without_leading_slash(std::string_view text);

  // Appends a part. Requires: `part` is a static string, and `value` is a view into the URL.
  void name(std::string_view part, std::string_view value) { parts_.push_back({part, value}); }

  // Record a violation of `rule` at the first byte of `at`, a view into the URL, for the component `part`;
  // without `part`, for the query or the path, whichever has the byte.
  void breaks(std::string_view at, std::string_view rule);
  void breaks(component part, std::string_view at, std::string_view rule);

  // Record the first byte of `text` outside `allowed`. only() also accepts escapes; exactly() does not.
  void only(std::string_view text, const byte_set& allowed, std::string_view rule);
  void exactly(std::string_view text, const byte_set& allowed, std::string_view rule);

  // Reads "//" [ user [ ":" password ] "@" ] host [ ":" port ] and appends the parts. Records an empty host,
  // and a ":" in the password, as violations. Records a violation and returns false without "//".
  bool login();
  // Reads as login() does, and records a userinfo as a violation of `no_user`.
  bool hostport(std::string_view no_user);

  // Record an authority without "/" after it, a query, or an authority.
  void needs_slash(std::string_view rule);
  void no_query(std::string_view rule);
  void no_authority(std::string_view rule);

  // Reads *( "/" segment ); segments may have only `allowed` characters and escapes.
  void segments(std::string_view path, const byte_set& allowed, std::string_view rule);

 private:
  const url_view& url_;
  std::vector<named_part>& parts_;
  std::vector<violation>& violations_;
};

// Returns the text before offset `at`, and the text after the `gap` bytes there. If `at` is npos, the second
// view has null data, which distinguishes an absent part from an empty part.
[[nodiscard]] std::pair<std::string_view, std::string_view> cut(std::string_view text, std::size_t at,
                                                                std::size_t gap = 1);

// The grammar of a scheme: reads one URL.
using scheme_grammar = void (*)(part_reader&);

}  // namespace urlsieve

#endif
