// Finds references in a robots.txt file: sitemaps, and URLs in comments and in lines that are not rules.
#ifndef URLSIEVE_REFERENCES_IN_ROBOTS_HPP
#define URLSIEVE_REFERENCES_IN_ROBOTS_HPP

#include <cstddef>
#include <string_view>

#include "src/references/finder.hpp"
#include "src/references/text/in_text.hpp"
#include "src/url/text_forms/text_search.hpp"

namespace urlsieve {

// Used by one thread at a time; keeps its memory between documents.
class robots_finder {
 public:
  explicit robots_finder(const text_search& text) : text_(text) {}

  // Appends the references of `doc`. Each line is read independently. The value of a Sitemap line
  // (sitemaps.org, "Specifying the Sitemap location in your robots.txt file") is a reference with `where`
  // "robots:Sitemap"; a relative value is accepted, although the value should be absolute. The values of
  // Allow, Disallow and similar lines are patterns, not links. All other lines, and comments, are searched
  // like plain text.
  void find(const document& doc, findings& found, stats& counted);

 private:
  void read_line(const document& doc, std::string_view line, findings& found, stats& counted);

  text_finder text_;
};

}  // namespace urlsieve

#endif
