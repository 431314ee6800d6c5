// Reads the files of tracking rules and of learnt rules.
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/input/lists/named_paths.hpp"
#include "src/pipeline/filters/control_file.hpp"
#include "src/url/learnt/rule_lines.hpp"
#include "urlsieve/learnt_rules.hpp"
#include "urlsieve/tracking_rules.hpp"
#include "urlsieve/url_options.hpp"

namespace urlsieve {

namespace {

constexpr std::size_t most_bytes = std::size_t{64} << 20U;  // in all files of an option, decompressed

// Adds the size of the file to `total`. `cannot_read`: the beginning of messages, such as "cannot read rules
// from ".
result<rule_text> read_text(const std::string& path, std::string_view cannot_read, std::size_t& total) {
  rule_text text{path, {}};
  const auto take = [&](std::string_view bytes) -> result<void> {
    text.bytes += bytes;
    total += bytes.size();
    if (total <= most_bytes) return {};
    return tl::unexpected(error{error_code::cannot_read, std::string(cannot_read)
                                                             .append(path)
                                                             .append(": the files of rules exceed 64 MiB "
                                                                     "in total, decompressed")});
  };
  if (result<void> read = read_control_file(path, cannot_read, nullptr, take); !read)
    return tl::unexpected(std::move(read.error()));
  return text;
}

// Reads the files and parses them as `Set`. Does nothing if a set is loaded, or if no file is named.
// `check` is called with the files.
template <class Set, class Check>
result<void> load_files(const std::vector<std::string>& paths, std::string_view cannot_read,
                        const Check& check, std::shared_ptr<const Set>& loaded) {
  if (loaded || paths.empty()) return {};
  if (result<void> found = find_named(paths); !found) return found;
  std::vector<rule_text> files;
  std::size_t total = 0;
  for (const std::string& path : paths) {
    result<rule_text> text = read_text(path, cannot_read, total);
    if (!text) return tl::unexpected(std::move(text.error()));
    files.push_back(std::move(*text));
  }
  result<std::shared_ptr<const Set>> rules = Set::parse(files);
  if (!rules) return tl::unexpected(std::move(rules.error()));
  if (result<void> checked = check(files); !checked) return checked;
  loaded = std::move(*rules);
  return {};
}

}  // namespace

result<void> load_rules(url_options& options, const std::function<void(std::string_view)>& on_warning) {
  const bool has_learnt_rules = options.learnt_rules || !options.rules.empty();
  if (has_learnt_rules && options.ladder < rung::scheme)
    return tl::unexpected(error{error_code::usage,
                                "url_options::rules needs url_options::ladder = scheme or protocol: hosts in "
                                "rules are in normal form"});
  const auto accept = [](std::span<const rule_text>) -> result<void> { return {}; };
  const auto check_hosts = [&options](std::span<const rule_text> files) -> result<void> {
    return options.conventions.fold_www ? check_hosts_without_www(files) : result<void>();
  };
  const bool reads_tracking_rules = !options.loaded_rules;
  result<void> loaded =
      load_files(options.tracking_rules, "cannot read tracking rules from ", accept, options.loaded_rules)
          .and_then([&] {
            return load_files(options.rules, "cannot read learnt rules from ", check_hosts,
                              options.learnt_rules);
          });
  if (loaded && on_warning && reads_tracking_rules && options.loaded_rules)
    for (const std::string& warning : options.loaded_rules->warnings()) on_warning(warning);
  return loaded;
}

}  // namespace urlsieve
