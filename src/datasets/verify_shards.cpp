#include "urlsieve/verify_shards.hpp"
#include "src/pipeline/thread_supply.hpp"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <new>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "src/datasets/graph_check.hpp"
#include "src/datasets/graph_manifest.hpp"
#include "src/datasets/remote_outputs.hpp"
#include "src/dedup/fingerprint_set.hpp"
#include "src/input/lists/named_paths.hpp"
#include "src/input/lists/remote_listing.hpp"
#include "src/pipeline/leftover_warning.hpp"
#include "src/pipeline/resources.hpp"
#include "src/shards/dataset_file.hpp"
#include "src/shards/filter_check.hpp"
#include "src/shards/filter_file.hpp"
#include "src/shards/manifest_reader.hpp"
#include "src/shards/manifest_writer.hpp"
#include "src/shards/partition.hpp"
#include "src/shards/row_numbers.hpp"
#include "src/shards/shard_reader.hpp"
#include "src/shards/state_layers.hpp"
#include "src/shards/success_mark.hpp"
#include "src/text/resource_exhaustion.hpp"
#include "src/transfer/remote_name.hpp"
#include "urlsieve/names.hpp"
#include "urlsieve/password.hpp"

namespace urlsieve {

namespace {

namespace fs = std::filesystem;

std::string times(const bad_lines& bad) {
  std::string where = "line " + std::to_string(bad.first);
  if (bad.count > 1) where += " and " + std::to_string(bad.count - 1) + " more";
  return where;
}

// Compares one shard with its manifest.
class shard_check {
 public:
  shard_check(const std::string& directory, const manifest& of, std::size_t index, std::uint64_t memory,
              const remote_context& remote)
      : of_(of),
        entry_(of.shards[index]),
        number_(of.only_shard.value_or(static_cast<std::uint32_t>(index))),
        path_(shard_path(directory, entry_)),
        layout_(of),
        partition_(of.shard_by, of.shard_count),
        count_(layout_.place(name_of(field::count))),
        shard_(layout_.place(name_of(field::shard))),
        reader_(shard_reader::open(directory, entry_, of_, layout_, memory, remote)) {
    if (entry_.filter.bytes != 0) filter_.emplace(directory, entry_, remote);
  }

  // Returns false if interrupted.
  bool run(run_monitor* monitor) {
    if (!reader_ && reader_.error().code == error_code::interrupted) return false;
    if (!reader_) {
      note(reader_.error());
      return true;
    }
    std::uint64_t reported = 0;
    while (reader_->next()) {
      check_row();
      if (filter_) filter_->add(*reader_);
      if ((reader_->lines() & 0xFFFFU) != 0 || monitor == nullptr) continue;
      const std::uint64_t stored = reader_->stored_bytes();
      monitor->stored_bytes_done += stored - std::exchange(reported, stored);
      if (monitor->stop) return false;
    }
    compare();
    if (monitor != nullptr) monitor->stored_bytes_done += reader_->stored_bytes() - reported;
    return reader_->state() || reader_->state().error().code != error_code::interrupted;
  }

  [[nodiscard]] const std::vector<std::string>& faults() const { return faults_; }
  // Returns the error if a lack of resources prevented the check.
  [[nodiscard]] const std::optional<error>& exhaustion() const { return exhaustion_; }
  [[nodiscard]] std::uint64_t lines() const { return reader_ ? reader_->lines() : 0; }

 private:
  void check_row() {
    const std::uint64_t line = reader_->lines();
    if (!values_.read(*reader_)) {
      columns_.note(line);
      return;
    }
    if (count_ && !values_.at(*count_)) counts_.note(line);
    if (shard_ && values_.at(*shard_) != number_) numbers_.note(line);
    if (partition_.shard(reader_->key()) != number_) misplaced_rows_.note(line);
    if (of_.order == row_order::first_seen) check_repetition(line);
  }

  void check_repetition(std::uint64_t line) {
    if (line > entry_.lines) return;  // the memory was planned for entry_.lines
    const fingerprint of_key = fingerprint_of(reader_->key(), seed_);
    bool is_new = true;
    known_.insert({&of_key, 1}, {&is_new, 1});
    if (!is_new) repeated_urls_.note(line);
  }

  void compare() {
    if (!reader_->state()) note(reader_->state().error());
    reader_->drain();
    const shard_summary summary = reader_->summary();
    const auto compare_text = [&](std::string_view property, const std::string& got,
                                  const std::string& listed) {
      if (got != listed) add("has " + std::string(property) + ' ' + got + ", the manifest says " + listed);
    };
    const auto compare_number = [&](std::string_view unit, std::uint64_t got, std::uint64_t listed) {
      if (got != listed)
        add("has " + std::to_string(got) + ' ' + std::string(unit) + ", the manifest says " +
            std::to_string(listed));
    };
    compare_number("bytes", summary.bytes, entry_.bytes);
    compare_text("checksum", summary.checksum, entry_.checksum);
    // A shard that was not read to its end has other counts for that reason.
    if (reader_->state()) {
      compare_number("lines", summary.lines, entry_.lines);
      compare_number("bytes uncompressed", summary.content_bytes, entry_.content_bytes);
      compare_text("first key", key_for_manifest(summary.first_key), entry_.first_key);
      compare_text("last key", key_for_manifest(summary.last_key), entry_.last_key);
    }
    add_lines("has other columns than the manifest", columns_);
    add_lines("is not greater than the line before", reader_->disordered());
    add_lines("repeats an earlier URL", repeated_urls_);
    add_lines("belongs to another shard", misplaced_rows_);
    add_lines("has an invalid count", counts_);
    add_lines("names another shard", numbers_);
    if (filter_ && reader_->state()) std::ranges::move(filter_->finish(), std::back_inserter(faults_));
  }

