// Tracking rules: a file parses or yields an error. Rules keep all bytes before the query and are idempotent,
// and the target of a redirector is a web URL. The first line of the input is the URL.
#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "src/text/ascii.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "tests/url/one_url.hpp"
#include "urlsieve/tracking_rules.hpp"
#include "urlsieve/url_options.hpp"

namespace urlsieve::fuzz::tracking_rules_target {

extern const std::size_t longest_input = 8'000;

void run(fuzz_input& given) {
  const std::string_view text = given.rest();
  const std::size_t end = std::min(text.find('\n'), text.size());
  const rule_text file{"rules", std::string(text.substr(std::min(end + 1, text.size())))};
  const auto rules = tracking_rule_set::parse({&file, 1});
  if (!rules) {
    require(rules.error().code == error_code::cannot_read && rules.error().message.starts_with("rules: "));
    return;
  }
  require((*rules)->unsupported().size() <= file.bytes.size());
  url_options options;
  options.keep_fragment = true;
  const std::string url = testing::normalized(text.substr(0, end), options);
  if (url.starts_with("!")) return;
  std::string left = url;
  left.resize((*rules)->remove_parameters(left.data(), left.size()));
  const std::size_t front = std::min(url.find_first_of("?#"), url.size());
  require(left.starts_with(url.substr(0, front)));
  require(left.size() == front || left[front] == '?' || left[front] == '#');
  std::string target;
  if ((*rules)->find_target(left, target))
    require(ascii::begins(target, "http://") || ascii::begins(target, "https://"));
  options.loaded_rules = *rules;
  const std::string once = testing::normalized(url, options);
  if (!once.starts_with("!")) require(testing::normalized(once, options) == once);
}

}  // namespace urlsieve::fuzz::tracking_rules_target
