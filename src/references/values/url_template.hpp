// Recognizes URI templates, which programs fill before use.
#ifndef URLSIEVE_REFERENCES_URL_TEMPLATE_HPP
#define URLSIEVE_REFERENCES_URL_TEMPLATE_HPP

#include <string_view>

namespace urlsieve {

// Returns true if `url` holds an expression with a variable: "{id}", "{?page,size}" or "{+path:3}" (RFC
// 6570),
// "{{name}}", "{/user-id}", "${env}". Other text in braces is data: "{}", JSON, a GUID.
[[nodiscard]] bool is_url_template(std::string_view url);

}  // namespace urlsieve

#endif
