#include "src/references/values/xml_text.hpp"

#include <algorithm>

#include "src/text/encodings/character_reference.hpp"

namespace urlsieve {

markup_text xml_text::take(link_collector& links, const markup_text& source) {
  const std::uint32_t position = source.position_of(parts_.front().place);
  if (parts_.size() == 1) {
    const text_part only = parts_.front();
    const std::string_view utf8 = links.to_utf8(only.text, source);
    if (only.literal || utf8.find('&') == std::string_view::npos) {
      parts_.clear();
      return {utf8, position, source.in_place && utf8.data() == only.place};
    }
  }
  std::size_t size = 0;
  for (text_part& each : parts_) {
    each.text = links.to_utf8(each.text, source);
    size += each.text.size();
  }
  char* const out = links.found().decoded.reserve(3 * size + 4);
  char* end = out;
  for (const text_part& each : parts_)
    end = each.literal ? std::copy(each.text.begin(), each.text.end(), end)
                       : decode_character_references(each.text, reference_context::text, end);
  parts_.clear();
  return {links.found().decoded.commit(static_cast<std::size_t>(end - out)), position, false};
}

}  // namespace urlsieve
