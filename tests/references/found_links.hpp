// Formats findings as strings for comparison.
#ifndef URLSIEVE_TESTS_REFERENCES_FOUND_LINKS_HPP
#define URLSIEVE_TESTS_REFERENCES_FOUND_LINKS_HPP

#include <string>
#include <string_view>
#include <vector>

#include "src/references/finder.hpp"

namespace urlsieve::testing {

// Returns "where value" of each reference, after "base value" if there is a base.
inline std::vector<std::string> lines_of(const findings& found) {
  std::vector<std::string> lines;
  if (found.embedded_base) lines.push_back("base " + std::string(*found.embedded_base));
  for (const reference& link : found.references)
    lines.push_back(std::string(link.where) + " " + std::string(link.raw));
  return lines;
}

template <class Finder>
std::vector<std::string> links_in(Finder& finder, const document& doc) {
  findings found;
  stats counted;
  finder.find(doc, found, counted);
  return lines_of(found);
}

using lines = std::vector<std::string>;

}  // namespace urlsieve::testing

#endif
