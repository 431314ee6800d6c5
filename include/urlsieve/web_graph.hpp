// Makes a web graph of hosts or domains from the edges of any number of runs.
#ifndef URLSIEVE_WEB_GRAPH_HPP
#define URLSIEVE_WEB_GRAPH_HPP

#include <cstdint>
#include <string>
#include <vector>

#include "urlsieve/enum_table.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/manifest.hpp"
#include "urlsieve/output_compression.hpp"
#include "urlsieve/remote_options.hpp"

namespace urlsieve {

// The columns of the files of a graph. Common Crawl's graphs have ids and names only, and no self-loops.
enum class graph_layout : std::uint8_t { full, commoncrawl };
template <>
inline constexpr auto words_for<graph_layout> =
    enum_table<graph_layout>({{graph_layout::full, "full"}, {graph_layout::commoncrawl, "commoncrawl"}});

struct graph_options {
  std::vector<std::string> directories =
      {};  // outputs of runs with output_options::edges = host or domain, equal in all
  std::string output = {};
  bool force = false;
  success_marker_policy mark = success_marker_policy::required;  // for the directories
  compression compress = compression::none;
  graph_layout layout = graph_layout::full;
  std::uint64_t memory = 0;    // bytes for the whole process; 0: half of the machine's memory
  std::string temporary = {};  // directory for spilled data; empty: beside the output
  remote_options remote = {};  // as in merge_options
};

struct graph_totals {
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;  // distinct edges that are written
  std::uint64_t links = 0;  // sum of the edges' counts; an edge of a run without counts counts 1
  std::uint64_t bytes = 0;  // size of the files
};

// Writes options.output atomically and returns its totals:
//
//   vertices.tsv   id, name, out-degree, in-degree (a self-loop counts in both)
//   edges.tsv      id of the source, id of the target, count
//   manifest.json, _SUCCESS
//
// graph_layout::commoncrawl writes only id and name, and only the ids of both ends, and drops edges that are
// self-loops; their ends stay vertices. Compressed files have the suffix of their format ("edges.tsv.zst").
// Rows of visited documents (output_options::vertices = visited) add vertices, but no edges.
//
// Host names are reversed ("com.example.www"), except for addresses. Ids count from 0 in the byte order of
// reversed names; edges are sorted by ids. Equal edges of several runs are merged and their counts summed, up
// to 2^38 - 1. Equal edges give equal bytes for any shards, runs and memory. `monitor` may be null. Returns
// error_code::usage if a run has no host or domain edges, if the runs are incompatible, or if `memory` is too
// small. Returns cannot_read for a damaged shard, and output_exists as merge_shards() does.
[[nodiscard]] result<graph_totals> make_graph(const graph_options& options, run_monitor* monitor = nullptr);

}  // namespace urlsieve

#endif
