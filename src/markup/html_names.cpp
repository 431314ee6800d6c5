#include "src/markup/html_names.hpp"

namespace urlsieve {

// Excludes the last two entries, which element_named() finds by their prefix.
constinit const name_index element_index(element_names.data(), static_cast<std::size_t>(html_element::vml));
constinit const name_index attribute_index(attribute_names.data(), attribute_count);

}  // namespace urlsieve
