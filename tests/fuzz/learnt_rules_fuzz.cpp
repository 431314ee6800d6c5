// Learnt rules: a file parses or yields an error with the line number. Parsed rules write back to the same
// rules, change only URLs of their hosts, and are idempotent, alone and with all conventions. The first line
// of the input is the URL.
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tests/fuzz/fuzz_target.hpp"
#include "tests/url/all_conventions.hpp"
#include "tests/url/one_url.hpp"
#include "urlsieve/learnt_rules.hpp"
#include "urlsieve/url_options.hpp"
#include "urlsieve/url_view.hpp"

namespace urlsieve::fuzz::learnt_rules_target {

extern const std::size_t longest_input = 8'000;

void run(fuzz_input& given) {
  const std::string_view text = given.rest();
  const std::size_t end = std::min(text.find('\n'), text.size());
  const rule_text file{"rules", std::string(text.substr(std::min(end + 1, text.size())))};
  const auto rules = learnt_rule_set::parse({&file, 1});
  if (!rules) {
    require(rules.error().code == error_code::usage && rules.error().message.starts_with("rules, line "));
    return;
  }
  const std::vector<learnt_rule> read_rules((*rules)->rules().begin(), (*rules)->rules().end());
  const rule_text written{"rules", text_of_rules(read_rules)};
  const auto again = learnt_rule_set::parse({&written, 1});
  require(again && std::equal(read_rules.begin(), read_rules.end(), (*again)->rules().begin(),
                              (*again)->rules().end()));
  require((*again)->checksum() == (*rules)->checksum());
  url_options options;
  options.keep_fragment = true;
  const std::string url = testing::normalized(text.substr(0, end), options);
  if (url.starts_with("!")) return;
  const bool is_ruled = std::any_of(read_rules.begin(), read_rules.end(), [&](const learnt_rule& rule) {
    return rule.host == url_view::of(url).authority();
  });
  for (const convention_options& conventions : {convention_options(), testing::all_conventions()}) {
    options.learnt_rules = nullptr;
    options.conventions = conventions;
    const std::string folded = testing::normalized(url, options);
    options.learnt_rules = *rules;
    const std::string once = testing::normalized(url, options);
    require(!once.starts_with("!"));
    require(testing::normalized(once, options) == once);
    if (!conventions.any() && !is_ruled) require(once == folded);
  }
}

}  // namespace urlsieve::fuzz::learnt_rules_target
