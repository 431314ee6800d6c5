#include "urlsieve/output_reader.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "src/datasets/output_lookup.hpp"
#include "src/datasets/remote_outputs.hpp"
#include "src/datasets/stored_url_options.hpp"
#include "src/input/lists/named_paths.hpp"
#include "src/shards/manifest_reader.hpp"
#include "src/shards/shard_fit.hpp"
#include "src/url/rule_revisions.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/sieved_url.hpp"
#include "urlsieve/url_options.hpp"
#include "urlsieve/url_view.hpp"

namespace urlsieve {

struct output_reader::opened {
  opened(std::string path, manifest read, const remote_context& remote)
      : directory(std::move(path)), described(std::move(read)), lookup(directory, described, remote) {}

  // Calls `read` for each shard, or for shard `only`, until it returns an error or false.
  template <class Read>
  result<void> each(std::optional<std::uint32_t> only, const Read& read) {
    for (const shard_summary& shard : described.shards) {
      if (only && lookup.number_of(shard) != *only) continue;
      const result<bool> more = read(shard);
      if (!more) return tl::unexpected(more.error());
      if (!*more) break;
    }
    return {};
  }

  std::string directory;
  manifest described;
  output_lookup lookup;
};

output_reader::output_reader(std::unique_ptr<opened> directory) : opened_(std::move(directory)) {}
output_reader::output_reader(output_reader&&) noexcept = default;
output_reader& output_reader::operator=(output_reader&&) noexcept = default;
output_reader::~output_reader() = default;

result<output_reader> output_reader::open(std::string directory, success_marker_policy mark,
                                          const remote_options& remote) {
  if (result<void> found = find_outputs(std::span(&directory, 1)); !found)
    return tl::unexpected(std::move(found.error()));
  const remote_context reach = remote_context_of(remote, nullptr);
  result<manifest> described = open_manifest(directory, mark, reach);
  if (!described) return tl::unexpected(std::move(described.error()));
  return output_reader(std::make_unique<opened>(std::move(directory), std::move(*described), reach));
}

void output_reader::write_as(row_form form) {
  opened_->lookup.write_as(form);
}

void output_reader::stop_when(const std::atomic<bool>& stop) {
  opened_->lookup.stop_when(stop);
}

const manifest& output_reader::described() const {
  return opened_->described;
}

url_options output_reader::spelling() const {
  url_options options = stored_url_group(described());
  if (options.ladder == rung::protocol) options.ladder = rung::scheme;
  options.schemes.clear();
  options.drop_schemes.clear();
  options.drop_flags = 0;
  return options;
}

result<void> output_reader::check_rules() const {
  // Requests are looked up without the run's files of rules.
  std::vector<rule_revision> rules = described().rules;
  std::erase_if(rules,
                [](const rule_revision& rule) { return rule.name == "tracking" || rule.name == "learnt"; });
  return urlsieve::check_rules(
      rule_revisions(spelling()), "this version", rules, opened_->directory,
      "URLs may have another form there: look them up with the version that wrote the output");
}

result<void> output_reader::read(const consumer_ref<output_row>& take) const {
  return opened_->each({},
                       [&](const shard_summary& shard) { return opened_->lookup.read_whole(shard, take); });
}

result<void> output_reader::read_shard(std::uint32_t number, const consumer_ref<output_row>& take) const {
  const std::vector<shard_summary>& shards = described().shards;
  if (std::none_of(shards.begin(), shards.end(),
                   [&](const shard_summary& shard) { return opened_->lookup.number_of(shard) == number; }))
    return tl::unexpected(
        error{error_code::no_such_input, opened_->directory + " has no shard " + std::to_string(number)});
  return opened_->each(number,
                       [&](const shard_summary& shard) { return opened_->lookup.read_whole(shard, take); });
}

result<void> output_reader::read_urls(std::span<const std::string_view> urls,
                                      const consumer_ref<output_row>& take) const {
  // Groups the URLs by shard; `anywhere` are the URLs that may be in any shard. Sorted by bytes, they meet
  // the pieces of a shard in order.
  std::vector<std::size_t> in_order(urls.size());
  for (std::size_t i = 0; i < urls.size(); ++i) in_order[i] = i;
  std::sort(in_order.begin(), in_order.end(), [&](std::size_t a, std::size_t b) {
    const int comparison = urls[a].compare(urls[b]);
    return comparison != 0 ? comparison < 0 : a < b;
  });
  std::vector<std::vector<std::size_t>> asked(described().shard_count);
  std::vector<std::size_t> anywhere;
  for (const std::size_t number : in_order) {
    const std::optional<std::uint32_t> shard = opened_->lookup.shard_of_url(urls[number]);
    (shard ? asked[*shard] : anywhere).push_back(number);
  }
  return opened_->each({}, [&](const shard_summary& shard) -> result<bool> {
    const result<bool> more =
        opened_->lookup.read_urls(shard, urls, asked[opened_->lookup.number_of(shard)], take);
    return more && *more ? opened_->lookup.read_urls(shard, urls, anywhere, take) : more;
  });
}

result<void> output_reader::read_prefix(std::string_view prefix, const consumer_ref<output_row>& take) const {
  const auto holds = [prefix](const sorted_row& row) { return row.key.starts_with(prefix); };
  const url_view parts = url_view::of(prefix);
  const std::string_view host = parts.host();
  // A host is complete if another byte follows it.
  const bool has_host =
      !host.empty() && (!parts.path().empty() ||
                        prefix.find_first_of("?#\t", prefix.find("//") + 2) != std::string_view::npos);
  std::optional<std::uint32_t> only;
  if (has_host && described().edges != edge_choice::host && described().edges != edge_choice::domain)
    only = opened_->lookup.shard_of_host(host);
  if (described().order == row_order::first_seen || (described().order == row_order::surt && !has_host))
    return opened_->each(
        only, [&](const shard_summary& shard) { return opened_->lookup.read_some(shard, holds, take); });
  row_range range;
  if (described().order == row_order::bytes) {
    range = beginning_with(std::string(prefix));
  } else {
    std::string begin = surt_of(prefix.substr(0, prefix.find_first_of("/?#\t", prefix.find("//") + 2)));
    begin.resize(begin.find(')') + 1);
    range = surts_beginning_with(std::move(begin));
    range.holds = holds;
  }
  return opened_->each(
      only, [&](const shard_summary& shard) { return opened_->lookup.read_range(shard, range, take); });
}

result<void> output_reader::read_host(std::string_view host, const consumer_ref<output_row>& take) const {
  return opened_->each(opened_->lookup.shard_of_host(host), [&](const shard_summary& shard) {
    return opened_->lookup.read_host(shard, host, take);
  });
}

result<void> output_reader::read_domain(std::string_view domain, const consumer_ref<output_row>& take) const {
  return opened_->each(opened_->lookup.shard_of_domain(domain), [&](const shard_summary& shard) {
    return opened_->lookup.read_domain(shard, domain, take);
  });
}

result<void> output_reader::read_surts(std::string_view from, std::string_view to,
                                       const consumer_ref<output_row>& take) const {
  const bool sorted = described().order == row_order::surt;
  const auto place_of = [from, to](std::string_view surt) {
    if (surt < from) return row_range::place::before;
    return to.empty() || surt < to ? row_range::place::inside : row_range::place::behind;
  };
  const row_range range{
      [&](const sorted_row& row) { return place_of(row.sort_key.substr(0, row.sort_key.find('\0'))); }, {}};
  const auto holds = [&](const sorted_row& row) {
    return place_of(surt_of(row.key.substr(0, row.key.find('\t')))) == row_range::place::inside;
  };
  return opened_->each({}, [&](const shard_summary& shard) {
    return sorted ? opened_->lookup.read_range(shard, range, take)
                  : opened_->lookup.read_some(shard, holds, take);
  });
}

}  // namespace urlsieve
