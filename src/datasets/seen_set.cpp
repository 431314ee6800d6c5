// The set keeps inserted URLs in a sighting_set and looks the others up in the state. A flush writes the
// inserted URLs with their counts to a temporary list, and updates the state from the list.
#include "urlsieve/seen_set.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <new>
#include <optional>
#include <system_error>
#include <utility>

#include "src/datasets/list_normalizer.hpp"
#include "src/datasets/state_change.hpp"
#include "src/dedup/sighting_set.hpp"
#include "src/pipeline/outputs/write_all.hpp"
#include "src/shards/durable_file.hpp"
#include "src/shards/locked_directory.hpp"
#include "src/shards/manifest_writer.hpp"
#include "src/shards/shard_fit.hpp"
#include "src/shards/state_layers.hpp"
#include "src/text/arena.hpp"
#include "src/text/scan/fingerprint.hpp"
#include "src/text/system_error.hpp"
#include "src/transfer/remote_name.hpp"
#include "urlsieve/column_table.hpp"
#include "urlsieve/learnt_rules.hpp"
#include "urlsieve/option_table.hpp"
#include "urlsieve/output_reader.hpp"
#include "urlsieve/redirects.hpp"
#include "urlsieve/version.hpp"

namespace urlsieve {
namespace {

constexpr std::uint64_t memory_per_url = 48;  // bytes besides the URL, while a table grows

tl::unexpected<error> refuse_set(std::string why) {
  return tl::unexpected(error{error_code::usage, std::move(why)});
}

constexpr std::array<std::string_view, 14> options_besides_urls{
    "redirects", "threads", "shards", "shard-by",    "order", "output-format", "jsonl",
    "compress",  "fields",  "key",    "filter-bits", "date",  "memory",        "tmpdir"};

// Returns the members of `run` that a set uses.
extract_options used_options(const extract_options& run) {
  extract_options used;
  used.url = run.url;
  used.redirects.read_from = run.redirects.read_from;
  used.threads = run.threads;
  const output_options& output = run.output;
  used.output.shards = output.shards;
  used.output.shard_by = output.shard_by;
  used.output.order = output.order;
  used.output.format = output.format;
  used.output.compress = output.compress;
  used.output.filter_bits = output.filter_bits;
  used.output.fields = output.fields;
  used.output.key = output.key;
  used.output.date = output.date;
  used.output.memory = output.memory;
  used.output.temporary = output.temporary;
  used.input.format = input_format::urls;
  used.input.count_column = 2;
  return used;
}

// Checks that a list of URLs with counts fills the columns of a state.
result<void> check_columns(const std::vector<field>& fields, const std::string& state) {
  for (const field name : fields) {
    const column_source source = column_of(name).source;
    const bool is_filled = source == column_source::url || source == column_source::url_part ||
                           name == field::count || name == field::first_date || name == field::last_date;
    if (!is_filled)
      return refuse_set(state + " has the field " + std::string(name_of(name)) +
                        ", which a seen_set cannot fill");
  }
  return {};
}

}  // namespace

class seen_set::inner {
 public:
  static result<std::unique_ptr<inner>> open(const seen_set_options& options) {
    auto set = std::unique_ptr<inner>(new inner(options));
    return set->open_state().and_then([&] { return set->open_normalizer(options.run); }).map([&] {
      return std::move(set);
    });
  }

  result<new_urls> insert(std::span<const std::string_view> references) {
    if (result<void> usable = check_usable(); !usable) return tl::unexpected(std::move(usable.error()));
    storage_.clear();
    sightings_.clear();
    std::uint64_t bytes = 0;
    std::size_t longest = 0;
    for (std::size_t i = 0; i != references.size(); ++i) {
      const std::optional<std::string_view> url = urls_->normalize(references[i], storage_);
      if (!url) continue;
      sightings_.push_back({*url, partition_hash(*url), i});
      bytes += url->size() + memory_per_url;
      longest = std::max(longest, url->size());
    }
    if (result<void> read = urls_->state(); !read) return tl::unexpected(std::move(read.error()));
    if (memory_ != 0 && inserted_.footprint() + bytes > memory_ / 2) return too_large();
    result<void> known = find_known(references.size());
    if (!known) return tl::unexpected(std::move(known.error()));
    rejected_ += references.size() - sightings_.size();
    longest_ = std::max(longest_, longest);
    const std::uint64_t before = inserted_.next_position();
    is_usable_ = false;  // until the new URLs are listed
    inserted_.insert(sightings_);
    new_urls added;
    inserted_.new_since(before, [&](const known_url& entry) {
      if (!is_known_.empty() && is_known_[entry.order]) return;
      added.urls.push_back(entry.url);
      added.places.push_back(entry.order);
    });
    is_usable_ = true;
    return added;
  }