  void note(const error& failure) {
    if (failure.code == error_code::out_of_memory) exhaustion_ = failure;
    faults_.push_back(failure.message);
  }
  void add(const std::string& fault) { faults_.push_back(path_ + ": " + fault); }
  void add_lines(std::string_view fault, const bad_lines& bad) {
    if (bad.count != 0) add(times(bad) + ": " + std::string(fault));
  }

  const manifest& of_;
  const shard_summary& entry_;
  std::uint32_t number_;
  std::string path_;
  row_layout layout_;
  partition partition_;
  std::optional<std::size_t> count_;
  std::optional<std::size_t> shard_;
  result<shard_reader> reader_;
  std::optional<filter_check> filter_;
  row_numbers values_{layout_};
  std::uint64_t seed_ = random_seed();
  fingerprint_set known_;
  bad_lines columns_;
  bad_lines counts_;
  bad_lines numbers_;
  bad_lines misplaced_rows_;
  bad_lines repeated_urls_;
  std::vector<std::string> faults_;
  std::optional<error> exhaustion_;
};

tl::unexpected<error> exhaustion_error(std::string message) {
  return tl::unexpected(error{error_code::out_of_memory, std::move(message)});
}

// Lists the names below a prefix in S3. Other servers have no listing.
void list_remote(const std::string& directory, const remote_context& remote, std::set<std::string>& names,
                 std::vector<std::string>& faults) {
  if (!is_s3_name(directory)) return;
  const std::string prefix = dataset_path(directory, "");
  remote_listing listed(remote.access, prefix, remote.stop);
  while (const std::optional<s3_listed> object = listed.next()) {
    const std::string path = listed.origin() + object->key;
    const std::string name = path.substr(prefix.size());
    names.insert(name.substr(0, name.find('/', shard_folder_size(name))));
  }
  if (listed.failure()) faults.push_back(prefix + ": " + *listed.failure());
}

// Checks that the directory holds only files that its manifest lists.
result<void> check_names(const std::string& directory, std::span<const shard_summary> shards,
                         const remote_context& remote, std::vector<std::string>& faults) {
  std::set<std::string, std::less<>> known{std::string(manifest_name), std::string(success_name)};
  for (const shard_summary& shard : shards) {
    known.insert(shard.name);
    if (shard.filter.bytes != 0) known.insert(filter_file_name(shard.name));
  }
  std::set<std::string> names;
  if (is_remote_name(directory)) {
    list_remote(directory, remote, names, faults);
  } else {
    std::error_code failed;
    std::vector<std::string> found = output_names_in(directory, failed);
    names.insert(found.begin(), found.end());
    if (is_resource_exhaustion(failed.value())) return exhaustion_error(directory + ": " + failed.message());
    if (failed) faults.push_back(directory + ": " + failed.message());
  }
  // The plan that made the output, and the records of its tasks.
  if (names.contains("plan.jsonl")) known.insert({"plan.jsonl", "tasks", "runs"});
  for (const std::string& name : names)
    if (!known.contains(name))
      faults.push_back(dataset_path(directory, name) + ": the manifest does not list this file");
  return {};
}

// Adds the fault of the success mark, if there is one.
result<void> add_mark_fault(const std::string& directory, const stored_manifest& stored,
                            success_marker_policy mark, const remote_context& remote,
                            std::vector<std::string>& faults) {
  int failure = 0;
  std::optional<std::string> fault = check_mark(directory, stored, mark, &failure, remote);
  if (is_resource_exhaustion(failure)) return exhaustion_error(std::move(*fault));
  if (fault) faults.push_back(std::move(*fault));
  return {};
}

// Checks an output directory without reading its shards. Returns its manifest; nullopt if the manifest cannot
// be read.
result<std::optional<manifest>> check_directory(const std::string& directory, success_marker_policy mark,
                                                const remote_context& remote,
                                                std::vector<std::string>& faults) {
  int failure = 0;
  result<stored_manifest> stored = load_manifest(directory, &failure, remote);
  if (!stored && stored.error().code == error_code::interrupted)
    return tl::unexpected(std::move(stored.error()));
  if (is_resource_exhaustion(failure)) return exhaustion_error(stored.error().message);
  if (!stored) {
    faults.push_back(stored.error().message);
    return std::nullopt;
  }
  if (result<void> checked = check_names(directory, stored->read.shards, remote, faults); !checked)
    return tl::unexpected(checked.error());
  std::uint64_t lines = 0;
  for (const shard_summary& shard : stored->read.shards) lines += shard.lines;
  if (stored->read.unique != lines)
    faults.push_back(dataset_path(directory, manifest_name) + ": \"unique\" is not the number of lines");
  if (result<void> checked = add_mark_fault(directory, *stored, mark, remote, faults); !checked)
    return tl::unexpected(checked.error());
  return std::move(stored->read);
}

// Checks the directory of a web graph. Returns false if the directory holds no graph.
result<bool> check_if_graph(const std::string& directory, success_marker_policy mark,
                            const remote_context& remote, run_monitor* monitor, verify_report& report) {
  const std::string path = dataset_path(directory, manifest_name);
  result<std::optional<std::string>> text = read_dataset_file(path, remote);
  if (!text || !*text || !is_of_graph(**text)) return false;
  result<graph_manifest> graph = read_graph_manifest(**text);
  if (!graph) {
    report.faults.push_back(without_password(path) + ": " + graph.error().message);
    return true;
  }
  const stored_manifest stored{manifest(), std::move(**text), false};
  if (monitor != nullptr)
    for (const shard_summary& file : graph->files) monitor->stored_bytes_total += file.bytes;
  return check_names(directory, graph->files, remote, report.faults)
      .and_then([&] { return add_mark_fault(directory, stored, mark, remote, report.faults); })
      .and_then([&] { return check_graph(directory, *graph, remote, monitor, report); })
      .map([] { return true; });
}

struct shard_to_check {
  const std::string* directory;
  const manifest* of;
  std::size_t index;
};

// Returns the memory for reading a shard: blocks, the window of decompression, and fingerprints of unsorted
// keys.
std::uint64_t memory_for(const shard_to_check& task) {
  const std::uint64_t to_read = shard_reader::memory_for(*task.of);
  const std::uint64_t lines = task.of->shards[task.index].lines;
  return to_read + (task.of->order == row_order::first_seen ? fingerprint_set().memory_with(lines) : 0);
}

}  // namespace

result<verify_report> verify_shards(const std::vector<std::string>& directories, unsigned threads,
                                    success_marker_policy mark, run_monitor* monitor, std::uint64_t memory,
                                    const remote_options& remote) {
  if (result<void> found = find_outputs(directories); !found) return tl::unexpected(found.error());
  const remote_context reach = remote_context_of(remote, monitor);
  verify_report report;
  // Each layer of a state is an output directory of its own.
  result<expanded_directories> expanded = expand_states(directories, reach);
  if (!expanded) return tl::unexpected(std::move(expanded.error()));
  std::vector<manifest> manifests;
  manifests.reserve(expanded->directories.size());
  std::vector<shard_to_check> all;
  for (const std::string& directory : expanded->directories) {
    const result<bool> is_graph = check_if_graph(directory, mark, reach, monitor, report);
    if (!is_graph) return tl::unexpected(is_graph.error());
    if (*is_graph) continue;
    result<std::optional<manifest>> read = check_directory(directory, mark, reach, report.faults);
    if (!read) return tl::unexpected(std::move(read.error()));
    if (!*read) continue;
    const manifest& of = manifests.emplace_back(std::move(**read));
    for (std::size_t i = 0; i < of.shards.size(); ++i) {
      all.push_back({&directory, &of, i});
      if (monitor != nullptr) monitor->stored_bytes_total += of.shards[i].bytes;
    }
  }
  std::uint64_t largest = 1;
  for (const shard_to_check& task : all) largest = std::max(largest, memory_for(task));
  const result<unsigned> fitting = workers_that_fit(threads_or_all(threads), memory_or_half(memory), largest);
  if (!fitting) return tl::unexpected(fitting.error());
  const unsigned workers = available_threads(*fitting, warning_of(monitor));
  const std::uint64_t memory_a_shard = (memory_or_half(memory) - memory_of_program) / workers;
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, workers);
  tbb::task_arena arena(static_cast<int>(workers));
  std::vector<std::vector<std::string>> faults(all.size());
  std::vector<std::optional<error>> shortages(all.size());
  std::vector<std::uint64_t> lines(all.size());
  std::atomic<bool> stopped{false};
  try {
    arena.execute([&] {
      tbb::parallel_for(std::size_t{0}, all.size(), [&](std::size_t i) {
        if (stopped) return;
        shard_check check(*all[i].directory, *all[i].of, all[i].index, memory_a_shard, reach);
        if (!check.run(monitor)) stopped = true;
        faults[i] = check.faults();
        shortages[i] = check.exhaustion();
        lines[i] = check.lines();
      });
    });
  } catch (const std::bad_alloc&) {
    return tl::unexpected(error{error_code::out_of_memory, "out of memory"});
  }
  if (stopped) return tl::unexpected(error{error_code::interrupted, "interrupted"});
  for (const std::optional<error>& exhaustion : shortages)
    if (exhaustion) return tl::unexpected(*exhaustion);
  report.shards += all.size();
  for (std::size_t i = 0; i < all.size(); ++i) {
    report.lines += lines[i];
    report.faults.insert(report.faults.end(), faults[i].begin(), faults[i].end());
  }
  return report;
}

}  // namespace urlsieve
