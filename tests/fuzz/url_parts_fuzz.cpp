// Parsing, judging and naming the parts of any string: the components join to the string again, violations
// lie inside it, and resolving it against itself gives something that parses.
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "src/url/checked_parse.hpp"
#include "src/url/scheme_parts.hpp"
#include "src/url/surt.hpp"
#include "src/url/validity.hpp"
#include "urlsieve/url.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const urlsieve::url_view url(text.data(), urlsieve::parse(text));
  const urlsieve::checked_url checked = urlsieve::checked_parse(text);
  if (!(checked.at == url.offsets()) || checked.valid != urlsieve::is_valid(url)) std::abort();
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
  if (joined != text) std::abort();
  std::vector<urlsieve::named_part> parts;
  std::vector<urlsieve::violation> violations;
  urlsieve::find_violations(url, violations);
  urlsieve::name_parts(url, parts, violations);
  for (const urlsieve::violation& broken : violations)
    if (broken.position > size) std::abort();
  for (const urlsieve::named_part& part : parts)
    if (part.value.data() < text.data() || part.value.data() + part.value.size() > text.data() + size)
      std::abort();
  std::string key(urlsieve::surt_room(size), '\0');
  if (urlsieve::write_surt(text, key.data()) > key.size()) std::abort();
  if (!urlsieve::resolve(text, text)) std::abort();
  return 0;
}