  result<bool> contains(std::string_view reference) {
    if (result<void> usable = check_usable(); !usable) return tl::unexpected(std::move(usable.error()));
    storage_.clear();
    const std::optional<std::string_view> url = urls_->normalize(reference, storage_);
    if (result<void> read = urls_->state(); !read) return tl::unexpected(std::move(read.error()));
    if (!url) return false;
    if (inserted_.find(*url, partition_hash(*url))) return true;
    if (!state_) return false;
    bool is_found = false;
    const auto take = [&is_found](const output_row&) { is_found = true; };
    return state_->read_urls({&*url, 1}, take).map([&] { return is_found; });
  }

  [[nodiscard]] std::uint64_t rejected() const { return rejected_; }

  result<seen_set_summary> flush(run_monitor* monitor) {
    if (result<void> usable = check_usable(); !usable) return tl::unexpected(std::move(usable.error()));
    seen_set_summary summary;
    if (directory_.empty()) summary.unique = inserted_.size();
    if (state_) summary.unique = state_->described().unique;
    if (directory_.empty() || inserted_.size() == 0) return summary;
    return add_to_state(monitor)
        .and_then([&](const update_summary& updated) {
          summary.added = updated.added;
          summary.unique = updated.unique;
          inserted_.clear();
          begin_ = inserted_.next_position();
          return read_state();
        })
        .map([&] { return summary; });
  }

  result<seen_set_summary> close(run_monitor* monitor) {
    return flush(monitor).map([this](seen_set_summary summary) {
      is_closed_ = true;
      inserted_.clear();
      state_.reset();
      return summary;
    });
  }

 private:
  explicit inner(const seen_set_options& options)
      : directory_(options.state),
        run_(options.run),
        is_given_(options.is_given),
        compact_(options.compact),
        memory_(options.run.output.memory),
        begin_(inserted_.next_position()) {}

  [[nodiscard]] result<void> check_usable() const {
    if (is_closed_) return refuse_set("the seen_set is closed");
    if (!is_usable_)
      return tl::unexpected(error{error_code::out_of_memory, "the seen_set ran out of memory earlier"});
    return {};
  }

  [[nodiscard]] tl::unexpected<error> too_large() const {
    return tl::unexpected(error{error_code::out_of_memory,
                                "the inserted URLs do not fit into half of output_options::memory (" +
                                    std::to_string(memory_ >> 20U) + " MiB)" +
                                    (directory_.empty() ? "" : ": flush() moves them to the state")});
  }

  result<void> open_state() {
    if (directory_.empty()) {
      run_ = used_options(run_);
      return {};
    }
    bool exists = false;
    if (!is_remote_name(directory_)) {
      result<std::optional<state_layers>> layers = open_state_layers(directory_, {});
      if (!layers) return tl::unexpected(std::move(layers.error()));
      exists = layers->has_value();
    }
    const auto is_given = [this](std::string_view word) { return is_given_ && is_given_(word); };
    if (!exists) {
      // Refuses a directory that is not a state, and names that cannot be created.
      const result<std::unique_ptr<state_change>> possible = state_change::begin(directory_, true);
      if (!possible) return tl::unexpected(possible.error());
      set_new_state_options(is_given, run_);
      run_ = used_options(run_);
      return check_columns(run_.output.fields, directory_);
    }
    return read_state().and_then([&]() -> result<void> {
      adopt_options(state_->described(), is_given, run_);
      run_ = used_options(run_);
      const manifest& of = state_->described();
      if (result<void> loaded = load_rules(run_.url); !loaded) return loaded;
      const manifest here = describe(version, run_, {}, {});
      return check_compatibility(here, "this set", of, directory_, {}).and_then([&] {
        return check_columns(run_.output.fields, directory_);
      });
    });
  }

  result<void> read_state() {
    state_.reset();
    result<output_reader> opened = output_reader::open(directory_);
    is_closed_ = !opened;
    if (!opened) return tl::unexpected(std::move(opened.error()));
    state_.emplace(std::move(*opened));
    return {};
  }

  result<void> open_normalizer(const extract_options& given) {
    if (result<void> loaded = load_rules(run_.url); !loaded) return loaded;
    known_redirects known;
    if (run_.url.ladder == rung::protocol || !given.redirects.read_from.empty()) {
      result<known_redirects> loaded =
          known_redirects::load(run_.url, given.redirects, given.output.memory, given.output.temporary);
      if (!loaded) return tl::unexpected(std::move(loaded.error()));
      known = std::move(*loaded);
    }
    urls_.emplace(run_.url, std::move(known));
    return {};
  }

  // Sets is_known_ for the sightings whose URLs the state has. Requires: sightings_ are in input order.
  result<void> find_known(std::size_t references) {
    is_known_.clear();
    if (!state_) return {};
    is_known_.resize(references);
    std::vector<std::string_view> asked;
    std::vector<std::size_t> places;
    for (const sighting& seen : sightings_) {
      if (inserted_.find(seen.url, seen.hash)) continue;
      asked.push_back(seen.url);
      places.push_back(seen.order);
    }
    const auto take = [&](const output_row& row) { is_known_[places[row.asked]] = true; };
    return asked.empty() ? result<void>() : state_->read_urls(asked, take);
  }

