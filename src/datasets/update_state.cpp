// An update runs extract() into a new layer, compares the layer with the state, stores the layer, publishes
// the rows that the state lacks, and then the state. A killed update leaves the old state; its new rows may
// be in place, and the next update writes them again.
#include "urlsieve/update_state.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <new>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>

#include "src/api/extract_layer.hpp"
#include "src/datasets/remote_outputs.hpp"
#include "src/datasets/row_selection.hpp"
#include "src/datasets/state_change.hpp"
#include "src/pipeline/leftover_warning.hpp"
#include "src/pipeline/outputs/state_rows.hpp"
#include "src/pipeline/outputs/write_all.hpp"
#include "src/pipeline/path_check.hpp"
#include "src/shards/manifest_reader.hpp"
#include "src/shards/manifest_writer.hpp"
#include "src/shards/output_directory.hpp"
#include "src/shards/remote_upload.hpp"
#include "src/shards/row_layout.hpp"
#include "src/shards/run_counts.hpp"
#include "src/shards/seen_filter.hpp"
#include "src/shards/shard_fit.hpp"
#include "src/shards/shard_reader.hpp"
#include "src/shards/state_layers.hpp"
#include "src/transfer/remote_name.hpp"
#include "src/transfer/s3_service.hpp"
#include "urlsieve/learnt_rules.hpp"
#include "urlsieve/merge_shards.hpp"
#include "urlsieve/output_reader.hpp"
#include "urlsieve/version.hpp"

namespace urlsieve {
namespace {

constexpr std::uint64_t compaction_ratio = 4;
constexpr std::size_t most_layers = 16;

tl::unexpected<error> refuse_update(std::string why) {
  return tl::unexpected(error{error_code::usage, std::move(why)});
}

// Selects the URLs that no layer of the state has.
class new_url_decision final : public row_decision {
 public:
  explicit new_url_decision(seen_filter known) : known_(std::move(known)) {}

  bool selects(shard_reader& row) override { return !known_.knows(row.key()); }
  result<void> finish() override { return known_.finish(); }

 private:
  seen_filter known_;
};

class updating {
 public:
  updating(const update_options& options, int stream, run_monitor* monitor)
      : options_(options),
        run_(options.run),
        stream_(stream),
        monitor_(monitor),
        remote_(remote_context_of(options.run.remote, monitor)) {}

  result<update_summary> run() {
    return check_files()
        .and_then(
            [this] { return state_change::begin(options_.state, true, remote_, run_.output.temporary); })
        .and_then([this](std::unique_ptr<state_change>&& change) {
          change_ = std::move(change);
          return check_layout();
        })
        .and_then([this] { return build_layer(); })
        .and_then([this] { return publish(); })
        .map([this] { return std::move(summary_); });
  }

 private:
  [[nodiscard]] std::string layer_path() const { return change_->scratch() + "/layer"; }
  [[nodiscard]] std::string compacted_path() const { return change_->scratch() + "/compacted"; }

  // Checks that no file of the run replaces the state, or is among its files.
  [[nodiscard]] result<void> check_files() const {
    for (const std::string& file : files_written_by(run_))
      if (result<void> status = check_outside_state(file); !status) return status;
    return {};
  }

  [[nodiscard]] result<void> check_outside_state(const std::string& path) const {
    const result<bool> is_in_state = lies_in_state(path);
    if (!is_in_state) return tl::unexpected(is_in_state.error());
    if (*is_in_state) return refuse_update(path + " is in the state " + options_.state);
    return {};
  }

