#include "src/api/list_elements.hpp"

#include "src/url/conventions/parameter_lists.hpp"
#include "src/url/listed_words.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

namespace {

result<void> add_names(result<void> (*add)(std::string_view, std::vector<std::string>&),
                       std::string_view typed, std::vector<std::string>& list, extract_options& options) {
  if (const std::string_view file = file_of_names(typed); !file.empty()) options.also_read.emplace_back(file);
  return add(typed, list);
}

}  // namespace

result<void> add_list_element(list_element kind, std::string_view typed, std::vector<std::string>& list,
                              extract_options& options) {
  switch (kind) {
    case list_element::scheme:
      return add_scheme(typed, list);
    case list_element::extension:
      return add_extension(typed, list);
    case list_element::context:
      return add_context(typed, list);
    case list_element::parameter:
      return add_names(add_parameter_names, typed, list, options);
    case list_element::index_page:
      return add_names(add_index_names, typed, list, options);
    case list_element::text:
      break;
  }
  list.emplace_back(typed);
  return {};
}

}  // namespace urlsieve
