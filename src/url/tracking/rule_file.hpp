// Recognizes the format of a rule file and reads its rules.
#ifndef URLSIEVE_URL_TRACKING_RULE_FILE_HPP
#define URLSIEVE_URL_TRACKING_RULE_FILE_HPP

#include "src/url/tracking/rule_provider.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

// Adds the rules of `file` to `content`. Fails with error_code::cannot_read, whose message names the file, if
// the file is damaged or in no known format.
[[nodiscard]] result<void> read_rule_file(const rule_text& file, rule_content& content);

}  // namespace urlsieve

#endif
