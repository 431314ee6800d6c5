// A web graph of hosts or domains, out of the edges of any number of runs.
#ifndef URLSIEVE_WEB_GRAPH_HPP
#define URLSIEVE_WEB_GRAPH_HPP

#include <cstdint>
#include <string>
#include <vector>

#include "urlsieve/error.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/manifest.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

struct graph_options {
  std::vector<std::string> directories =
      {};  // of runs with output_options::edges = host or domain, all alike
  std::string output = {};
  bool force = false;
  mark_demand mark = mark_demand::required;  // of the directories
  compression compress = compression::none;
  std::uint64_t memory = 0;    // bytes for the whole process; 0: half of what the machine has
  std::string temporary = {};  // where what does not fit goes; empty: beside the output
  remote_options remote = {};  // as merge_options has it
};

struct graph_totals {
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;  // pairs that differ
  std::uint64_t links = 0;  // their counts together; an edge of a run without counts is 1
  std::uint64_t bytes = 0;  // of the files
};

// Writes options.output whole or not at all:
//
//   vertices.tsv   id, name, how many others it links to, how many link to it
//   edges.tsv      id of the document's name, id of the other one, count
//   manifest.json, _SUCCESS
//
// Names of hosts are reversed ("com.example.www"; addresses are not), ids count from 0 in the order of the
// bytes of these, edges are in the order of their ids. An edge that several runs have is one, its counts
// added up (to 2^38 - 1 at most). The same edges give the same bytes, whatever the shards, runs and memory
// were. `monitor` may be null. error_code::usage where a run has no such edges, or the runs do not fit
// together.
[[nodiscard]] result<graph_totals> make_graph(const graph_options& options, run_monitor* monitor = nullptr);

}  // namespace urlsieve

#endif