  // Updates the state from a list of the inserted URLs, in a directory that a later run removes if this
  // process is killed.
  result<update_summary> add_to_state(run_monitor* monitor) {
    std::error_code failed;
    const std::string parent = run_.output.temporary.empty()
                                   ? std::filesystem::temp_directory_path(failed).string()
                                   : run_.output.temporary;
    if (failed)
      return tl::unexpected(
          error{error_code::cannot_open, "no directory for temporary files: " + failed.message()});
    locked_directory::remove_leftovers_below(parent);
    result<locked_directory> scratch = locked_directory::new_directory(parent);
    if (!scratch) return tl::unexpected(std::move(scratch.error()));
    update_options update;
    update.state = directory_;
    update.run = run_;
    update.compact = compact_;
    update.run.input.paths = {scratch->path() + "/inserted.tsv"};
    update.run.output.directory = scratch->path() + "/new";
    update.run.on_error = error_policy::strict;
    // The target of a redirect may be longer than the longest reference.
    update.run.url.max_url = std::max(run_.url.max_url, static_cast<std::uint32_t>(longest_));
    if (memory_ != 0) update.run.output.memory = memory_ - memory_ / 2;
    return write_list(update.run.input.paths.front())
        .and_then([&] { return update_state(update, -1, monitor); })
        .and_then([&](update_summary&& done) -> result<update_summary> {
          if (done.is_published && done.run.counted.kept == inserted_.size()) return std::move(done);
          return tl::unexpected(error{error_code::cannot_read, "cannot read the inserted URLs again from " +
                                                                   update.run.input.paths.front()});
        });
  }

  result<void> write_list(const std::string& path) const {
    constexpr std::size_t block = std::size_t{64} << 10U;
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0) return tl::unexpected(system_error(error_code::cannot_write, "create", path, errno));
    std::string text;
    result<void> written;
    inserted_.new_since(begin_, [&](const known_url& entry) {
      text.append(entry.url).append(1, '\t').append(std::to_string(entry.count)).append(1, '\n');
      if (text.size() < block) return;
      if (written) written = write_all(file, text);
      text.clear();
    });
    if (written) written = write_all(file, text);
    if (::close(file) != 0 && written)
      written = tl::unexpected(system_error(error_code::cannot_write, "write", path, errno));
    return written;
  }

  std::string directory_;
  extract_options run_;
  std::function<bool(std::string_view)> is_given_;
  compaction_choice compact_;
  std::uint64_t memory_;  // bytes; 0: unlimited
  std::optional<output_reader> state_;
  std::optional<list_normalizer> urls_;
  sighting_set inserted_;
  std::uint64_t begin_;  // position of the first URL in inserted_
  std::uint64_t rejected_ = 0;
  bool is_closed_ = false;
  bool is_usable_ = true;
  std::size_t longest_ = 0;  // bytes of the longest inserted URL
  arena storage_;            // of the URLs in sightings_
  std::vector<sighting> sightings_;
  std::vector<bool> is_known_;  // by reference; empty: no state
};

std::vector<std::string_view> names_of_seen_set_options() {
  std::vector<std::string_view> names;
  for (const option_row& row : option_table)
    if (is_url_option(row) || std::ranges::find(options_besides_urls, row.word) != options_besides_urls.end())
      names.push_back(row.word);
  return names;
}

seen_set::seen_set(std::unique_ptr<inner> content) : inner_(std::move(content)) {}
seen_set::seen_set(seen_set&&) noexcept = default;
seen_set& seen_set::operator=(seen_set&&) noexcept = default;
seen_set::~seen_set() = default;

namespace {

// Runs `step`; converts std::bad_alloc to an error.
template <class Step>
auto with_memory(const Step& step) -> decltype(step()) {
  try {
    return step();
  } catch (const std::bad_alloc&) {
    return tl::unexpected(error{error_code::out_of_memory, "out of memory"});
  }
}

}  // namespace

result<seen_set> seen_set::open(const seen_set_options& options) {
  return with_memory([&] {
    return inner::open(options).map(
        [](std::unique_ptr<inner>&& opened) { return seen_set(std::move(opened)); });
  });
}

result<new_urls> seen_set::insert(std::span<const std::string_view> references) {
  return with_memory([&] { return inner_->insert(references); });
}

result<bool> seen_set::contains(std::string_view reference) {
  return with_memory([&] { return inner_->contains(reference); });
}

std::uint64_t seen_set::rejected() const {
  return inner_->rejected();
}

result<seen_set_summary> seen_set::flush(run_monitor* monitor) {
  return with_memory([&] { return inner_->flush(monitor); });
}

result<seen_set_summary> seen_set::close(run_monitor* monitor) {
  return with_memory([&] { return inner_->close(monitor); });
}

}  // namespace urlsieve
