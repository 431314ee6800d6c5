#include "urlsieve/shard_census.hpp"
#include "src/pipeline/thread_supply.hpp"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <new>
#include <optional>
#include <utility>

#include "src/datasets/remote_outputs.hpp"
#include "src/input/lists/named_paths.hpp"
#include "src/pipeline/leftover_warning.hpp"
#include "src/pipeline/resources.hpp"
#include "src/shards/manifest_reader.hpp"
#include "src/shards/row_numbers.hpp"
#include "src/shards/shard_fit.hpp"
#include "src/shards/shard_reader.hpp"
#include "src/url/hosts/public_suffix.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/names.hpp"
#include "urlsieve/url_view.hpp"
#include "urlsieve/version.hpp"

namespace urlsieve {

namespace {

// Bytes for a name with its slot of a table (measured).
constexpr std::uint64_t memory_of_name = 136;

// Returns the bytes for the hosts and domains of `lines` lines, if all names are different.
std::uint64_t memory_for_names(std::uint64_t lines) {
  return 2 * memory_of_name * std::min<std::uint64_t>(lines, 2 * shard_census::names_kept);
}

// The counts of one shard. URLs of a host are adjacent in most orders, so names are looked up once per group.
class shard_count {
 public:
  shard_count(const std::string& directory, const manifest& of, const shard_summary& entry,
              std::uint64_t memory, const remote_context& remote)
      : layout_(of),
        count_(layout_.place(name_of(field::count))),
        reader_(shard_reader::open(directory, entry, of, layout_, memory, remote)) {}

  result<void> run(run_monitor* monitor) {
    if (!reader_) return tl::unexpected(reader_.error());
    std::uint64_t reported = 0;
    while (reader_->next()) {
      take();
      if ((reader_->lines() & 0xFFFFU) != 0 || monitor == nullptr) continue;
      const std::uint64_t stored = reader_->stored_bytes();
      monitor->stored_bytes_done += stored - std::exchange(reported, stored);
      if (monitor->stop) return tl::unexpected(error{error_code::interrupted, "interrupted"});
    }
    end_group();
    result<void> checked = reader_->check();
    if (monitor != nullptr) monitor->stored_bytes_done += reader_->stored_bytes() - reported;
    return checked;
  }

  void add_to(shard_census& all) const {
    ++all.shards;
    all.counted = all.counted || count_.has_value();
    all.without_host += without_host_;
    all.schemes.add(schemes_);
    all.hosts.add(hosts_);
    all.domains.add(domains_);
    all.suffixes.add(suffixes_);
  }

 private:
  void take() {
    std::uint64_t references = 1;
    if (count_ && values_.read(*reader_)) references = values_.at(*count_).value_or(1);
    const std::string_view key = reader_->key();
    const std::string_view subject = key.substr(0, key.find('\t'));
    const url_view url = url_view::of(subject);
    if (url.scheme() != scheme_ || url.host() != host_ || urls_ == 0) {
      end_group();
      scheme_ = url.scheme();
      host_ = url.host();
    }
    ++urls_;
    references_ += references;
  }

  void end_group() {
    if (urls_ == 0) return;
    const std::uint64_t urls = std::exchange(urls_, 0);
    const std::uint64_t references = std::exchange(references_, 0);
    schemes_.add(scheme_, urls, references);
    if (host_.empty()) {
      without_host_ += urls;
      return;
    }
    hosts_.add(host_, urls, references);
    domains_.add(public_suffix_list::system().registrable_domain(host_), urls, references);
    const std::string_view suffix = public_suffix_list::system().public_suffix(host_);
    if (!suffix.empty()) suffixes_.add(suffix, urls, references);
  }

  row_layout layout_;
  std::optional<std::size_t> count_;
  result<shard_reader> reader_;
  row_numbers values_{layout_};
  std::string scheme_;  // of the current group
  std::string host_;
  std::uint64_t urls_ = 0;
  std::uint64_t references_ = 0;
  std::uint64_t without_host_ = 0;
  top_counts schemes_{shard_census::names_kept};
  top_counts hosts_{shard_census::names_kept};
  top_counts domains_{shard_census::names_kept};
  top_counts suffixes_{shard_census::names_kept};
};

struct shard_to_count {
  const std::string* directory;
  const manifest* of;
  const shard_summary* shard;
};

class census_run {
 public:
  census_run(const std::vector<std::string>& directories, const remote_options& remote, run_monitor* monitor)
      : directories_(directories), monitor_(monitor), remote_(remote_context_of(remote, monitor)) {}

