// Reads the files of tracking rules.
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/input/lists/named_paths.hpp"
#include "src/pipeline/filters/control_file.hpp"
#include "urlsieve/tracking_rules.hpp"

namespace urlsieve {

namespace {

constexpr std::size_t largest_file = std::size_t{64} << 20U;

result<rule_text> read_text(const std::string& path) {
  rule_text text{path, {}};
  const auto take = [&](std::string_view bytes) -> result<void> {
    text.bytes += bytes;
    if (text.bytes.size() <= largest_file) return {};
    return tl::unexpected(error{error_code::cannot_read, path + " is larger than 64 MiB: no file of rules"});
  };
  if (result<void> read = read_control_file(path, "cannot read tracking rules from ", nullptr, take); !read)
    return tl::unexpected(std::move(read.error()));
  return text;
}

}  // namespace

result<void> load_tracking_rules(url_options& options) {
  if (options.loaded_rules || options.tracking_rules.empty()) return {};
  if (result<void> found = find_named(options.tracking_rules); !found) return found;
  std::vector<rule_text> files;
  for (const std::string& path : options.tracking_rules) {
    result<rule_text> text = read_text(path);
    if (!text) return tl::unexpected(std::move(text.error()));
    files.push_back(std::move(*text));
  }
  result<std::shared_ptr<const tracking_rule_set>> rules = tracking_rule_set::parse(files);
  if (!rules) return tl::unexpected(std::move(rules.error()));
  options.loaded_rules = std::move(*rules);
  return {};
}

}  // namespace urlsieve
