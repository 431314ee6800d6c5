// Reads filter lists with $removeparam, such as AdGuard's TrackParamFilter: one rule per line; "!"
// begins a comment.
//
// A rule is read as for a person who opens the URL: content types other than `document` do not match, and
// `domain=` is compared with the host of the URL. Rules that need the page of the link, such as
// `third-party`, are not supported. Supported are patterns with `||`, `|`, `^`, `*` and `/expressions/`, the
// values `name`, `~name`, `/expression/` and none, exceptions (`@@`), `important` and `match-case`.
#ifndef URLSIEVE_URL_TRACKING_FILTER_LIST_READER_HPP
#define URLSIEVE_URL_TRACKING_FILTER_LIST_READER_HPP

#include <string>
#include <string_view>

#include "src/url/tracking/rule_provider.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

// Adds the rules of the list `text` to `content`. `file`: the name of the file for messages. Fails with
// error_code::cannot_read if no line has $removeparam.
[[nodiscard]] result<void> read_filter_list(const std::string& file, std::string_view text,
                                            rule_content& content);

}  // namespace urlsieve

#endif
