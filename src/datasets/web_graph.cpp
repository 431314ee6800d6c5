// Builds the graph with three sorts, each in a share of the memory and on disk beyond that, so that no random
// lookup is needed:
//
//   by source    pairs "from NUL to" with added counts: the edges, by names
//   by target    the same pairs as "to NUL from"
//
// Both sorts are read side by side, name by name, which gives the list of vertices with degrees and ids. Each
// pair by target then knows the id of its target, and enters the last sort with that id:
//
//   by ids       "from NUL" with the id of `from` as its count, followed by "from NUL id-of-to"
//
// The last sort gives the list of edges. No name holds a NUL.
#include "urlsieve/web_graph.hpp"

#include <algorithm>
#include <new>
#include <optional>
#include <utility>

#include "src/datasets/graph_manifest.hpp"
#include "src/datasets/remote_outputs.hpp"
#include "src/dedup/pair_line.hpp"
#include "src/dedup/sorted_entries.hpp"
#include "src/input/lists/named_paths.hpp"
#include "src/pipeline/leftover_warning.hpp"
#include "src/pipeline/redirects/locked_spill_directory.hpp"
#include "src/pipeline/resources.hpp"
#include "src/runs/spill_area.hpp"
#include "src/shards/locked_directory.hpp"
#include "src/shards/manifest_reader.hpp"
#include "src/shards/output_directory.hpp"
#include "src/shards/row_layout.hpp"
#include "src/shards/row_numbers.hpp"
#include "src/shards/shard_reader.hpp"
#include "src/shards/shard_writer.hpp"
#include "src/text/digits.hpp"
#include "src/url/hosts/host_names.hpp"
#include "urlsieve/names.hpp"

namespace urlsieve {

namespace {

constexpr std::uint64_t rows_per_check = 1U << 14U;
// Memory for reading a shard and writing two files, besides the sorts.
constexpr std::uint64_t memory_of_files = std::uint64_t{12} << 20U;
constexpr std::size_t id_size = 8;

tl::unexpected<error> refuse_graph(std::string why) {
  return tl::unexpected(error{error_code::usage, std::move(why)});
}

// Appends an id in big-endian bytes, so that byte order is numeric order.
void append_id(std::uint64_t id, std::string& out) {
  for (std::size_t i = id_size; i > 0; --i) out += static_cast<char>(id >> (8 * (i - 1)) & 0xFFU);
}

std::uint64_t id_in(std::string_view bytes) {
  std::uint64_t id = 0;
  for (const char byte : bytes) id = id << 8U | static_cast<unsigned char>(byte);
  return id;
}

void append_number(std::uint64_t number, char behind, std::string& out) {
  append_digits(number, out);
  out.push_back(behind);
}

// Returns the form of hosts in a run; earlier versions write only full hosts.
host_form hosts_as_of(const manifest& run) {
  const std::string* const written = run.option("hosts_as");
  return written != nullptr && *written == "\"commoncrawl\"" ? host_form::commoncrawl : host_form::full;
}

class graph_builder {
 public:
  graph_builder(const graph_options& options, run_monitor* monitor)
      : options_(options),
        monitor_(monitor),
        remote_(remote_context_of(options.remote, monitor)),
        place_(options.temporary.empty() ? folder_of(options.output) : options.temporary),
        area_(locked_spill_directory(place_)) {}

  result<graph_totals> run() {
    if (result<void> opened = open_runs(); !opened) return tl::unexpected(std::move(opened.error()));
    result<output_directory> directory =
        output_directory::create(options_.output, options_.force, on_this_machine(options_.directories));
    if (!directory) return tl::unexpected(std::move(directory.error()));
    warn_of(directory->removed());
    warn_of(locked_directory::remove_leftovers_below(place_));
    building_ = directory->building();
    return read_edges()
        .and_then([this] { return write_vertices(); })
        .and_then([this] { return write_edges(); })
        .and_then([&] { return directory->commit(manifest_text(described())); })
        .map([this] { return totals_; });
  }

 private:
  void warn_of(const std::vector<std::string>& removed) const {
    if (monitor_ != nullptr) warn_of_leftovers(removed, *monitor_);
  }

