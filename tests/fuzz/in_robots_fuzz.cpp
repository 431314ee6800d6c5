// robots.txt and playlists: references are in their lines, in order, and a line yields the same references
// alone as among other lines.
#include "src/references/in_playlist.hpp"
#include "src/references/in_robots.hpp"

#include <string>

#include "tests/fuzz/fuzz_target.hpp"
#include "tests/references/found_links.hpp"

namespace urlsieve::fuzz::in_robots_target {
namespace {

template <class Finder>
testing::lines read(std::string_view text, std::size_t origin) {
  Finder finder{text_search{}};
  document doc;
  doc.body = text;
  findings found;
  stats counted;
  finder.find(doc, found, counted);
  testing::lines all;
  std::uint32_t last = 0;
  for (const reference& link : found.references) {
    require(link.position >= last && link.position + link.raw.size() <= text.size());
    require(!link.raw.empty());
    const bool is_written =
        link.where == "robots:Sitemap" || link.where == "m3u" || link.where.ends_with("URI");
    if (is_written) require(text.substr(link.position, link.raw.size()) == link.raw);
    if (link.where == "robots:Sitemap") require(link.raw.find_first_of(" \t\r\n") == std::string_view::npos);
    last = link.position;
    all.push_back(std::string(link.where) + " " + std::string(link.raw) + " " +
                  std::to_string(origin + link.position));
  }
  return all;
}

template <class Finder>
void require_lines_apart(std::string_view text) {
  testing::lines apart;
  std::size_t origin = 0;
  for (fuzz_input left(text); !left.empty();) {
    const std::string_view line = left.up_to('\n');
    const testing::lines more = read<Finder>(line, origin);
    apart.insert(apart.end(), more.begin(), more.end());
    origin += line.size() + 1;
  }
  require(read<Finder>(text, 0) == apart);
}

}  // namespace

extern const std::size_t longest_input = 20'000;

void run(fuzz_input& given) {
  const std::string_view text = given.rest();
  require_lines_apart<robots_finder>(text);
  require_lines_apart<playlist_finder>(text);
}

}  // namespace urlsieve::fuzz::in_robots_target
