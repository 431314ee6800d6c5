#include "src/datasets/graph_manifest.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

#include "src/codec/compression.hpp"
#include "src/text/json/json_reader.hpp"
#include "src/text/json/json_writer.hpp"
#include "urlsieve/names.hpp"
#include "urlsieve/version.hpp"

namespace urlsieve {
namespace {

constexpr std::uint64_t graph_format = 1;

tl::unexpected<error> fault_in(std::string_view name) {
  return tl::unexpected(error{error_code::cannot_read,
                              "\"" + std::string(name) + "\" is missing, or has a wrong type or value"});
}

template <class Choice>
[[nodiscard]] bool read_choice(const json_value& from, std::string_view name, Choice& choice) {
  const std::optional<Choice> known = parse_name<Choice>(from.text_of(name));
  if (known) choice = *known;
  return known.has_value();
}

[[nodiscard]] bool read_number(const json_value& from, std::string_view name, std::uint64_t& number) {
  const std::optional<std::uint64_t> found = from.number_of(name);
  if (found) number = *found;
  return found.has_value();
}

[[nodiscard]] bool read_file(const json_value& from, std::string_view name, shard_summary& file) {
  file.name = name;
  file.checksum = from.text_of("xxh128");
  return from.text_of("name") == name && !file.checksum.empty() && read_number(from, "lines", file.lines) &&
         read_number(from, "bytes", file.bytes) && read_number(from, "content_bytes", file.content_bytes);
}

}  // namespace

std::string graph_file_name(std::string_view content, compression packing) {
  return std::string(content).append(".tsv").append(suffix_of(packing));
}

std::string manifest_text(const graph_manifest& graph) {
  json_writer json;
  json.begin_object();
  json.key("format").value(graph_format);
  json.key("urlsieve").value(version);
  json.key("graph").value(name_of(graph.of));
  json.key("layout").value(name_of(graph.layout));
  json.key("hosts_as").value(name_of(graph.hosts_as));
  json.key("public_suffix_list");
  graph.public_suffix_list.empty() ? json.null() : json.value(graph.public_suffix_list);
  json.key("rows").value("tsv");
  json.key("compression").value(name_of(graph.packing));
  json.key("totals").begin_object();
  json.key("vertices").value(graph.totals.vertices);
  json.key("edges").value(graph.totals.edges);
  json.key("links").value(graph.totals.links);
  json.end_object();
  json.key("shards").begin_array();
  for (const shard_summary& file : graph.files) {
    json.begin_object(true);
    json.key("name").value(file.name);
    json.key("lines").value(file.lines);
    json.key("bytes").value(file.bytes);
    json.key("content_bytes").value(file.content_bytes);
    json.key("xxh128").value(file.checksum);
    json.end_object();
  }
  json.end_array();
  json.end_object();
  return json.take();
}

// The writer puts "graph" in front, so a large manifest of a run need not be parsed.
bool is_of_graph(std::string_view json) {
  constexpr std::size_t front = 256;
  return json.substr(0, front).find("\"graph\"") != std::string_view::npos;
}

result<graph_manifest> read_graph_manifest(std::string_view json) {
  const result<json_value> root = read_json(json);
  if (!root) return tl::unexpected(root.error());
  graph_manifest graph;
  if (root->number_of("format") != graph_format) return fault_in("format");
  if (!read_choice(*root, "graph", graph.of) ||
      (graph.of != edge_choice::host && graph.of != edge_choice::domain))
    return fault_in("graph");
  // Version 0.2.0 writes neither of these members.
  if (root->find("layout") != nullptr && !read_choice(*root, "layout", graph.layout))
    return fault_in("layout");
  if (root->find("hosts_as") != nullptr && !read_choice(*root, "hosts_as", graph.hosts_as))
    return fault_in("hosts_as");
  graph.public_suffix_list = root->text_of("public_suffix_list");
  if (root->text_of("rows") != "tsv") return fault_in("rows");
  if (!read_choice(*root, "compression", graph.packing) || !is_writable(graph.packing))
    return fault_in("compression");
  const json_value* const totals = root->find("totals");
  if (totals == nullptr || !read_number(*totals, "vertices", graph.totals.vertices) ||
      !read_number(*totals, "edges", graph.totals.edges) ||
      !read_number(*totals, "links", graph.totals.links))
    return fault_in("totals");
  const json_value* const files = root->find("shards");
  if (files == nullptr || files->items.size() != graph.files.size() ||
      !read_file(files->items[0], graph_file_name("vertices", graph.packing), graph.files[0]) ||
      !read_file(files->items[1], graph_file_name("edges", graph.packing), graph.files[1]))
    return fault_in("shards");
  if (graph.totals.vertices != graph.files[0].lines || graph.totals.edges != graph.files[1].lines)
    return tl::unexpected(
        error{error_code::cannot_read, "\"totals\" contradicts the lines of the files in \"shards\""});
  return graph;
}

}  // namespace urlsieve
