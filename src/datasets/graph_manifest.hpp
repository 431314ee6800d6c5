// The manifest of a web graph: manifest.json of a directory that make_graph() writes.
#ifndef URLSIEVE_DATASETS_GRAPH_MANIFEST_HPP
#define URLSIEVE_DATASETS_GRAPH_MANIFEST_HPP

#include <array>
#include <string>
#include <string_view>

#include "urlsieve/error.hpp"
#include "urlsieve/manifest.hpp"
#include "urlsieve/output_choices.hpp"
#include "urlsieve/output_compression.hpp"
#include "urlsieve/web_graph.hpp"

namespace urlsieve {

struct graph_manifest {
  edge_choice of = edge_choice::host;  // host or domain
  graph_layout layout = graph_layout::full;
  host_form hosts_as = host_form::full;
  std::string public_suffix_list;  // empty: none
  compression packing = compression::none;
  graph_totals totals;                 // without bytes
  std::array<shard_summary, 2> files;  // vertices, edges; without keys
};

// Returns the name of a file of a graph: "edges.tsv.zst" for "edges".
[[nodiscard]] std::string graph_file_name(std::string_view content, compression packing);

// Returns the text of the manifest.
[[nodiscard]] std::string manifest_text(const graph_manifest& graph);

// Returns true if the text of a manifest.json is of a graph, not of a run.
[[nodiscard]] bool is_of_graph(std::string_view json);

// Parses the text of a manifest strictly. Fails with error_code::cannot_read, without the name of the file.
[[nodiscard]] result<graph_manifest> read_graph_manifest(std::string_view json);

}  // namespace urlsieve

#endif
