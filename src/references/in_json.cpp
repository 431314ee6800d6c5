// The path of a value is put together only where a reference is found.
#include "src/references/in_json.hpp"

#include <utility>

#include "src/references/html/readable_body.hpp"

namespace urlsieve {

json_finder::json_finder(const link_options& /*options*/, const text_search& text) : text_(text) {}

void json_finder::find(const document& doc, findings& found, stats& counted) {
  const readable_body ready = make_readable(doc, decoder_, found.decoded, counted);
  links_.begin(found, ready.bytes, counted);
  path_.clear();
  bool whole = true;
  json_scanner scanner(ready.text.text);
  const arena::mark before = found.decoded.filled();
  for (json_token token = scanner.next(); token != json_token::end; token = scanner.next()) {
    switch (token) {
      case json_token::object:
      case json_token::array:
        path_.open();
        break;
      case json_token::close:
        whole = path_.close() && whole;
        break;
      case json_token::key:
        path_.name(scanner.text());
        break;
      default:
        read_string(scanner, ready.text, doc.base, counted);
        found.offer(before);
        break;
    }
  }
  if (!whole || path_.depth() != 0 || scanner.broken())
    counted.damaged_at(damage::bad_json, doc.source, doc.offset, "brackets or quotes do not match");
}

void json_finder::read_string(const json_scanner& scanner, const markup_text& source, std::string_view base,
                              stats& counted) {
  findings& found = links_.found();
  const std::uint32_t position = source.position_of(scanner.text().data());
  const std::string_view text = links_.json_string(scanner, source);
  if (is_absolute_url(text)) {
    links_.add_url(text, position, where(), false);
    return;
  }
  if (text.find_first_of(":.") == std::string_view::npos) return;
  const std::size_t first = found.references.size();
  document inside;
  inside.body = text;
  inside.base = base;
  // Their places are those in the string yet.
  const auto* const taker = std::exchange(found.take_early, nullptr);
  text_.find(inside, found, counted);
  found.take_early = taker;
  if (found.references.size() == first) return;
  const std::string_view place = where();
  const bool in_place = text.data() == scanner.text().data();
  for (std::size_t i = first; i < found.references.size(); ++i) {
    reference& link = found.references[i];
    link.where = place;
    link.position = in_place ? position + link.position : position;
  }
}

}  // namespace urlsieve
