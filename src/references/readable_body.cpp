#include "src/references/readable_body.hpp"

#include "src/references/html_charset.hpp"

namespace urlsieve {
namespace {

// How the document begins, also where the body is a later window of it.
std::string_view beginning_of(const document& doc) {
  return doc.continues ? doc.head : doc.body;
}

encoding declared_encoding(const document& doc) {
  const std::string_view begin = beginning_of(doc);
  switch (doc.type) {
    case media::html:
      return prescan_html(begin);
    case media::xhtml: {
      const std::string_view name = xml_declared_encoding(begin);
      return name.empty() ? prescan_html(begin) : find_encoding(name);
    }
    case media::xml:
      return find_encoding(xml_declared_encoding(begin));
    case media::css:
      return find_encoding(css_declared_encoding(begin));
    default:
      return {};
  }
}

}  // namespace

readable_body make_readable(const document& doc, charset_decoder& decoder, arena& decoded, stats& counted) {
  readable_body ready{{doc.body, 0, true}, {}, {}};
  const byte_order_mark mark = find_byte_order_mark(beginning_of(doc));
  encoding chosen = mark.named;
  if (mark.size == 0 && !doc.charset.empty()) {
    chosen = find_encoding(doc.charset);
    if (chosen.kind == encoding_kind::unknown)
      counted.damaged_at(damage::unknown_charset, doc.source, doc.offset, doc.charset);
  }
  if (chosen.kind == encoding_kind::unknown) chosen = declared_encoding(doc);
  ready.bytes = ready.declared = chosen;
  switch (chosen.kind) {
    case encoding_kind::unknown:
    case encoding_kind::utf8:
    case encoding_kind::single_byte:
      break;
    case encoding_kind::replacement:
    case encoding_kind::multi_byte:
    case encoding_kind::utf16le:
    case encoding_kind::utf16be:
      ready.text.text = decoder.decode(chosen, doc.body, decoded);
      ready.bytes = find_encoding("utf-8");
      break;
  }
  return ready;
}

}  // namespace urlsieve
