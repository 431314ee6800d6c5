#include "src/cluster/input_splits.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "src/cluster/task_plan.hpp"
#include "src/input/lists/listing.hpp"
#include "src/input/lists/remote_listing.hpp"
#include "src/transfer/remote_access.hpp"
#include "src/transfer/remote_name.hpp"
#include "src/transfer/remote_survey.hpp"
#include "urlsieve/options.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {
namespace {

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

}  // namespace

result<planned_inputs> list_inputs(const extract_options& options) {
  const auto access = std::make_shared<remote_access>(options.remote);
  result<listing> opened = listing::open(options.input, nullptr, access);
  if (!opened) return tl::unexpected(opened.error());
  planned_inputs inputs;
  std::vector<listed_line>& lines = inputs.lines;
  const auto add = [&](listed_line line) -> result<void> {
    if (result<void> status = check_planned_input(line); !status) return status;
    lines.push_back(std::move(line));
    return {};
  };
  stats counted;
  std::string output;  // output directory of urlsieve whose parts follow; counts as one input
  while (true) {
    const std::optional<listed_input> next = opened->next(counted);
    // Inputs that cannot be examined are planned, because their task will report the error.
    for (const unread_input& input : std::exchange(counted.inputs.unread, {})) {
      listed_line line;
      line.path = input.name;
      if (result<void> added = add(std::move(line)); !added) return tl::unexpected(added.error());
    }
    if (!next) break;
    if (next->directory || (!next->output.empty() && next->output == output)) {
      if (next->directory) {
        output = next->output;
        listed_line line;
        line.path = next->output;
        line.size = 0;
        if (result<void> added = add(std::move(line)); !added) return tl::unexpected(added.error());
      } else {
        *lines.back().size += next->size;
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
  if (opened->shortage() != 0 || opened->failure())
    return tl::unexpected(opened->failure() ? *opened->failure()
                                            : error{error_code::cannot_read, "cannot list the inputs"});
  const result<std::uint64_t> unversioned = ask_servers(*access, lines);
  if (!unversioned) return tl::unexpected(unversioned.error());
  inputs.unversioned = *unversioned;
  return inputs;
}

std::vector<input_split> split_inputs(const std::vector<listed_line>& inputs, std::uint64_t split_count,
                                      const std::function<std::string(const std::string& path)>& format_of) {
  std::uint64_t total = 0;
  for (const listed_line& input : inputs) total += input.size.value_or(0);
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
  for (const listed_line& input : inputs) {
    const std::uint64_t bytes = input.size.value_or(0);
    const std::uint64_t behind = before + bytes;
    std::uint64_t from = 0;  // beginning of the rest of the file
    std::optional<std::string> format;
    while (cuts + 1 < split_count && next_cut() < behind) {
      const std::uint64_t at = next_cut() - std::min(next_cut(), before);
      const std::uint64_t near = std::min(size / 16, bytes / 2);
      const bool inside =
          at > from + near && at + near < bytes && at - from >= least_part && bytes - at >= least_part;
      if (inside && !format) format = input.part || !input.modified ? std::string() : format_of(input.path);
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

}  // namespace urlsieve