  result<void> open_runs() {
    if (options_.directories.empty()) return refuse_graph("no directory is given");
    if (result<void> found = find_outputs(options_.directories); !found) return found;
    for (const std::string& directory : options_.directories) {
      result<manifest> read = open_manifest(directory, options_.mark, remote_);
      if (!read) return tl::unexpected(std::move(read.error()));
      if (read->edges != edge_choice::host && read->edges != edge_choice::domain)
        return refuse_graph(directory +
                            (read->edges == edge_choice::url ? " has edges of URLs" : " has no edges") +
                            ": make the output with output_options::edges = host or domain");
      runs_.push_back(std::move(*read));
      const manifest& first = runs_.front();
      const manifest& last = runs_.back();
      if (last.edges != first.edges)
        return refuse_graph(directory + " does not fit " + options_.directories.front() +
                            ": output_options::edges " + std::string(name_of(last.edges)) + " there, " +
                            std::string(name_of(first.edges)) + " here");
      if (hosts_as_of(last) != hosts_as_of(first))
        return refuse_graph(directory + " does not fit " + options_.directories.front() +
                            ": output_options::hosts_as " + std::string(name_of(hosts_as_of(last))) +
                            " there, " + std::string(name_of(hosts_as_of(first))) + " here");
      if (last.edges == edge_choice::domain && last.public_suffix_list != first.public_suffix_list)
        return refuse_graph(directory + " does not fit " + options_.directories.front() +
                            ": it was made with another public suffix list, so domains may differ");
      if (monitor_ != nullptr)
        for (const shard_summary& shard : last.shards) monitor_->stored_bytes_total += shard.bytes;
    }
    const std::uint64_t memory = memory_or_half(options_.memory);
    const std::uint64_t fixed = memory_of_program + memory_of_files;
    // A sort takes additional memory while it is written.
    const std::uint64_t share = memory > fixed ? (memory - fixed) / 4 : 0;
    if (share < sorted_entries::smallest_memory)
      return refuse_graph("a graph needs " +
                          std::to_string((fixed + 4 * sorted_entries::smallest_memory) >> 20U) +
                          " MiB: give more graph_options::memory");
    for (auto* const sort : {&by_source_, &by_target_, &by_ids_})
      sort->emplace(area_, run_fields{}, 0U, sorted_entries::within(share));
    return {};
  }

  [[nodiscard]] bool may_continue() {
    return (step_count_++ & (rows_per_check - 1)) != 0 || monitor_ == nullptr || !monitor_->stop;
  }

  static tl::unexpected<error> interrupted() {
    return tl::unexpected(error{error_code::interrupted, "interrupted while making a graph"});
  }

  [[nodiscard]] result<void> add(sorted_entries& to, std::uint64_t count) {
    sighting seen = sighting_of(line_);
    seen.count = std::min(count, max_count);
    return to.add(seen);
  }

  result<void> read_edges() {
    for (std::size_t i = 0; i < runs_.size(); ++i)
      for (const shard_summary& shard : runs_[i].shards)
        if (result<void> read = read_shard(options_.directories[i], runs_[i], shard); !read) return read;
    return {};
  }

  result<void> read_shard(const std::string& directory, const manifest& of, const shard_summary& shard) {
    const row_layout layout(of);
    const std::optional<std::size_t> place = layout.place(name_of(field::count));
    result<shard_reader> reader =
        shard_reader::open(directory, shard, of, layout, shard_reader::default_memory, remote_);
    if (!reader) return tl::unexpected(std::move(reader.error()));
    row_numbers values(layout);
    std::uint64_t stored = 0;
    while (reader->next()) {
      if (!may_continue()) return interrupted();
      std::uint64_t count = 1;
      const std::string_view pair = reader->key();
      const std::size_t tab = pair.find('\t');
      if (tab == std::string_view::npos) return contradiction_error(*reader);
      if (place) {
        if (!values.read(*reader)) return contradiction_error(*reader);
        const std::optional<std::uint64_t> number = values.at(*place);
        if (!number) return contradiction_error(*reader);
        count = *number;
      }
      line_.clear();
      append_reversed_host(pair.substr(0, tab), line_);
      line_ += '\0';
      append_reversed_host(pair.substr(tab + 1), line_);
      if (result<void> added = add(*by_source_, count); !added) return added;
      if (monitor_ != nullptr) {
        monitor_->stored_bytes_done += reader->stored_bytes() - std::exchange(stored, reader->stored_bytes());
        ++monitor_->unique;
      }
    }
    return reader->check();
  }

  static tl::unexpected<error> contradiction_error(const shard_reader& reader) {
    return tl::unexpected(
        error{error_code::cannot_read, reader.path() + " has a row that contradicts its manifest"});
  }

  result<void> write_vertices() {
    if (monitor_ != nullptr) {
      monitor_->shards_total = 2;
      monitor_->writing = true;
    }
    block_decompressor unpacker;
    return by_source_->open(unpacker)
        .and_then([this](std::unique_ptr<entry_stream>&& edges) { return reverse_edges(*edges); })
        .and_then([this] { return list_vertices(); })
        .map([this] {
          by_source_.reset();
          by_target_.reset();
        });
  }

  result<void> reverse_edges(entry_stream& edges) {
    while (edges.advance()) {
      if (!may_continue()) return interrupted();
      const redirect pair = pair_of(edges.entry().url);
      if (pair.to.empty()) continue;  // a visited document
      line_.clear();
      append_pair(pair.to, pair.from, line_);
      if (result<void> added = add(*by_target_, edges.entry().count); !added) return added;
    }
    return edges.state();
  }

