// References in a robots.txt: its sitemaps, and what stands in comments and lines that are no rules.
#ifndef URLSIEVE_REFERENCES_IN_ROBOTS_HPP
#define URLSIEVE_REFERENCES_IN_ROBOTS_HPP

#include <cstddef>
#include <string_view>

#include "src/references/finder.hpp"
#include "src/references/text/in_text.hpp"
#include "src/url/text_search.hpp"

namespace urlsieve {

// One a thread; keeps its memory.
class robots_finder {
 public:
  explicit robots_finder(const text_search& text) : text_(text) {}

  // `where` is "robots:Sitemap" for the value of such a line (sitemaps.org, "Specifying the Sitemap location
  // in your robots.txt file"), whether it is absolute, as it should be, or not. The values of Allow, Disallow
  // and their like are patterns, no links. In all other lines, and in comments, URLs are looked for as in
  // text; no line knows of another.
  void find(const document& doc, findings& found, stats& counted);

 private:
  void read_line(const document& doc, std::string_view line, findings& found, stats& counted);

  text_finder text_;
};

}  // namespace urlsieve

#endif
