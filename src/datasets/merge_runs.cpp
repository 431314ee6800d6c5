#include "src/datasets/merge_runs.hpp"

#include <algorithm>
#include <utility>

#include "src/input/lists/name_list.hpp"
#include "src/input/lists/named_paths.hpp"
#include "src/shards/dataset_file.hpp"
#include "src/shards/manifest_reader.hpp"
#include "src/shards/manifest_writer.hpp"
#include "src/shards/partition.hpp"
#include "src/shards/state_layers.hpp"
#include "urlsieve/version.hpp"

namespace urlsieve {
namespace {

tl::unexpected<error> refuse_run(std::string why) {
  return tl::unexpected(error{error_code::usage, std::move(why)});
}

// Compares the properties that matter for reading and converting rows.
bool are_alike(const manifest& a, const manifest& b) {
  return a.shard_count == b.shard_count && a.packing == b.packing && a.form == b.form &&
         a.layout == b.layout && a.fields == b.fields && a.key == b.key && a.order == b.order &&
         a.edges == b.edges && a.shard_by == b.shard_by && a.public_suffix_list == b.public_suffix_list;
}

}  // namespace

run_demands demands_of(const merge_options& options) {
  return {{.same_shard_count = options.reshard == 0,
           .same_fields = options.fields.empty(),
           .same_form = false,
           .same_rules = options.bad_revision == revision_policy::fault}};
}

result<merge_runs> merge_runs::open(const merge_options& options, const run_demands& demands,
                                    const remote_context& remote, run_monitor* monitor) {
  merge_runs opened(options, remote, monitor);
  return opened.read_list()
      .and_then([&] { return find_outputs(opened.directories_); })
      .and_then([&] { return opened.expand_states(); })
      .and_then([&] { return opened.read_manifests(demands); })
      .and_then([&] { return demands.are_merged ? opened.check_parts() : result<void>(); })
      .map([&] { return std::move(opened); });
}

result<void> merge_runs::read_list() {
  directories_ = options_->directories;
  if (!options_->directories_from.empty()) {
    result<name_list> list =
        name_list::open(options_->directories_from, monitor_ == nullptr ? nullptr : &monitor_->stop);
    if (!list) return tl::unexpected(std::move(list.error()));
    while (std::optional<std::string> name = list->next()) directories_.push_back(std::move(*name));
    if (list->failure()) return tl::unexpected(*list->failure());
  }
  if (directories_.empty()) return refuse_run("no directory is given");
  return {};
}

// Replaces states by their layers, which are runs like others.
result<void> merge_runs::expand_states() {
  if (!options_->manifest_checksums.empty()) return {};
  return urlsieve::expand_states(directories_, remote_).map([this](expanded_directories&& expanded) {
    directories_ = std::move(expanded.directories);
    leases_ = std::move(expanded.leases);
  });
}

result<void> merge_runs::read_manifests(const run_demands& demands) {
  manifest first;
  result<void> fits;
  for (std::size_t i = 0; i < directories_.size(); ++i) {
    const std::string& directory = directories_[i];
    if (monitor_ != nullptr && monitor_->stop)
      return tl::unexpected(error{error_code::interrupted, "interrupted while reading manifests"});
    std::optional<std::string_view> checksum;
    if (i < options_->manifest_checksums.size()) checksum = options_->manifest_checksums[i];
    result<manifest> read = open_run_manifest(directory, options_->mark, remote_, checksum);
    if (!read) return tl::unexpected(std::move(read.error()));
    if (fits && demands.check) fits = demands.check(*read, directory);
    if (runs_.empty()) {
      first = *read;
      first.shards.clear();
      united_ = begin_merged_manifest(version, first);
    } else {
      // An unreadable manifest is reported before incompatible runs, so reading continues.
      if (fits) fits = check_compatibility(first, directories_[0], *read, directory, demands.compatibility);
      if (fits) add_to_merged_manifest(united_, *read);
    }
    take(std::move(*read));
    if (i == 0 && fits && demands.are_merged) fits = check_order();
    if (monitor_ != nullptr) ++monitor_->documents;
  }
  return fits;
}

void merge_runs::take(manifest&& read) {
  runs_.push_back({kind_of(read), read.only_shard, shards_.size()});
  // Rows of a single directory may be copied unchanged.
  const bool may_be_copied = directories_.size() == 1 || read.only_shard;
  for (shard_summary& shard : read.shards) {
    shards_.push_back(stored_of(shard));
    stored_bytes_ += shard.bytes;
    if (may_be_copied) whole_.push_back(std::move(shard));
  }
}

const manifest* merge_runs::kind_of(const manifest& read) {
  const auto found = std::find_if(kinds_.begin(), kinds_.end(),
                                  [&](const manifest& known) { return are_alike(known, read); });
  if (found != kinds_.end()) return &*found;
  manifest& kind = kinds_.emplace_back();
  kind.shard_by = read.shard_by;
  kind.shard_count = read.shard_count;
  kind.public_suffix_list = read.public_suffix_list;
  kind.edges = read.edges;
  kind.order = read.order;
  kind.form = read.form;
  kind.packing = read.packing;
  kind.layout = read.layout;
  kind.fields = read.fields;
  kind.key = read.key;
  first_of_kinds_.push_back(runs_.size());
  return &kind;
}

std::vector<std::string> merge_runs::names_of_kinds() const {
  std::vector<std::string> names;
  names.reserve(first_of_kinds_.size());
  for (const std::size_t first : first_of_kinds_) names.push_back(directories_[first]);
  return names;
}

result<void> merge_runs::check_order() const {
  const bool mixes = options_->reshard != 0 || (directories_.size() > 1 && !runs_[0].only_shard);
  if (united_.order == row_order::first_seen && mixes) {
    return refuse_run(
        "shards in the order first-seen cannot be merged: the place of a URL depends on all URLs "
        "before it; make the outputs with output_options::order = bytes or surt");
  }
  return {};
}

// Checks that all runs are complete, or that each shard of one run has its own directory.
result<void> merge_runs::check_parts() const {
  std::vector<const std::string*> holders(runs_[0].kind->shard_count, nullptr);
  std::size_t parts = 0;
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    if (!runs_[i].only_shard) continue;
    ++parts;
    const std::string*& holder = holders[*runs_[i].only_shard % holders.size()];
    if (holder != nullptr) {
      return refuse_run(*holder + " and " + directories_[i] + " both hold shard " +
                        std::to_string(*runs_[i].only_shard) + " alone: merge the shards of each run first");
    }
    holder = &directories_[i];
  }
  if (parts == 0) return {};
  if (parts != runs_.size())
    return refuse_run(
        "some directories hold a single shard and others all shards: merge the single shards first");
  if (options_->reshard != 0 || options_->only_shard)
    return refuse_run("directories that hold a single shard can only be joined");
  for (std::size_t shard = 0; shard < holders.size(); ++shard)
    if (holders[shard] == nullptr) return refuse_run("no directory holds shard " + std::to_string(shard));
  return {};
}