  // Checks that the run makes rows as the state has them.
  result<void> check_layout() {
    run_.output.directory = layer_path();
    run_.output.force = false;
    if (run_.output.order == row_order::first_seen)
      return refuse_update("a state has the order bytes or surt: output_options::order is first-seen");
    const std::vector<field>& fields = run_.output.fields;
    if (std::ranges::find(fields, field::shard) != fields.end())
      return refuse_update("a state cannot have the field shard, because compaction may change its shards");
    if (!run_.output.seen.empty() || run_.output.resume)
      return refuse_update("an update compares with its state: it has no output_options::seen and resume");
    if (run_.output.seen_approx)
      return refuse_update("a state counts its URLs exactly: an update has no output_options::seen_approx");
    if (!change_->layers()) return create_output();
    const std::function<void(std::string_view)> unheard;
    if (result<void> loaded = load_rules(run_.url, monitor_ != nullptr ? monitor_->on_warning : unheard);
        !loaded)
      return loaded;
    const manifest here = describe(version, run_, {}, {});
    const manifest& of = change_->described();
    result<void> fits = check_compatibility(here, "this run", of, options_.state, {});
    if (!fits) return fits;
    if (of.form != here.form || of.packing != here.packing)
      return refuse_update(options_.state + " has rows in " + std::string(of.rows()) + " with compression " +
                           std::string(name_of(of.packing)) + ", this run in " + std::string(here.rows()) +
                           " with " + std::string(name_of(here.packing)) +
                           ": `urlsieve convert` changes the form");
    return create_output();
  }

  // Begins the directory of new rows before any input is read, so that a wrong name is refused at once.
  result<void> create_output() {
    const std::string& asked = options_.run.output.directory;
    const bool is_built_here = asked.empty() || is_s3_name(asked);
    new_rows_path_ = is_built_here ? change_->scratch() + "/new" : asked;
    if (!asked.empty())
      if (result<void> status = check_outside_state(asked); !status) return status;
    if (is_s3_name(asked)) {
      result<remote_upload> upload = remote_upload::begin(remote_.access, asked, options_.run.output.force,
                                                          change_->scratch(), remote_.stop);
      if (!upload) return tl::unexpected(std::move(upload.error()));
      upload_.emplace(std::move(*upload));
    }
    const std::vector<std::string> needed = on_this_machine({options_.state});
    result<output_directory> directory =
        output_directory::create(new_rows_path_, options_.run.output.force, needed);
    if (!directory) return tl::unexpected(std::move(directory.error()));
    if (monitor_ != nullptr) warn_of_leftovers(directory->removed(), *monitor_);
    new_rows_.emplace(std::move(*directory));
    return {};
  }

  // Returns true if objects or files of the output `asked` would be among those of the state.
  [[nodiscard]] result<bool> lies_in_state(const std::string& asked) const {
    if (is_remote_name(asked) != is_remote_name(options_.state)) return false;
    if (!is_s3_name(asked)) return is_inside(asked, options_.state);
    const result<s3_location> output = s3_location::of_prefix(asked);
    if (!output) return tl::unexpected(output.error());
    const result<s3_location> state = s3_location::of_prefix(options_.state);
    if (!state) return tl::unexpected(state.error());
    return output->bucket == state->bucket && output->key.starts_with(state->key);
  }

  result<void> build_layer() {
    result<state_rows> state = rows_of_state();
    if (!state) return tl::unexpected(std::move(state.error()));
    result<run_summary> ended = extract_layer(run_, *state, monitor_);
    if (!ended) return tl::unexpected(std::move(ended.error()));
    summary_.run = std::move(*ended);
    summary_.run.directory.clear();
    return {};
  }

  // Returns the rows that count for the limits of URLs per host and domain.
  [[nodiscard]] result<state_rows> rows_of_state() const {
    state_rows rows;
    if ((run_.filters.max_per_host == 0 && run_.filters.max_per_domain == 0) || !change_->layers())
      return rows;
    extract_options compared = run_;
    compared.output.seen = change_->layers()->directories;
    rows.each_url = [this](const state_rows::url_consumer& take, std::uint64_t memory) {
      return read_state(take, memory);
    };
    return seen_directories::open(compared, monitor_ == nullptr ? nullptr : &monitor_->stop)
        .map([&](seen_directories&& layers) {
          rows.layers = std::move(layers);
          return std::move(rows);
        });
  }

