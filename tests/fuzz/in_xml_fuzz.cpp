// XML: whatever it is, links are clean and lie inside the text, and a comment in front changes none.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "src/references/in_xml.hpp"
#include "tests/references/found_links.hpp"

namespace {

urlsieve::testing::lines read(const std::string& text) {
  using namespace urlsieve;
  xml_finder finder(link_options{});
  document doc;
  doc.body = text;
  doc.type = media::xml;
  doc.charset = "utf-8";
  findings found;
  stats counted;
  finder.find(doc, found, counted);
  for (const reference& link : found.references) {
    if (link.position > text.size()) std::abort();
    if (link.raw.find_first_of("\t\r\n") != std::string_view::npos) std::abort();
  }
  return testing::lines_of(found);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  if (text.starts_with("\xEF\xBB\xBF") || text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
    return 0;
  if (read(text) != read("<!-- -->" + text)) std::abort();
  return 0;
}
