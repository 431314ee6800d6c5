// Chooses the way of a conversion: a merge, if rows keep their URLs, their partition and their order, else a
// store.
#include "urlsieve/convert_shards.hpp"

#include <algorithm>
#include <cstddef>
#include <new>
#include <span>
#include <utility>

#include "src/datasets/merge_runs.hpp"
#include "src/datasets/remote_outputs.hpp"
#include "src/datasets/store_conversion.hpp"
#include "src/datasets/stored_url_options.hpp"
#include "src/datasets/url_renewal.hpp"
#include "src/shards/chosen_fields.hpp"
#include "src/shards/manifest_writer.hpp"
#include "src/shards/partition.hpp"
#include "src/url/hosts/public_suffix.hpp"
#include "urlsieve/fields.hpp"
#include "urlsieve/names.hpp"
#include "urlsieve/option_table.hpp"

namespace urlsieve {
namespace {

tl::unexpected<error> refuse_conversion(std::string why) {
  return tl::unexpected(error{error_code::usage, std::move(why)});
}

class shard_converter {
 public:
  shard_converter(const convert_options& options, run_monitor& monitor)
      : options_(options), monitor_(monitor), remote_(remote_context_of(options.remote, &monitor)) {
    inputs_.directories = options.directories;
    inputs_.directories_from = options.directories_from;
    inputs_.mark = options.mark;
  }

  result<conversion> run() {
    result<merge_runs> opened = merge_runs::open(inputs_, demands(), remote_, &monitor_);
    if (!opened) return tl::unexpected(std::move(opened.error()));
    runs_ = &*opened;
    out_ = opened->united();
    describe_layout();
    if (out_.shard_count > max_shards)
      return refuse_conversion("the number of shards must be from 1 to " + std::to_string(max_shards));
    if (result<void> chosen = choose_fields(); !chosen) return tl::unexpected(std::move(chosen.error()));
    return is_merge() ? convert_by_merge() : convert_rows();
  }

 private:
  // Returns true if URLs are to be normalized again where options or rules differ.
  [[nodiscard]] bool asks_for_renewal() const {
    return options_.to_current_rules || !options_.url_changes.empty();
  }

  [[nodiscard]] run_demands demands() {
    run_demands demanded;
    demanded.compatibility = {
        .same_shard_count = false,
        .same_fields = options_.fields.empty(),
        .same_form = false,
        .same_rules = !asks_for_renewal() && options_.bad_revision == revision_policy::fault,
        .same_urls = !asks_for_renewal(),
        .same_layout = false};
    demanded.are_merged = false;
    demanded.check = [this](const manifest& of, const std::string& name) { return check_run(of, name); };
    return demanded;
  }

  result<void> check_run(const manifest& of, const std::string& name) {
    if (of.only_shard)
      return refuse_conversion(name + " holds shard " + std::to_string(*of.only_shard) +
                               " alone: merge the shards of the run first");
    if (!asks_for_renewal()) return {};
    if (!wanted_) {
      wanted_ = stored_url_options(of);
      if (result<void> applied = apply_changes(options_.url_changes, *wanted_); !applied) return applied;
    }
    return needs_renewal(of, name, *wanted_).map([this](bool needed) { renews_ = renews_ || needed; });
  }

  void describe_layout() {
    out_.shard_by = options_.shard_by.value_or(out_.shard_by);
    out_.order = options_.order.value_or(out_.order);
    if (options_.shards != 0) out_.shard_count = options_.shards;
    out_.layout = options_.layout.value_or(out_.layout);
    if (renews_) note_renewal(*wanted_, out_);
  }

  // Lists the columns of the output, if options change them, with or without the key.
  result<void> choose_fields() {
    fields_ = options_.fields;
    if (!options_.key) return {};
    if (fields_.empty())
      for (const std::string& word : out_.fields)
        if (const std::optional<field> name = parse_name<field>(word)) fields_.push_back(*name);
    const auto key = std::ranges::find(fields_, field::key);
    if (*options_.key == key_form::none && key != fields_.end()) {
      if (!options_.fields.empty())
        return refuse_conversion(
            "convert_options::fields has the key, and convert_options::key = none removes the key");
      fields_.erase(key);
    }
    if (*options_.key != key_form::none && key == fields_.end()) {
      const auto url = std::ranges::find(fields_, field::url);
      fields_.insert(url == fields_.end() ? url : url + 1, field::key);
    }
    return {};
  }

