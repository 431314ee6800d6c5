// Reads the rules of Brave (clean-urls.json): a list of objects with "include" and "exclude", match patterns
// as of browser extensions, and "params", names of parameters to remove from the query.
#ifndef URLSIEVE_URL_TRACKING_CLEAN_URLS_READER_HPP
#define URLSIEVE_URL_TRACKING_CLEAN_URLS_READER_HPP

#include <string>

#include "src/text/json/json_reader.hpp"
#include "src/url/tracking/rule_provider.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

// Adds the rules of `root` to `content`. `file`: the name of the file for messages. Fails with
// error_code::cannot_read if `root` has another structure.
[[nodiscard]] result<void> read_clean_urls(const std::string& file, const json_value& root,
                                           rule_content& content);

}  // namespace urlsieve

#endif