  // Passes the URLs of the state to `take`, as state_rows::each_url.
  [[nodiscard]] result<void> read_state(const state_rows::url_consumer& take, std::uint64_t memory) const {
    const manifest& state = change_->described();
    const row_layout layout(state);
    for (const shard_summary& shard : state.shards) {
      result<shard_reader> rows =
          shard_reader::open(change_->directory(), shard, state, layout, memory, remote_);
      if (!rows) return tl::unexpected(std::move(rows.error()));
      while (rows->next())
        if (!take(rows->key())) return {};
      if (result<void> checked = rows->check(); !checked) return checked;
    }
    return {};
  }

  result<void> publish() {
    summary_.unique = change_->layers() ? change_->described().unique : 0;
    summary_.layers = change_->layers() ? change_->layers()->directories.size() : 0;
    if (summary_.run.ended != outcome::complete) return {};
    return open_manifest(layer_path(), success_marker_policy::required, {})
        .and_then([this](manifest&& layer) {
          layer_ = std::move(layer);
          return select_new_rows();
        })
        .and_then([this] { return store_layer(); })
        .and_then([this] { return publish_new_rows(); })
        .and_then([this] { return change_->publish(lines_); })
        .map([this] {
          if (monitor_ != nullptr && monitor_->on_warning)
            for (const std::string& warning : change_->warnings()) monitor_->on_warning(warning);
          summary_.is_published = true;
          summary_.unique = std::accumulate(lines_.begin(), lines_.end(), std::uint64_t{0});
          summary_.layers = change_->layers() ? change_->layers()->directories.size() : 1;
        });
  }

  // Writes the rows of the layer that the state lacks into the directory of new rows.
  result<void> select_new_rows() {
    extract_options compared = run_;
    if (change_->layers()) compared.output.seen = change_->layers()->directories;
    result<seen_directories> seen =
        seen_directories::open(compared, monitor_ == nullptr ? nullptr : &monitor_->stop);
    if (!seen) return tl::unexpected(std::move(seen.error()));
    row_selection selection;
    selection.directory = layer_path();
    selection.of = &layer_;
    selection.to = new_rows_->building();
    selection.memory_of_decision = seen->memory_for_shard();
    selection.threads = run_.threads;
    selection.memory = run_.output.memory;
    selection.decide = [&](std::uint32_t shard,
                           std::uint64_t memory) -> result<std::unique_ptr<row_decision>> {
      return seen_filter::open(*seen, shard, layer_.shards[shard].lines, memory)
          .map([](seen_filter&& known) -> std::unique_ptr<row_decision> {
            return std::make_unique<new_url_decision>(std::move(known));
          });
    };
    result<std::vector<shard_summary>> written = copy_selected_rows(selection, remote_, monitor_);
    if (!written) return tl::unexpected(std::move(written.error()));
    rebuild_filters(*seen);
    manifest added = layer_;
    added.filter_bits = 0;
    added.shards = std::move(*written);
    added.unique = added.sums().lines;
    count_lengths(added);
    lines_ = lines_by_shard(change_->described());
    lines_.resize(added.shards.size());
    for (std::size_t i = 0; i < lines_.size(); ++i) lines_[i] += added.shards[i].lines;
    summary_.added = added.unique;
    return new_rows_->describe(new_rows_manifest_ = added.json());
  }

  // Puts the directory of new rows into its place, or prints the rows.
  result<void> publish_new_rows() {
    return new_rows_->publish(new_rows_manifest_).and_then([&]() -> result<void> {
      if (upload_) return upload_->send(new_rows_path_);
      return options_.run.output.directory.empty() ? print(new_rows_path_) : result<void>{};
    });
  }

  // Rebuilds the damaged filters of the state, which only this process changes. A filter that cannot be
  // rebuilt is a warning, because updates need no filters.
  void rebuild_filters(const seen_directories& seen) {
    for (const seen_directories::damaged_filter& damaged : seen.damaged_filters()) {
      const result<void> done = seen.rebuild(damaged, change_->scratch());
      if (monitor_ != nullptr && monitor_->on_warning)
        monitor_->on_warning(damaged.fault + (done ? "; rebuilt from the shard"
                                                   : "; cannot be rebuilt: " + done.error().message));
    }
  }

