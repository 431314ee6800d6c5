#include "src/cluster/make_plan.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "src/api/option_check.hpp"
#include "src/cluster/task_plan.hpp"
#include "src/input/lists/listed_line.hpp"
#include "src/input/lists/listing.hpp"
#include "src/input/lists/remote_listing.hpp"
#include "src/pipeline/input_parts.hpp"
#include "src/pipeline/option_parts.hpp"
#include "src/shards/partition.hpp"
#include "src/transfer/remote_access.hpp"
#include "src/transfer/remote_name.hpp"
#include "src/transfer/remote_survey.hpp"
#include "src/transfer/s3_objects.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/options.hpp"
#include "urlsieve/stats.hpp"
#include "urlsieve/version.hpp"

namespace urlsieve {
namespace {

struct planned_inputs {
  std::vector<listed_line> lines;
  std::uint64_t unversioned = 0;  // URLs for which the server reported no version
};

struct input_split {
  std::vector<listed_line> inputs;
  std::uint64_t bytes = 0;
};

// Smaller parts are not worth their overhead.
constexpr std::uint64_t least_part = std::uint64_t{64} << 10;

// Asks the servers for versions. Unavailable inputs are planned by their name alone, because their task will
// report the error.
result<std::uint64_t> ask_servers(remote_access& access, std::vector<listed_line>& lines) {
  std::vector<std::size_t> places;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!is_remote_name(lines[i].path) || remote_listing::lists(lines[i].path) || lines[i].size) continue;
    places.push_back(i);
    names.push_back(lines[i].path);
  }
  result<std::vector<object_probe>> probes = probe_objects(access, names);
  if (!probes) return tl::unexpected(std::move(probes.error()));
  std::uint64_t unversioned = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    object_probe& found = (*probes)[i];
    unversioned += found.refused.empty() ? 0 : 1;
    listed_line& line = lines[places[i]];
    line.size = found.version.size;
    line.etag = std::move(found.version.etag);
    if (line.etag.empty()) line.last_modified = std::move(found.version.modified);
    for (std::string* const text : {&line.etag, &line.last_modified})
      if (!is_header_value(*text)) text->clear();
  }
  return unversioned;
}

// Lists all inputs of the options. Asks servers for the versions of inputs that are URLs. Fails with
// error_code::usage if an input cannot be part of a plan.
result<planned_inputs> list_inputs(const extract_options& options,
                                   const std::shared_ptr<remote_access>& access) {
  result<listing> opened = listing::open(options.input, nullptr, access);
  if (opened && opened->take_index())
    return tl::unexpected(
        error{error_code::usage,
              options.input.files_from + " is an index of records: a plan needs the names of files"});
  if (!opened) return tl::unexpected(opened.error());
  planned_inputs inputs;
  std::vector<listed_line>& lines = inputs.lines;
  const auto add = [&](listed_line line) -> result<void> {
    if (result<void> status = check_planned_input(line); !status) return status;
    lines.push_back(std::move(line));
    return {};
  };
  stats counted;
  std::string directory;  // output directory of urlsieve whose parts follow, or a partition, with "/"
  std::size_t line_of_directory = 0;  // the directory and its parts are one input
  while (true) {
    const std::optional<listed_input> next = opened->next(counted);
    // Inputs that cannot be examined are planned, because their task will report the error.
    for (const unread_input& input : std::exchange(counted.inputs.unread, {})) {
      listed_line line;
      line.path = input.name;
      if (result<void> added = add(std::move(line)); !added) return tl::unexpected(added.error());
    }
    if (!next) break;
    const bool is_part =
        !directory.empty() && !next->output.empty() && !next->named && next->path.starts_with(directory);
    if (next->directory || is_part) {
      if (next->directory) {
        directory = next->path.ends_with('/') ? next->path : next->path + '/';
        line_of_directory = lines.size();
        listed_line line;
        line.path = next->path;
        line.size = 0;
        if (result<void> added = add(std::move(line)); !added) return tl::unexpected(added.error());
      } else {
        *lines[line_of_directory].size += next->size;
      }
      continue;
    }
    if (!next->regular && next->path != "-" && next->commit.empty() && !is_remote_name(next->path))
      return tl::unexpected(error{error_code::usage, next->path + ": only files can be planned"});
    listed_line line;
    line.path = next->path;
    if (!is_remote_name(next->path)) line.size = next->size;
    if (next->expected != object_version()) {
      line.size = next->expected.size;
      line.etag = next->expected.etag;
      line.last_modified = next->expected.modified;
    } else if (!next->etag.empty()) {
      line.size = next->size;
      line.etag = next->etag;
    }
    line.commit = next->commit;
    if (next->regular) line.modified = static_cast<std::uint64_t>(std::max<std::int64_t>(next->modified, 0));
    line.walked = !next->named;
    line.part = next->part;
    if (result<void> added = add(std::move(line)); !added) return tl::unexpected(added.error());
  }
  if (opened->exhaustion() != 0 || opened->failure())
    return tl::unexpected(opened->failure() ? *opened->failure()
                                            : error{error_code::cannot_read, "cannot list the inputs"});
  const result<std::uint64_t> unversioned = ask_servers(*access, lines);
  if (!unversioned) return tl::unexpected(unversioned.error());
  inputs.unversioned = *unversioned;
  return inputs;
}

