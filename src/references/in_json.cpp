// The path of a value ("a.b") is made of the last key seen at each depth. It is put together only where a
// reference is found.
#include "src/references/in_json.hpp"

#include <algorithm>
#include <utility>

#include "src/references/html/readable_body.hpp"
#include "src/text/byte_class.hpp"
#include "src/text/json_escape.hpp"

namespace urlsieve {

json_finder::json_finder(const link_options& /*options*/, const text_search& text) : text_(text) {}

void json_finder::find(const document& doc, findings& found, stats& counted) {
  const readable_body ready = make_readable(doc, decoder_, found.decoded, counted);
  links_.begin(found, ready.bytes, counted);
  depth_ = 0;
  names_.fill({});
  bool whole = true;
  json_scanner scanner(ready.text.text);
  const arena::mark before = found.decoded.filled();
  for (json_token token = scanner.next(); token != json_token::end; token = scanner.next()) {
    switch (token) {
      case json_token::object:
      case json_token::array:
        if (++depth_ < named_levels) names_[depth_] = {};
        break;
      case json_token::close:
        whole = whole && depth_ > 0;
        depth_ -= depth_ > 0 ? 1U : 0U;
        break;
      case json_token::key:
        if (depth_ < named_levels) names_[depth_] = scanner.text();
        break;
      default:
        read_string(scanner, ready.text, doc.base, counted);
        found.offer(before);
        break;
    }
  }
  if (!whole || depth_ != 0 || scanner.broken())
    counted.damaged_at(damage::bad_json, doc.source, doc.offset, "brackets or quotes do not match");
}

void json_finder::read_string(const json_scanner& scanner, const markup_text& source, std::string_view base,
                              stats& counted) {
  findings& found = links_.found();
  const std::uint32_t position = source.position_of(scanner.text().data());
  std::string_view text = links_.to_utf8(scanner.text(), source);
  if (scanner.escaped()) {
    char* const out = found.decoded.reserve(text.size());
    text = found.decoded.commit(decode_json_escapes(text, out, bad_escapes::repaired));
  }
  if (is_absolute_url(text)) {
    links_.add_url(text, position, path(), false);
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
  const std::string_view where = path();
  const bool in_place = text.data() == scanner.text().data();
  for (std::size_t i = first; i < found.references.size(); ++i) {
    reference& link = found.references[i];
    link.where = where;
    link.position = in_place ? position + link.position : position;
  }
}

std::string_view json_finder::path() {
  char* const out = links_.found().decoded.reserve(longest_path);
  char* end = std::copy_n("json:", 5, out);
  bool first = true;
  for (std::size_t level = 0; level <= std::min(depth_, named_levels - 1); ++level) {
    const std::string_view name = names_[level];
    if (name.empty()) continue;
    if (static_cast<std::size_t>(end - out) + 1 + name.size() > longest_path) break;
    if (!first) *end++ = '.';
    first = false;
    end =
        std::copy_if(name.begin(), name.end(), end, [](char c) { return !bytes::c0_and_delete.contains(c); });
  }
  return links_.found().decoded.commit(static_cast<std::size_t>(end - out));
}

}  // namespace urlsieve
