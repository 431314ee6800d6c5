// Checks a web graph against its manifest.
#ifndef URLSIEVE_DATASETS_GRAPH_CHECK_HPP
#define URLSIEVE_DATASETS_GRAPH_CHECK_HPP

#include <string>
#include <vector>

#include "src/datasets/graph_manifest.hpp"
#include "src/transfer/remote_context.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/verify_shards.hpp"

namespace urlsieve {

// Reads both files of the graph in `directory`, and adds their faults, files and lines to `report`: sizes,
// checksums, columns, ids of vertices (0, 1, 2 ...), ascending names and edges, ids of edges, totals, and
// degrees against edges. Needs constant memory. `monitor` may be null. Returns an error only if interrupted.
[[nodiscard]] result<void> check_graph(const std::string& directory, const graph_manifest& graph,
                                       const remote_context& remote, run_monitor* monitor,
                                       verify_report& report);

}  // namespace urlsieve

#endif
