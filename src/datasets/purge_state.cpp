#include "urlsieve/purge_state.hpp"

#include <algorithm>
#include <deque>
#include <memory>
#include <new>
#include <optional>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "src/datasets/request_reader.hpp"
#include "src/datasets/row_selection.hpp"
#include "src/datasets/state_change.hpp"
#include "src/input/lists/name_list.hpp"
#include "src/pipeline/filters/url_filter.hpp"
#include "src/shards/output_directory.hpp"
#include "src/shards/row_layout.hpp"
#include "src/shards/run_counts.hpp"
#include "src/text/calendar_date.hpp"
#include "urlsieve/filter_options.hpp"
#include "urlsieve/names.hpp"
#include "urlsieve/output_reader.hpp"
#include "urlsieve/url_view.hpp"

namespace urlsieve {
namespace {

tl::unexpected<error> refuse_purge(error_code code, std::string why) {
  return tl::unexpected(error{code, std::move(why)});
}

// The conditions of a purge; any number of threads may share them.
struct purge_conditions {
  std::vector<std::unique_ptr<const url_filter>> filters;  // all of them must keep a URL
  std::optional<std::unordered_set<std::string>> urls;
  std::string before;                      // a date; empty: no condition
  std::optional<std::size_t> last_date;    // place in text rows
  std::optional<std::size_t> typed_place;  // place in typed rows
};

// Selects the rows that a purge keeps.
class purge_decision final : public row_decision {
 public:
  purge_decision(const purge_conditions& conditions, const row_layout& layout)
      : conditions_(conditions), layout_(layout) {
    for (const auto& filter : conditions.filters) filters_.emplace_back(*filter);
  }

  bool selects(shard_reader& row) override {
    const std::string_view url = row.key();
    if (conditions_.urls && !conditions_.urls->contains(std::string(url))) return true;
    for (filter_state& filter : filters_)
      if (filter.check(url) != rejection::none) return true;
    return !conditions_.before.empty() && last_date_of(row) >= conditions_.before;
  }

 private:
  // Returns the date without the quotes of JSON.
  std::string_view last_date_of(shard_reader& row) {
    if (row.is_typed()) return row.values()[*conditions_.typed_place].text();
    if (!layout_.split(row.row(), values_)) return {};
    std::string_view date = values_[*conditions_.last_date];
    if (date.starts_with('"')) date = date.substr(1, date.size() - 2);
    return date;
  }

  const purge_conditions& conditions_;
  const row_layout& layout_;
  std::deque<filter_state> filters_;
  row_values values_;
};

class purging {
 public:
  purging(const purge_options& options, run_monitor* monitor) : options_(options), monitor_(monitor) {}

  result<purge_summary> run() {
    return check_options()
        .and_then([this] { return state_change::begin(options_.state, false); })
        .and_then([this](std::unique_ptr<state_change>&& change) -> result<void> {
          change_ = std::move(change);
          if (!change_->layers())
            return refuse_purge(error_code::usage, options_.state + " is not a state of `urlsieve update`");
          return read_conditions();
        })
        .and_then([this] { return rewrite(); })
        .map([this] { return summary_; });
  }

 private:
  [[nodiscard]] result<void> check_options() const {
    if (options_.hosts.empty() && options_.domains.empty() && options_.include.empty() &&
        options_.urls_from.empty() && options_.not_seen_since.empty())
      return refuse_purge(error_code::usage,
                          "no condition is given: use purge_options::hosts, purge_options::domains, "
                          "purge_options::include, purge_options::urls_from or "
                          "purge_options::not_seen_since");
    if (!options_.not_seen_since.empty() && !is_calendar_date(options_.not_seen_since))
      return refuse_purge(
          error_code::usage,
          "purge_options::not_seen_since is no date, such as 2026-01-31: " + options_.not_seen_since);
    return {};
  }

  [[nodiscard]] const std::atomic<bool>* stop() const {
    return monitor_ == nullptr ? nullptr : &monitor_->stop;
  }

