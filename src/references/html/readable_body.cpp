#include "src/references/html/readable_body.hpp"

#include "src/references/html/html_charset.hpp"

namespace urlsieve {
namespace {

// Returns the beginning of the document, even if the body is a later window.
std::string_view beginning_of(const document& doc) {
  return doc.continues ? doc.head : doc.body;
}

// A declaration that was read as ASCII cannot be in UTF-16 (HTML standard, "get an XML encoding"; XML 1.0,
// appendix F.1). Programs that write strings of UTF-16 as UTF-8 leave such a declaration.
encoding encoding_of_xml_declaration(std::string_view begin) {
  const encoding named = find_encoding(xml_declared_encoding(begin));
  return is_wide(named) ? find_encoding("utf-8") : named;
}

encoding declared_encoding(const document& doc) {
  const std::string_view begin = beginning_of(doc);
  switch (doc.type) {
    case media::html: {
      const encoding named = prescan_html(begin);
      return named.kind != encoding_kind::unknown ? named : encoding_of_xml_declaration(begin);
    }
    case media::xhtml: {
      const std::string_view name = xml_declared_encoding(begin);
      return name.empty() ? prescan_html(begin) : encoding_of_xml_declaration(begin);
    }
    case media::xml:
      return encoding_of_xml_declaration(begin);
    case media::css:
      return find_encoding(css_declared_encoding(begin));
    default:
      return {};
  }
}

// Returns the charset that the run assumes for pages and style sheets without a declaration (HTML standard,
// section 13.2.3.2, "user-specified default"). The bytes were searched for a declaration as ASCII, so they
// are not UTF-16.
encoding default_encoding(const document& doc) {
  if (doc.type != media::html && doc.type != media::css) return {};
  const encoding named = find_encoding(doc.undeclared_charset);
  return is_wide(named) ? encoding{} : named;
}

}  // namespace

readable_body make_readable_as(const encoding& chosen, const document& doc, charset_decoder& decoder,
                               arena& decoded) {
  readable_body ready{{doc.body, 0, true}, chosen, chosen, false};
  switch (chosen.kind) {
    case encoding_kind::unknown:
    case encoding_kind::utf8:
    case encoding_kind::single_byte:
      break;
    case encoding_kind::multi_byte:
    case encoding_kind::utf16le:
    case encoding_kind::utf16be:
      ready.text.text = decoder.decode(chosen, doc.body, decoded);
      ready.bytes = find_encoding("utf-8");
      break;
  }
  return ready;
}

readable_body make_readable(const document& doc, charset_decoder& decoder, arena& decoded, stats& counted) {
  const byte_order_mark mark = find_byte_order_mark(beginning_of(doc));
  encoding chosen = mark.named;
  if (mark.size == 0 && !doc.charset.empty()) {
    chosen = find_encoding(doc.charset);
    if (chosen.kind == encoding_kind::unknown && !doc.continues)
      counted.damaged_at(damage::unknown_charset, doc.source, doc.offset, doc.charset);
  }
  const bool tentative = chosen.kind == encoding_kind::unknown;
  if (tentative) chosen = declared_encoding(doc);
  if (chosen.kind == encoding_kind::unknown) chosen = default_encoding(doc);
  readable_body ready = make_readable_as(chosen, doc, decoder, decoded);
  ready.tentative = tentative;
  return ready;
}

}  // namespace urlsieve