std::uint64_t bytes_of(const std::vector<listed_line>& inputs) {
  std::uint64_t total = 0;
  for (const listed_line& input : inputs) total += input.size.value_or(0);
  return total;
}

// Returns true if the part that a task reads is sure to be of the object that was planned.
bool has_version(const listed_line& input) {
  return input.size && (!input.etag.empty() || !input.last_modified.empty());
}

// Returns at most `split_count` splits, none of them empty, of about total / `split_count` stored bytes each.
// Inputs keep their order; inputs of unknown size count as empty. `format_of`: returns divisible_format() of
// the input with this index, and an empty text prevents the cut. Called only for inputs that would be cut.
std::vector<input_split> split_inputs(const std::vector<listed_line>& inputs, std::uint64_t split_count,
                                      const std::function<std::string(std::size_t index)>& format_of) {
  const std::uint64_t total = bytes_of(inputs);
  split_count = std::max<std::uint64_t>(split_count, 1);
  const std::uint64_t size = std::max<std::uint64_t>(total / split_count, 1);
  std::vector<input_split> splits(1);
  std::uint64_t before = 0;  // bytes of the inputs before the current input
  std::uint64_t cuts = 0;    // number of cuts made or passed
  const auto next_cut = [&] {
    return total / split_count * (cuts + 1) + total % split_count * (cuts + 1) / split_count;
  };
  const auto cut = [&] {
    if (!splits.back().inputs.empty()) splits.emplace_back();
  };
  const auto add = [&](listed_line line, std::uint64_t bytes) {
    splits.back().inputs.push_back(std::move(line));
    splits.back().bytes += bytes;
  };
  for (std::size_t index = 0; index < inputs.size(); ++index) {
    const listed_line& input = inputs[index];
    const std::uint64_t bytes = input.size.value_or(0);
    const std::uint64_t behind = before + bytes;
    std::uint64_t from = 0;  // beginning of the rest of the file
    std::optional<std::string> format;
    while (cuts + 1 < split_count && next_cut() < behind) {
      const std::uint64_t at = next_cut() - std::min(next_cut(), before);
      const std::uint64_t near = std::min(size / 16, bytes / 2);
      const bool inside =
          at > from + near && at + near < bytes && at - from >= least_part && bytes - at >= least_part;
      if (inside && !format) format = input.part ? std::string() : format_of(index);
      if (inside && !format->empty()) {
        listed_line part = input;
        part.part = input_part{from, at, *format};
        add(std::move(part), at - from);
        cut();
        from = at;
      } else if (from == 0 && at < bytes / 2) {
        cut();
      } else {
        // The cut is moved behind the file.
        break;
      }
      ++cuts;
    }
    listed_line rest = input;
    if (from != 0) rest.part = input_part{from, bytes, *format};
    add(std::move(rest), bytes - from);
    before = behind;
    bool passed = false;
    while (cuts + 1 < split_count && next_cut() <= behind) {
      ++cuts;
      passed = true;
    }
    if (passed) cut();
  }
  if (splits.back().inputs.empty()) splits.pop_back();
  return splits;
}

tl::unexpected<error> refuse(std::string why) {
  return tl::unexpected(error{error_code::usage, std::move(why)});
}

// Rejects options that a divided run cannot support.
result<void> check_request(const plan_request& request) {
  const extract_options& options = request.options;
  if (result<void> status = check_options(options); !status) return status;
  if (request.splits > most_splits)
    return refuse("at most " + std::to_string(most_splits) + " splits can be planned");
  if (options.output.resume)
    return refuse("output_options::resume cannot be used with plans: killed tasks are repeated whole");
  if (!options.redirects.write_to.empty() || options.redirects.learn)
    return refuse(
        "a plan cannot write or learn redirects of the run itself: each task sees its own inputs "
        "alone");
  if (!options.rejects.write_to.empty()) return refuse("reject_options::write_to cannot be used with plans");
  if (options.output.order == row_order::first_seen)
    return refuse("shards in the order first-seen cannot be merged, so they cannot be planned");
  if (options.output.dedup_by != dedup_choice::url)
    return refuse(
        "output_options::dedup_by cannot be used with plans: the kept URL would depend on the splits");
  if (options.filters.max_per_host != 0 || options.filters.max_per_domain != 0)
    return refuse(
        "filter_options::max_per_host and filter_options::max_per_domain cannot be used with plans: tasks do "
        "not see the input order");
  if (options.output.mark_new)
    return refuse("output_options::mark_new cannot be used with plans: merges drop its column");
  if (options.output.force) return refuse("output_options::force cannot be used with plans");
  return {};
}