  result<void> list_vertices() {
    block_decompressor source_unpacker;
    block_decompressor target_unpacker;
    result<std::unique_ptr<entry_stream>> sources = by_source_->open(source_unpacker);
    if (!sources) return tl::unexpected(std::move(sources.error()));
    result<std::unique_ptr<entry_stream>> targets = by_target_->open(target_unpacker);
    if (!targets) return tl::unexpected(std::move(targets.error()));
    result<shard_writer> out = begin("vertices");
    if (!out) return tl::unexpected(std::move(out.error()));
    pair_cursor from(**sources);
    pair_cursor to(**targets);
    std::string name;
    std::string row;
    while (!from.at_end() || !to.at_end()) {
      if (!may_continue()) return interrupted();
      name = from.at_end() || (!to.at_end() && to.pair().from < from.pair().from) ? to.pair().from
                                                                                  : from.pair().from;
      const std::uint64_t id = totals_.vertices++;
      std::uint64_t out_degree = 0;
      for (; !from.at_end() && from.pair().from == name; from.step())
        out_degree += from.pair().to.empty() ? 0U : 1U;
      std::uint64_t in_degree = 0;
      for (; !to.at_end() && to.pair().from == name; to.step(), ++in_degree) {
        line_.assign(to.pair().to).append(1, '\0');
        append_id(id, line_);
        if (result<void> added = add(*by_ids_, (*targets)->entry().count); !added) return added;
      }
      if (out_degree != 0) {
        line_.assign(name).append(1, '\0');
        if (result<void> added = add(*by_ids_, id + 1); !added) return added;
      }
      row.clear();
      append_number(id, '\t', row);
      row.append(name).append(1, has_counts() ? '\t' : '\n');
      if (has_counts()) {
        append_number(out_degree, '\t', row);
        append_number(in_degree, '\n', row);
      }
      if (!out->append(row, name)) break;
    }
    if (result<void> read = (*sources)->state(); !read) return read;
    if (result<void> read = (*targets)->state(); !read) return read;
    return end(*out);
  }

  result<void> write_edges() {
    result<shard_writer> out = begin("edges");
    if (!out) return tl::unexpected(std::move(out.error()));
    block_decompressor unpacker;
    const result<std::unique_ptr<entry_stream>> pairs = by_ids_->open(unpacker);
    if (!pairs) return tl::unexpected(pairs.error());
    std::uint64_t from = 0;
    std::string row;
    while ((*pairs)->advance()) {
      if (!may_continue()) return interrupted();
      const known_url& entry = (*pairs)->entry();
      const std::string_view to = pair_of(entry.url).to;
      if (to.empty()) {
        from = entry.count - 1;
        continue;
      }
      if (!has_counts() && id_in(to) == from) continue;
      ++totals_.edges;
      totals_.links += entry.count;
      row.clear();
      append_number(from, '\t', row);
      append_number(id_in(to), has_counts() ? '\t' : '\n', row);
      const std::size_t key_size = row.size() - 1;
      if (has_counts()) append_number(entry.count, '\n', row);
      if (!out->append(row, std::string_view(row).substr(0, key_size))) break;
    }
    if (result<void> read = (*pairs)->state(); !read) return read;
    return end(*out);
  }

  // Returns true if rows have degrees and counts.
  [[nodiscard]] bool has_counts() const { return options_.layout == graph_layout::full; }

  [[nodiscard]] result<shard_writer> begin(std::string_view content) const {
    return shard_writer::create(building_, graph_file_name(content, options_.compress), options_.compress);
  }

  [[nodiscard]] result<void> end(shard_writer& out) {
    result<shard_summary> written = out.finish();
    if (!written) return tl::unexpected(std::move(written.error()));
    if (monitor_ != nullptr) ++monitor_->shards_written;
    totals_.bytes += written->bytes;
    files_.push_back(std::move(*written));
    return {};
  }

  [[nodiscard]] graph_manifest described() {
    graph_manifest graph;
    graph.of = runs_.front().edges;
    graph.layout = options_.layout;
    graph.hosts_as = hosts_as_of(runs_.front());
    graph.public_suffix_list = runs_.front().public_suffix_list;
    graph.packing = options_.compress;
    graph.totals = totals_;
    std::ranges::move(files_, graph.files.begin());
    return graph;
  }

  const graph_options& options_;
  run_monitor* monitor_;
  remote_context remote_;
  std::string place_;  // directory for rows beyond the memory
  spill_area area_;
  std::vector<manifest> runs_;
  std::optional<sorted_entries> by_source_;
  std::optional<sorted_entries> by_target_;
  std::optional<sorted_entries> by_ids_;
  std::string building_;
  std::string line_;
  std::uint64_t step_count_ = 0;
  graph_totals totals_;
  std::vector<shard_summary> files_;
};

}  // namespace

result<graph_totals> make_graph(const graph_options& options, run_monitor* monitor) {
  try {
    return graph_builder(options, monitor).run();
  } catch (const std::bad_alloc&) {
    return tl::unexpected(error{error_code::out_of_memory, "out of memory"});
  }
}

}  // namespace urlsieve