  result<void> read_conditions() {
    const manifest& of = change_->described();
    layout_.emplace(of);
    // Hosts and domains of one filter are alternatives.
    filter_options filters;
    filters.hosts = options_.hosts;
    filters.include = options_.include;
    filter_options of_domains;
    of_domains.domains = options_.domains;
    for (const filter_options& each : {filters, of_domains}) {
      result<std::unique_ptr<const url_filter>> filter = url_filter::make(each, stop());
      if (!filter) return tl::unexpected(std::move(filter.error()));
      if (*filter != nullptr) conditions_.filters.push_back(std::move(*filter));
    }
    if (!options_.not_seen_since.empty()) {
      conditions_.last_date = layout_->place(name_of(field::last_date));
      if (!conditions_.last_date)
        return refuse_purge(error_code::usage, options_.state + " has no field last-date");
      conditions_.typed_place = layout_->index_of_value(*conditions_.last_date);
      conditions_.before = options_.not_seen_since;
    }
    return options_.urls_from.empty() ? result<void>{} : read_urls();
  }

  result<void> read_urls() {
    result<output_reader> state = output_reader::open(options_.state);
    if (!state) return tl::unexpected(std::move(state.error()));
    if (result<void> checked = state->check_rules(); !checked) return checked;
    request_reader requests(*state);
    result<name_list> list = name_list::open(options_.urls_from, stop());
    if (!list) return tl::unexpected(std::move(list.error()));
    std::unordered_set<std::string>& urls = conditions_.urls.emplace();
    for (std::uint64_t line = 1; const std::optional<std::string> text = list->next(); ++line) {
      const normalizer::outcome url = requests.url(*text);
      const bool is_relative = !requests.has_names() && !url_view::of(url.url).has_scheme();
      if (url.url.empty() || is_relative)
        return refuse_purge(error_code::invalid_url,
                            options_.urls_from + ": name " + std::to_string(line) + " is no URL: " + *text);
      urls.emplace(url.url);
    }
    if (list->failure()) return tl::unexpected(*list->failure());
    return {};
  }

  result<void> rewrite() {
    manifest kept = change_->described();
    const std::string path = change_->scratch() + "/kept";
    result<output_directory> directory = output_directory::create(path, false);
    if (!directory) return tl::unexpected(std::move(directory.error()));
    row_selection selection;
    selection.directory = options_.state;
    selection.of = &change_->described();
    selection.to = directory->building();
    selection.filter_bits = change_->described().filter_bits;
    selection.threads = options_.threads;
    selection.memory = options_.memory;
    selection.decide = [this](std::uint32_t, std::uint64_t) -> result<std::unique_ptr<row_decision>> {
      return std::make_unique<purge_decision>(conditions_, *layout_);
    };
    result<std::vector<shard_summary>> written = copy_selected_rows(selection, {}, monitor_);
    if (!written) return tl::unexpected(std::move(written.error()));
    kept.shards = std::move(*written);
    kept.lease.reset();
    kept.examples.clear();  // may hold removed URLs
    kept.unique = kept.sums().lines;
    summary_ = {change_->described().unique - kept.unique, kept.unique};
    if (summary_.removed == 0) return {};
    count_lengths(kept);
    return directory->commit(kept.json()).and_then([&] { return change_->store(path, true); }).and_then([&] {
      return change_->publish(lines_by_shard(kept));
    });
  }

  const purge_options& options_;
  run_monitor* monitor_;
  std::unique_ptr<state_change> change_;
  std::optional<row_layout> layout_;
  purge_conditions conditions_;
  purge_summary summary_;
};

}  // namespace

result<purge_summary> purge_state(const purge_options& options, run_monitor* monitor) {
  try {
    return purging(options, monitor).run();
  } catch (const std::bad_alloc&) {
    return tl::unexpected(error{error_code::out_of_memory, "out of memory"});
  }
}

}  // namespace urlsieve