  result<void> open(success_marker_policy mark) {
    if (result<void> found = find_outputs(directories_); !found) return found;
    for (const std::string& directory : directories_) {
      result<manifest> read = open_manifest(directory, mark, remote_);
      if (!read) return tl::unexpected(std::move(read.error()));
      manifests_.push_back(std::move(*read));
    }
    for (std::size_t i = 0; i < manifests_.size(); ++i) {
      for (const shard_summary& shard : manifests_[i].shards) {
        tasks_.push_back({&directories_[i], &manifests_[i], &shard});
        census_.lines += shard.lines;
        census_.bytes += shard.bytes;
        census_.content_bytes += shard.content_bytes;
      }
    }
    if (monitor_ != nullptr) monitor_->stored_bytes_total = census_.bytes;
    census_.all = unite(version, manifests_);
    census_.directories = manifests_.size();
    return {};
  }

  // Adds shards in their order, so that the result does not depend on threads.
  result<shard_census> count(unsigned wanted, std::uint64_t memory) {
    std::uint64_t largest = 0;
    std::uint64_t memory_to_read = 0;
    for (const shard_to_count& task : tasks_) {
      largest = std::max(largest, task.shard->lines);
      memory_to_read = std::max(memory_to_read, shard_reader::memory_for(*task.of));
    }
    const unsigned fitting = workers_that_fit(wanted, memory, memory_to_read + memory_for_names(largest),
                                              memory_for_names(census_.lines))
                                 .value_or(1);
    const unsigned threads = available_threads(fitting, warning_of(monitor_));
    const std::uint64_t share = memory / threads;
    const std::uint64_t for_rows = share - std::min(share, memory_of_program + memory_for_names(largest));
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    tbb::task_arena arena(static_cast<int>(threads));
    std::size_t next = 0;
    std::atomic<bool> failed{false};
    result<void> state;
    using token = std::pair<std::shared_ptr<shard_count>, result<void>>;
    arena.execute([&] {
      tbb::parallel_pipeline(
          threads,
          tbb::make_filter<void, shard_to_count>(tbb::filter_mode::serial_in_order,
                                                 [&](tbb::flow_control& flow) {
                                                   if (!failed && next < tasks_.size()) return tasks_[next++];
                                                   flow.stop();
                                                   return shard_to_count{};
                                                 }) &
              tbb::make_filter<shard_to_count, token>(tbb::filter_mode::parallel,
                                                      [&](const shard_to_count& task) {
                                                        auto counted = std::make_shared<shard_count>(
                                                            *task.directory, *task.of, *task.shard,
                                                            std::max(for_rows, memory_to_read), remote_);
                                                        result<void> done = counted->run(monitor_);
                                                        return token(std::move(counted), std::move(done));
                                                      }) &
              tbb::make_filter<token, void>(tbb::filter_mode::serial_in_order, [&](const token& done) {
                if (state) state = done.second;
                if (!state) failed = true;
                if (state) done.first->add_to(census_);
              }));
    });
    if (!state) return tl::unexpected(std::move(state.error()));
    return std::move(census_);
  }

 private:
  const std::vector<std::string>& directories_;
  run_monitor* monitor_;
  remote_context remote_;
  std::vector<manifest> manifests_;
  std::vector<shard_to_count> tasks_;
  shard_census census_;
};

}  // namespace

result<shard_census> take_census(const std::vector<std::string>& directories, unsigned threads,
                                 success_marker_policy mark, run_monitor* monitor, std::uint64_t memory,
                                 const remote_options& remote) {
  try {
    census_run run(directories, remote, monitor);
    if (result<void> opened = run.open(mark); !opened) return tl::unexpected(std::move(opened.error()));
    return run.count(threads_or_all(threads), memory_or_half(memory));
  } catch (const std::bad_alloc&) {
    return tl::unexpected(error{error_code::out_of_memory, "out of memory"});
  }
}

}  // namespace urlsieve
