// Look before you copy: proves in one vector pass that a reference, put behind a prefix that is in normal
// form, gives a URL in normal form, and copies it on the way. Most real URLs are; the others take the long
// way.
#ifndef URLSIEVE_URL_NORMAL_FORM_HPP
#define URLSIEVE_URL_NORMAL_FORM_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "src/text/copy_and_classify.hpp"
#include "src/url/scheme.hpp"

namespace urlsieve {

// What copy_if_normal() and join_if_normal() may write behind the result.
inline constexpr std::size_t normal_form_overrun = 128;

// The part of the options that the proof depends on.
struct normal_form_options {
  bool keep_fragment = false;  // else a fragment is cut off
  bool slash_path = true;      // an empty path is written as "/" (the scheme rung), else it is normal
};

// What was seen of the first window of a URL that begins with "http://" or "https://".
struct web_front {
  std::size_t host = 0;  // where it begins; 0: the URL begins otherwise, and nothing was seen
  std::size_t path = 0;  // where its "/" is behind a lower-case hostname; 0: the authority is another
  class_maps maps;       // by normal_url_terms; the window is copied
};

// Bytes of an absolute http or https URL, copied to `out`; 0: it may not be in normal form, or it is not
// plain (userinfo, port, a host that is no lower-case hostname ...): nothing is known then but `front`.
[[nodiscard]] std::size_t copy_if_normal(std::string_view url, normal_form_options options, char* out,
                                         web_front& front);

// The same for a URL of `scheme`, which is generic and stands in front in lower case: nothing is known where
// no "//" follows, or where the scheme's own rules may change the URL.
[[nodiscard]] std::size_t copy_if_normal(std::string_view url, const scheme_info& scheme,
                                         normal_form_options options, char* out);

// An http or https URL in normal form, without query and fragment, to which references are joined.
struct normal_base {
  const char* bytes = nullptr;  // readable for normal_form_overrun bytes more than there are
  std::uint32_t authority = 0;
  std::uint32_t path = 0;
  std::uint32_t directory = 0;  // behind the last "/" of the path, which is not empty
  std::uint32_t size = 0;
};

// The same for a relative reference: the URL is resolved by RFC 3986 section 5.2 with what goes above the
// root removed.
[[nodiscard]] std::size_t join_if_normal(std::string_view reference, const normal_base& base,
                                         normal_form_options options, char* out);

}  // namespace urlsieve

#endif