  // Prints the rows of the directory `path`; rows of Parquet as TSV. A reader that ends early is an error,
  // because the caller would take the missing rows for known URLs.
  result<void> print(const std::string& path) {
    return output_reader::open(path).and_then([&](output_reader&& rows) {
      if (layer_.form == row_form::parquet) rows.write_as(row_form::tsv);
      if (monitor_ != nullptr) rows.stop_when(monitor_->stop);
      constexpr std::size_t block = std::size_t{64} << 10U;
      std::string text;
      result<void> printed;
      const auto take = [&](const output_row& row) {
        text.append(row.row).append(1, '\n');
        if (text.size() >= block) {
          printed = write_all(stream_, text);
          text.clear();
        }
        return printed.has_value();
      };
      return rows.read(take)
          .and_then([&] { return printed; })
          .and_then([&] { return write_all(stream_, text); })
          .map_error([this](error&& failure) {
            if (failure.code != error_code::closed_output) return std::move(failure);
            return error{error_code::cannot_write,
                         "the reader of the new URLs ended early: " + options_.state + " is unchanged"};
          })
          .and_then([&]() -> result<void> {
            if (monitor_ == nullptr || !monitor_->stop) return {};
            return tl::unexpected(error{error_code::interrupted, "interrupted while printing"});
          });
    });
  }

  result<void> store_layer() {
    const bool compacts = change_->layers() && needs_compaction();
    result<void> ready = compacts ? compact() : result<void>{};
    return ready.and_then(
        [&] { return change_->store(compacts ? compacted_path() : layer_path(), compacts); });
  }

  [[nodiscard]] bool needs_compaction() const {
    if (options_.compact != compaction_choice::automatic) return options_.compact == compaction_choice::now;
    std::uint64_t first = 0;
    std::uint64_t later = layer_.unique;
    for (const shard_summary& shard : change_->described().shards) {
      first += shard.layers.empty() ? shard.lines : shard.layers.front().lines;
      for (std::size_t i = 1; i < shard.layers.size(); ++i) later += shard.layers[i].lines;
    }
    return later > first / compaction_ratio || change_->layers()->directories.size() >= most_layers;
  }

  // Merges all layers and the new layer, which must have the distinct URLs of lines_.
  result<void> compact() {
    merge_options merging;
    merging.directories = change_->layers()->directories;
    merging.directories.push_back(layer_path());
    merging.output = compacted_path();
    merging.threads = run_.threads;
    merging.memory = run_.output.memory;
    merging.temporary = run_.output.temporary;
    merging.filter_bits = run_.output.filter_bits;
    merging.remote = run_.remote;
    result<manifest> merged = merge_shards(merging, monitor_);
    if (!merged) return tl::unexpected(std::move(merged.error()));
    if (lines_by_shard(*merged) != lines_)
      return tl::unexpected(
          error{error_code::cannot_read,
                options_.state + "/" + std::string(state_file_name) + ": \"lines\" differ from the rows"});
    return {};
  }

  const update_options& options_;
  extract_options run_;
  int stream_;
  run_monitor* monitor_;
  remote_context remote_;
  std::unique_ptr<state_change> change_;
  std::optional<output_directory> new_rows_;  // below the scratch of change_, or in the directory of the user
  std::string new_rows_path_;
  std::optional<remote_upload> upload_;  // of new rows to S3
  std::string new_rows_manifest_;
  manifest layer_;
  std::vector<std::uint64_t> lines_;  // distinct URLs of the state with the layer, by shard
  update_summary summary_;
};

}  // namespace

result<update_summary> update_state(const update_options& options, int stream, run_monitor* monitor) {
  try {
    return updating(options, stream, monitor).run();
  } catch (const std::bad_alloc&) {
    return tl::unexpected(error{error_code::out_of_memory, "out of memory"});
  }
}

}  // namespace urlsieve
