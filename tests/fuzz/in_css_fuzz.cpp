// CSS: links contain no tabs or line ends, and their positions are in the text and ascend.
#include <cstddef>

#include "src/references/in_css.hpp"
#include "tests/fuzz/fuzz_target.hpp"

namespace urlsieve::fuzz::in_css_target {

extern const std::size_t longest_input = 20'000;

void run(fuzz_input& given) {
  const std::string_view text = given.rest();
  css_finder finder(link_options{});
  document doc;
  doc.body = text;
  doc.type = media::css;
  doc.charset = "utf-8";
  findings found;
  stats counted;
  finder.find(doc, found, counted);
  std::uint32_t last = 0;
  for (const reference& link : found.references) {
    require(link.position >= last && link.position <= text.size());
    require(link.raw.find_first_of("\t\r\n") == std::string_view::npos);
    last = link.position;
  }
}

}  // namespace urlsieve::fuzz::in_css_target
