// libxml2's HTML parser, by SAX events, without a tree.
#include <libxml/HTMLparser.h>

#include "bench/rivals/html_parser.hpp"

namespace urlsieve::bench {
namespace {

std::string_view text_of(const xmlChar* text) {
  return text == nullptr ? std::string_view() : std::string_view(reinterpret_cast<const char*>(text));
}

void start_element(void* user, const xmlChar* name, const xmlChar** attributes) {
  if (attributes == nullptr) return;
  const auto& take = *static_cast<const take_link*>(user);
  for (; attributes[0] != nullptr; attributes += 2)
    if (is_common_link(text_of(name), text_of(attributes[0])))
      take(text_of(name), text_of(attributes[0]), text_of(attributes[1]));
}

void be_silent(void*, const char*, ...) {}

class libxml2_rival final : public html_parser {
 public:
  [[nodiscard]] std::string name() const override { return "libxml2, SAX"; }

  void find(std::string_view page, const take_link& take) override {
    htmlSAXHandler events{};
    events.startElement = start_element;
    events.error = events.warning = events.fatalError = be_silent;
    take_link taken = take;
    htmlParserCtxtPtr parser =
        htmlCreatePushParserCtxt(&events, &taken, nullptr, 0, nullptr, XML_CHAR_ENCODING_UTF8);
    htmlCtxtUseOptions(parser, HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_RECOVER);
    htmlParseChunk(parser, page.data(), static_cast<int>(page.size()), 1);
    htmlFreeParserCtxt(parser);
  }
};

}  // namespace

void add_libxml2(html_parsers& rivals) {
  rivals.push_back(std::make_unique<libxml2_rival>());
}

}  // namespace urlsieve::bench