void merge_runs::append_inputs(std::uint64_t lowest, std::uint64_t highest,
                               std::vector<merge_input>& out) const {
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    const run& source = runs_[i];
    const std::uint32_t last = shard_of(highest, source.kind->shard_count);
    for (std::uint32_t from = shard_of(lowest, source.kind->shard_count); from <= last; ++from) {
      if (source.only_shard && *source.only_shard != from) continue;
      const std::size_t at = source.first_shard + (source.only_shard ? 0 : from);
      out.push_back({source.kind, &directories_[i], &shards_[at], from});
    }
  }
}

const shard_summary* merge_runs::whole(const std::vector<merge_input>& inputs) const {
  if (inputs.size() != 1 || whole_.size() != shards_.size()) return nullptr;
  return &whole_[static_cast<std::size_t>(inputs[0].shard - shards_.data())];
}

std::uint64_t merge_runs::memory() const {
  constexpr std::uint64_t of_a_string = 32;  // overhead of a string that is stored outside its object
  std::uint64_t sum = runs_.capacity() * sizeof(run) + shards_.capacity() * sizeof(stored_shard) +
                      directories_.capacity() * sizeof(std::string);
  for (const std::string& name : directories_) sum += name.capacity() + of_a_string;
  for (const shard_summary& entry : whole_) {
    sum += sizeof entry + entry.first_key.capacity() + entry.last_key.capacity() + 4 * of_a_string;
    if (entry.userinfo_hosts)
      for (const std::string& host : *entry.userinfo_hosts) sum += host.capacity() + of_a_string;
  }
  return sum;
}

}  // namespace urlsieve
