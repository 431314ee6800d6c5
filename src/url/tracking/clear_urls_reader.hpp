// Reads the rules of ClearURLs (data.min.json): an object "providers" of objects.
//
// | member | effect |
// | --- | --- |
// | urlPattern | the URLs of the provider |
// | exceptions | URLs that the provider keeps |
// | rules, referralMarketing | names of parameters to remove, in the query and the fragment |
// | rawRules | bytes to remove, if these are whole parameters of the query |
// | redirections | URLs to replace by the first group |
// | completeProvider, forceRedirection | none: both concern the requests of a browser |
//
// Expressions ignore case, as in ClearURLs.
#ifndef URLSIEVE_URL_TRACKING_CLEAR_URLS_READER_HPP
#define URLSIEVE_URL_TRACKING_CLEAR_URLS_READER_HPP

#include <string>

#include "src/text/json/json_reader.hpp"
#include "src/url/tracking/rule_provider.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

// Adds the rules of `root` to `content`. `file`: the name of the file for messages. Fails with
// error_code::cannot_read if `root` has another structure.
[[nodiscard]] result<void> read_clear_urls(const std::string& file, const json_value& root,
                                           rule_content& content);

}  // namespace urlsieve

#endif
