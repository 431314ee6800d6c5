// CSS: links are clean, lie inside the text, and come in order.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

#include "src/references/in_css.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace urlsieve;
  const auto bytes = std::make_unique<char[]>(size);
  std::copy(data, data + size, bytes.get());
  css_finder finder(link_options{});
  document doc;
  doc.body = std::string_view(bytes.get(), size);
  doc.type = media::css;
  doc.charset = "utf-8";
  findings found;
  stats counted;
  finder.find(doc, found, counted);
  std::uint32_t last = 0;
  for (const reference& link : found.references) {
    if (link.position < last || link.position > size) std::abort();
    if (link.raw.find_first_of("\t\r\n") != std::string_view::npos) std::abort();
    last = link.position;
  }
  return 0;
}
