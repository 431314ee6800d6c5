// URL parts: the components join to the string, violations are inside the string, and a string resolved
// against itself yields a result.
#include <string>
#include <string_view>
#include <vector>

#include "src/url/normalize/surt.hpp"
#include "src/url/parse/checked_parse.hpp"
#include "src/url/parse/scheme_parts.hpp"
#include "src/url/parse/validity.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "urlsieve/url.hpp"

namespace urlsieve::fuzz::url_parts_target {

extern const std::size_t longest_input = 8'000;

void run(fuzz_input& given) {
  const std::string_view text = given.rest();
  const url_view url = url_view::of(text);
  const checked_url checked = checked_parse(text);
  require(checked.at == url.offsets() && checked.valid == is_valid(url));
  std::string joined;
  if (url.has_scheme()) joined.append(url.scheme()).append(":");
  if (url.has_authority()) {
    joined.append("//");
    if (url.has_userinfo()) joined.append(url.userinfo()).append("@");
    joined.append(url.host());
    if (url.has_port()) joined.append(":").append(url.port());
  }
  joined.append(url.path());
  if (url.has_query()) joined.append("?").append(url.query());
  if (url.has_fragment()) joined.append("#").append(url.fragment());
  require(joined == text);
  std::vector<named_part> parts;
  std::vector<violation> violations;
  find_violations(url, violations);
  name_parts(url, parts, violations);
  for (const violation& found : violations) require(found.position <= text.size());
  for (const named_part& part : parts)
    require(part.value.data() >= text.data() &&
            part.value.data() + part.value.size() <= text.data() + text.size());
  std::string key(surt_capacity(text.size()), '\0');
  require(write_surt(text, key.data()) <= key.size());
  require(resolve(text, text).has_value());
}

}  // namespace urlsieve::fuzz::url_parts_target
