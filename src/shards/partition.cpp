// README.md publishes the function, and query engines compute shards with it. The function must not change
// without a new name in the manifest.
#include "src/shards/partition.hpp"

#include <algorithm>

#include "src/text/ascii.hpp"
#include "src/url/hosts/public_suffix.hpp"
#include "urlsieve/url_view.hpp"

namespace urlsieve {
namespace {

std::string_view in_lower_case(std::string_view text, std::string& storage) {
  if (std::none_of(text.begin(), text.end(), ascii::is_upper)) return text;
  storage.assign(text);
  for (char& c : storage) c = ascii::lower(c);
  return storage;
}

std::string_view directory_of(std::string_view url, const url_view& parts) {
  const std::string_view path = parts.path();
  const std::size_t slash = path.rfind('/');
  if (parts.host().empty() || slash == std::string_view::npos) return url;
  return url.substr(0, static_cast<std::size_t>(path.data() - url.data()) + slash + 1);
}

}  // namespace

std::string_view partition_part(std::string_view key, partition_key by, std::string& storage) {
  if (by == partition_key::url) return key;
  const std::size_t source_size = key.find('\t');
  const std::string_view url = key.substr(0, source_size);
  const url_view parts = url_view::of(url);
  if (by == partition_key::directory) return directory_of(url, parts);
  const std::string_view host = parts.host();
  if (host.empty() && source_size == std::string_view::npos) return key;
  const std::string_view lowered = in_lower_case(host.empty() ? url : host, storage);
  return by == partition_key::host ? lowered : public_suffix_list::system().registrable_domain(lowered);
}

}  // namespace urlsieve
