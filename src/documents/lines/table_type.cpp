#include "src/documents/lines/table_type.hpp"

#include "src/documents/captured_name.hpp"
#include "src/documents/input_head.hpp"
#include "src/documents/lines/delimited_text.hpp"
#include "src/documents/media_type.hpp"

namespace urlsieve {

void find_table(std::string_view content_type, std::string_view url, document& text) {
  const bool is_named = is_vague_type(content_type) && has_name_of_table(stripped_name(captured_path(url)));
  if (!is_named && !is_table_type(essence_of(content_type))) return;
  const std::string_view body = text.body;
  text.fields = find_declared_form(body.substr(0, input_head_size), body.size() <= input_head_size);
}

}  // namespace urlsieve
