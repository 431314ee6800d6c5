// Options of the search for links in markup, style sheets and scripts.
#ifndef URLSIEVE_LINK_OPTIONS_HPP
#define URLSIEVE_LINK_OPTIONS_HPP

#include <cstdint>

#include "urlsieve/enum_table.hpp"
#include "urlsieve/names.hpp"

namespace urlsieve {

// The links of markup to extract. Navigation: links that a crawler follows (a, area, frames, forms, link
// rel=canonical ...). Resources: links that a page loads. All: both. Everything: also vocabulary (itemtype)
// and attributes that hold links only by convention (data-href).
enum class link_choice : std::uint8_t { navigation, resources, all, everything };
template <>
inline constexpr auto words_for<link_choice> =
    enum_table<link_choice>({{link_choice::navigation, "navigation"},
                             {link_choice::resources, "resources"},
                             {link_choice::all, "all"},
                             {link_choice::everything, "everything"}});

struct link_options {
  link_choice links = link_choice::all;
  bool drop_nofollow = false;        // drop links with nofollow in their rel or in the page's robots meta
  bool note_canonical = false;       // record the URL of <link rel=canonical>
  bool conditional_comments = true;  // read the content of <!--[if ...]> as markup
  bool note_context = false;         // record each link's rel and anchor text
  bool text_links = false;           // search the text of HTML for URLs, too
  bool scripts = false;              // string literals of JavaScript that are URLs or paths
};

}  // namespace urlsieve

#endif
