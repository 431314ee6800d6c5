// XML: links contain no tabs or line ends, and their positions are in the text. A leading comment changes no
// link.
#include <cstddef>
#include <string>

#include "src/references/in_xml.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "tests/references/found_links.hpp"

namespace urlsieve::fuzz::in_xml_target {
namespace {

testing::lines read(std::string_view text) {
  xml_finder finder(link_options{});
  document doc;
  doc.body = text;
  doc.type = media::xml;
  doc.charset = "utf-8";
  findings found;
  stats counted;
  finder.find(doc, found, counted);
  for (const reference& link : found.references) {
    require(link.position <= text.size());
    require(link.raw.find_first_of("\t\r\n") == std::string_view::npos);
  }
  return testing::lines_of(found);
}

}  // namespace

extern const std::size_t longest_input = 20'000;

void run(fuzz_input& given) {
  const std::string_view text = given.rest();
  if (text.starts_with("\xEF\xBB\xBF") || text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
    return;
  require(read(text) == read(exact_bytes("<!-- -->" + std::string(text)).view()));
}

}  // namespace urlsieve::fuzz::in_xml_target
