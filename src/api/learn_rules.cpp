#include "urlsieve/learn_rules.hpp"

#include <algorithm>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <utility>

#include "src/api/option_check.hpp"
#include "src/pipeline/file_run.hpp"
#include "src/pipeline/learning/rule_evidence.hpp"
#include "src/pipeline/learning/rule_selection.hpp"
#include "src/pipeline/leftover_warning.hpp"
#include "src/pipeline/outputs/output.hpp"
#include "src/pipeline/path_check.hpp"
#include "src/pipeline/redirects/followed_redirects.hpp"
#include "src/pipeline/redirects/locked_spill_directory.hpp"
#include "src/pipeline/resources.hpp"
#include "src/pipeline/run_assembly.hpp"
#include "src/shards/locked_directory.hpp"
#include "src/shards/output_file.hpp"

namespace urlsieve {
namespace {

constexpr std::uint64_t share_for_evidence = 16;  // each sort holds 1/16 of the memory

// Drops the URLs of a run that only learns.
class dropped_urls final : public output {
 public:
  result<void> prepare(batch&) override { return {}; }
  result<void> deliver(batch&) override { return {}; }
  result<void> finish(stats&, const publish_hook& complete) override { return complete({}, {}); }
  [[nodiscard]] std::uint64_t unique() const override { return 0; }
};

class page_observer final : public run_observer {
 public:
  // Requires: `evidence` outlives the observer.
  explicit page_observer(rule_evidence& evidence) : evidence_(evidence) {}

  result<void> on_pages(std::span<const captured_page> pages) override {
    for (const captured_page& page : pages)
      if (result<void> added = evidence_.add(page); !added) return added;
    return {};
  }

 private:
  rule_evidence& evidence_;
};

// Returns the options of the run that finds the pages.
extract_options options_of_pages(const learn_options& options) {
  extract_options run = options_of_file_run(options.run, options.output);
  run.note_pages = true;
  return run;
}

result<void> check_thresholds(const learn_options& options) {
  if (options.min_support == 0)
    return tl::unexpected(error{error_code::usage, "learn_options::min_support must be at least 1"});
  if (!(options.max_false >= 0 && options.max_false <= 1))
    return tl::unexpected(error{error_code::usage, "learn_options::max_false must be from 0 to 1"});
  return {};
}

class learner {
 public:
  learner(const learn_options& options, run_monitor& monitor)
      : options_(options), monitor_(monitor), run_(options_of_pages(options)) {}

  result<learn_summary> learn() {
    return check_thresholds(options_)
        .and_then([this] { return check_options(run_); })
        .and_then([this] { return check_paths(run_); })
        .and_then([this] { return open_file(); })
        .and_then([this] { return find_pages(); })
        .and_then([this]() -> result<void> {
          if (summary_.run.ended == outcome::nothing_read) return {};
          return select_rules().and_then([this] { return write_file(); });
        })
        .map([this] { return std::move(summary_); });
  }

 private:
  result<void> open_file() {
    const std::string place = spill_place(options_.run.output.temporary, options_.output);
    std::vector<std::string> removed = locked_directory::remove_leftovers_below(place);
    if (!options_.output.empty()) {
      result<output_file> file = output_file::create(options_.output, &monitor_.stop);
      if (!file) return tl::unexpected(std::move(file.error()));
      file_ = std::move(*file);
      if (const std::string leftover = file_.removed(); !leftover.empty()) removed.push_back(leftover);
    }
    warn_of_leftovers(removed, monitor_);
    evidence_.emplace(memory_or_half(run_.output.memory) / share_for_evidence,
                      [place] { return locked_spill_directory(place); });
    return {};
  }

  result<void> find_pages() {
    const std::unique_ptr<observed_redirects> no_redirects = new_redirects(run_.redirects, run_.output);
    dropped_urls sink;
    result<std::unique_ptr<run_assembly>> whole =
        run_assembly::open(run_, {*no_redirects, {}, monitor_}, sink);
    if (!whole) return tl::unexpected(std::move(whole.error()));
    (*whole)->observers().push_back(std::make_unique<page_observer>(*evidence_));
    return (*whole)->pipeline().in_parallel().map(
        [this](run_summary&& ended) { summary_.run = std::move(ended); });
  }

  result<void> select_rules() {
    monitor_.writing = true;
    const rule_thresholds thresholds{options_.min_support, options_.max_false};
    rule_selection selection(thresholds);
    result<void> evaluated = evidence_->evaluate(
        [&](evaluated_rule&& candidate) {
          ++summary_.candidates;
          selection.add(std::move(candidate));
        },
        monitor_.stop);
    if (!evaluated) return evaluated;
    summary_.pages = evidence_->pages();
    summary_.urls = evidence_->urls();
    summary_.rules = selection.finish();
    return withdraw_rules(thresholds);
  }

  // Removes the rules of hosts that meet the thresholds alone, but not together.
  result<void> withdraw_rules(const rule_thresholds& thresholds) {
    const rule_text text{"learnt rules", text_of_rules(summary_.rules)};
    const result<std::shared_ptr<const learnt_rule_set>> rules = learnt_rule_set::parse({&text, 1});
    if (!rules) return tl::unexpected(rules.error());
    const result<rule_evidence::counts_by_host> merged = evidence_->check(**rules, monitor_.stop);
    if (!merged) return tl::unexpected(merged.error());
    const auto is_withdrawn = [&](std::string_view host) {
      const auto found = merged->find(host);
      return found != merged->end() && !is_precise(found->second, thresholds.max_false);
    };
    summary_.withdrawn_hosts = static_cast<std::uint64_t>(
        std::ranges::count_if(*merged, [&](const auto& host) { return is_withdrawn(host.first); }));
    std::erase_if(summary_.rules, [&](const learnt_rule& rule) { return is_withdrawn(rule.host); });
    return {};
  }

  result<void> write_file() {
    if (options_.output.empty()) return {};
    return file_.write(text_of_rules(summary_.rules))
        .and_then([this] { return file_.close(); })
        .and_then([this] { return file_.publish(); })
        .map([this] { file_.settle(); });
  }

  const learn_options& options_;
  run_monitor& monitor_;
  extract_options run_;
  output_file file_;
  std::optional<rule_evidence> evidence_;
  learn_summary summary_;
};

}  // namespace

result<learn_summary> learn_rules(const learn_options& options, run_monitor* monitor) {
  run_monitor unwatched;
  try {
    return learner(options, monitor == nullptr ? unwatched : *monitor).learn();
  } catch (const std::bad_alloc&) {
    return tl::unexpected(error{error_code::out_of_memory, "out of memory"});
  }
}

}  // namespace urlsieve