class planning {
 public:
  explicit planning(const plan_request& request)
      : request_(request), access_(std::make_shared<remote_access>(request.options.remote)) {}

  result<task_plan> run() {
    if (result<void> status = check_request(request_); !status) return tl::unexpected(status.error());
    plan_.version = version;
    std::array<char, 4096> folder{};
    if (::getcwd(folder.data(), folder.size()) == nullptr)
      return tl::unexpected(error{error_code::cannot_read, "cannot find the working directory: " +
                                                               std::system_category().message(errno)});
    plan_.folder = folder.data();
    plan_.shards = request_.options.output.shards;
    plan_.takes_bad_input = request_.options.on_error == error_policy::ignore;
    const result<planned_inputs> inputs = list_inputs(request_.options, access_);
    if (!inputs) return tl::unexpected(inputs.error());
    if (inputs->lines.empty()) return tl::unexpected(error{error_code::no_such_input, "there are no inputs"});
    plan_.unversioned = inputs->unversioned;
    add_tasks(splits_of(inputs->lines));
    plan_.close();
    return std::move(plan_);
  }

 private:
  std::vector<input_split> splits_of(const std::vector<listed_line>& inputs) const {
    std::uint64_t wanted = request_.splits;
    const std::uint64_t total = bytes_of(inputs);
    if (wanted == 0) {
      const std::uint64_t size = std::max<std::uint64_t>(request_.split_bytes, 1);
      wanted = std::min<std::uint64_t>(total / size + (total % size != 0 ? 1 : 0), most_splits);
    }
    const std::vector<std::string> formats =
        remote_formats(inputs, total / std::max<std::uint64_t>(wanted, 1));
    const auto format_of = [&](std::size_t index) {
      const listed_line& input = inputs[index];
      if (!formats[index].empty() || !input.modified) return formats[index];
      return std::string(divisible_format(input.path, splitter_options_of(request_.options),
                                          request_.options.output.fields));
    };
    return split_inputs(inputs, wanted, format_of);
  }

  // Returns divisible_format() of each URL that is larger than a split of `split_bytes`; empty texts for all
  // other inputs. Asks servers for several URLs at a time.
  std::vector<std::string> remote_formats(const std::vector<listed_line>& inputs,
                                          std::uint64_t split_bytes) const {
    std::vector<std::string> formats(inputs.size());
    std::vector<std::size_t> candidates;
    for (std::size_t i = 0; i < inputs.size(); ++i)
      if (is_remote_name(inputs[i].path) && has_version(inputs[i]) && !inputs[i].part &&
          *inputs[i].size > std::max(split_bytes, 2 * least_part))
        candidates.push_back(i);
    constexpr unsigned at_a_time = 16;
    static_cast<void>(for_each_index(candidates.size(), at_a_time, [&](std::size_t number) -> result<void> {
      const listed_line& input = inputs[candidates[number]];
      formats[candidates[number]] =
          divisible_format(input.path, splitter_options_of(request_.options), request_.options.output.fields,
                           {access_, nullptr}, {input.size, input.etag, input.last_modified});
      return {};
    }));
    return formats;
  }

  std::vector<std::string> arguments_of(task_kind kind) const {
    std::vector<std::string> argv{std::string(name_of(kind))};
    const std::vector<std::string> none;
    const std::vector<std::string>& more = kind == task_kind::extract ? request_.arguments
                                           : kind == task_kind::merge ? request_.merge_arguments
                                                                      : none;
    argv.insert(argv.end(), more.begin(), more.end());
    return argv;
  }

  void add_tasks(std::vector<input_split> splits) {
    const task_graph graph =
        task_graph::of_fan_in(splits.size(), std::max<std::uint32_t>(request_.fan_in, 2), plan_.shards);
    for (std::size_t i = 0; i < graph.size(); ++i) {
      graph_node node = graph.at(i);
      planned_task task;
      task.id = std::move(node.id);
      task.kind = node.kind;
      task.argv = arguments_of(node.kind);
      task.shard = node.shard;
      for (std::size_t need = node.first_need; need < node.end_of_needs; ++need)
        task.needs.push_back(plan_.tasks[need].id);
      if (node.kind == task_kind::extract) {
        task.inputs = std::move(splits[i].inputs);
        task.bytes = splits[i].bytes;
      }
      plan_.tasks.push_back(std::move(task));
    }
  }

  const plan_request& request_;
  std::shared_ptr<remote_access> access_;
  task_plan plan_;
};

}  // namespace

result<task_plan> make_plan(const plan_request& request) {
  return planning(request).run();
}

}  // namespace urlsieve
