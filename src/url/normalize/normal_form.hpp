// Fast path: one vector pass copies a reference after a prefix in normal form, and proves that the result is
// in normal form. Most real URLs are; the others need another path.
#ifndef URLSIEVE_URL_NORMALIZE_NORMAL_FORM_HPP
#define URLSIEVE_URL_NORMALIZE_NORMAL_FORM_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "src/text/scan/copy_and_classify.hpp"
#include "src/url/scheme.hpp"

namespace urlsieve {

// The number of bytes that copy_if_normal() and join_if_normal() may write after the result.
inline constexpr std::size_t normal_form_overrun = 128;

// The options on which the proof depends.
struct normal_form_options {
  bool keep_fragment = false;  // false: remove the fragment
  bool slash_path = true;      // write an empty path as "/" (the scheme rung); false: an empty path is normal
};

// Findings in the first window of a URL that begins with "http://" or "https://".
struct web_front {
  std::size_t host = 0;  // offset of the host; 0: other scheme, and the other members are unset
  std::size_t path = 0;  // offset of the "/" after a lower-case hostname; 0: other authority
  class_maps maps;       // by normal_url_terms; set only if the window was copied
};

// Copies an absolute http or https URL to `out` and returns the size of the result. Returns 0 if `url` may
// not be in normal form or is not plain (userinfo, port, other hosts than lower-case hostnames); then only
// `front` is set.
[[nodiscard]] std::size_t copy_if_normal(std::string_view url, normal_form_options options, char* out,
                                         web_front& front);

// Copies a URL of a generic `scheme` in the same way. Returns 0 without "//" after the scheme, or if rules of
// the scheme may change the URL. Requires: `url` begins with the scheme's name in lower case and ":".
[[nodiscard]] std::size_t copy_if_normal(std::string_view url, const scheme_info& scheme,
                                         normal_form_options options, char* out);

// An http or https URL in normal form, without query and fragment, for join_if_normal().
struct normal_base {
  const char* bytes = nullptr;  // Requires: normal_form_overrun readable bytes after the URL
  std::uint32_t authority = 0;
  std::uint32_t path = 0;
  std::uint32_t directory = 0;  // offset after the last "/" of the path, which is not empty
  std::uint32_t size = 0;
};

// Resolves a relative reference by RFC 3986 section 5.2 (".." above the root is removed) and writes the URL
// to `out`. Returns its size, or 0 if the result may not be in normal form.
[[nodiscard]] std::size_t join_if_normal(std::string_view reference, const normal_base& base,
                                         normal_form_options options, char* out);

}  // namespace urlsieve

#endif