  // Returns true if all rows keep their URL, and a merge can bring them into the layout.
  [[nodiscard]] bool is_merge() const {
    return !renews_ && std::ranges::all_of(runs_->kinds(), [this](const manifest& kind) {
      return kind.shard_by == out_.shard_by && kind.order == out_.order;
    });
  }

  result<conversion> convert_by_merge() {
    merge_options merge = inputs_;
    merge.directories = runs_->directories();
    merge.directories_from.clear();
    merge.remote = options_.remote;
    merge.output = options_.output;
    merge.force = options_.force;
    merge.bad_revision = asks_for_renewal() ? revision_policy::ok : options_.bad_revision;
    const bool keeps_shards = std::ranges::all_of(
        runs_->kinds(), [this](const manifest& kind) { return kind.shard_count == out_.shard_count; });
    merge.reshard = keeps_shards ? 0 : out_.shard_count;
    merge.compress = options_.compress;
    merge.format = options_.format;
    merge.layout = out_.layout;
    merge.filter_bits = options_.filter_bits;
    merge.fields = fields_;
    merge.threads = options_.threads;
    merge.memory = options_.memory;
    merge.temporary = options_.temporary;
    monitor_.documents = 0;
    return merge_shards(merge, &monitor_).map([](manifest&& written) {
      conversion done;
      done.output = std::move(written);
      return done;
    });
  }

  [[nodiscard]] bool has_dates() const {
    return std::ranges::any_of(out_.fields, [](const std::string& word) {
      const std::optional<field> name = parse_name<field>(word);
      return name && is_date_of_run(*name);
    });
  }

  result<conversion> convert_rows() {
    if (out_.order == row_order::first_seen)
      return refuse_conversion(
          "the order first-seen can be kept only if nothing but the form, the compression and the columns "
          "change: the place of a URL depends on all URLs before it; choose convert_options::order = bytes "
          "or "
          "surt");
    if (result<void> formed = choose_form(options_.format, options_.compress, out_); !formed)
      return tl::unexpected(std::move(formed.error()));
    if (result<void> chosen = choose_filters(options_.filter_bits, out_); !chosen)
      return tl::unexpected(std::move(chosen.error()));
    if (!fields_.empty()) {
      const std::vector<manifest> kinds(runs_->kinds().begin(), runs_->kinds().end());
      if (result<void> chosen = urlsieve::choose_fields(fields_, kinds, runs_->names_of_kinds(), out_,
                                                        derived_columns::computed);
          !chosen)
        return tl::unexpected(std::move(chosen.error()));
    }
    if ((renews_ || runs_->directories().size() > 1) && has_dates())
      return refuse_conversion(
          "the fields first-date and last-date of rows with equal URLs cannot be united here: merge the "
          "directories first, or choose convert_options::fields without the dates");
    if (out_.shard_by == partition_key::domain || depends_on_suffixes(out_))
      out_.public_suffix_list = public_suffix_list::system().identity();
    if (!uses_suffixes(out_)) out_.public_suffix_list.clear();
    std::optional<url_options> urls;
    if (renews_) {
      urls = stored_url_group(out_);
      urls->learnt_rules = wanted_->url.learnt_rules;  // a manifest does not have the rules
    }
    return convert_by_store({options_, *runs_, out_, urls, remote_, monitor_});
  }

  const convert_options& options_;
  run_monitor& monitor_;
  remote_context remote_;
  merge_options inputs_;
  const merge_runs* runs_ = nullptr;
  std::optional<extract_options> wanted_;  // with the options of URLs of the output
  bool renews_ = false;                    // URLs are normalized again
  std::vector<field> fields_;              // of the output; empty: as in the directories
  manifest out_;
};

}  // namespace

std::vector<std::string_view> names_of_url_changes() {
  std::vector<std::string_view> names;
  for (const option_row& row : option_table)
    if (is_renewable(row)) names.push_back(row.word);
  return names;
}

result<conversion> convert_shards(const convert_options& options, run_monitor* monitor) {
  run_monitor unwatched;
  run_monitor& watched = monitor == nullptr ? unwatched : *monitor;
  try {
    return run_with_output(options, &watched.stop, [&](const convert_options& local) {
      return shard_converter(local, watched).run();
    });
  } catch (const std::bad_alloc&) {
    return tl::unexpected(error{error_code::out_of_memory, "out of memory"});
  }
}

}  // namespace urlsieve
