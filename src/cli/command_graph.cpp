// urlsieve graph: writes the edges of runs as a web graph of numbered vertices.
#include <fmt/core.h>

#include <CLI/App.hpp>
#include <array>
#include <memory>
#include <string_view>

#include "src/cli/amounts.hpp"
#include "src/cli/exit_code.hpp"
#include "src/cli/flag_values.hpp"
#include "src/cli/reader_flags.hpp"
#include "src/cli/watched_command.hpp"
#include "src/codec/compression.hpp"
#include "urlsieve/web_graph.hpp"

namespace urlsieve::cli {

namespace {

constexpr std::array<std::string_view, 2> graph_paragraphs{
    "Writes OUT/vertices.tsv: id, name, out-degree, in-degree (a self-loop counts in both); and "
    "OUT/edges.tsv: id of the source, id of the target, count. Names of hosts are reversed "
    "(com.example.www; addresses are not), and ids count from 0 in the order of these names. With "
    "--layout commoncrawl both files have the form of Common Crawl's graphs: two columns, and no "
    "self-loops.",
    "The runs must come from extract --edges host or --edges domain, all of the same kind. An edge in "
    "several runs becomes one edge with the sum of its counts; without the field count, an edge counts 1 in "
    "each run. A row without a target (--vertices visited) is a vertex. Data that exceeds --memory is stored "
    "on disk. The same edges give the same bytes, in any runs "
    "and shards."};
constexpr std::array<help_example, 3> graph_examples{{
    {"One run, made by extract --edges host", "urlsieve graph links -o graph"},
    {"Many runs", "urlsieve graph links-* -o graph --memory 8G --tmpdir /scratch --compress zstd"},
    {"For the tools of Common Crawl and WebGraph, of extract --edges host --hosts-as commoncrawl --vertices "
     "visited",
     "urlsieve graph links -o graph --layout commoncrawl --compress gzip"},
}};
constexpr std::array<explained_word, 3> graph_exit_codes{{
    {"0", "the graph was written"},
    {"2", "wrong usage, no such DIR, runs without such edges, or runs of different kinds"},
    {"3", "the run failed (a damaged shard, a DIR without _SUCCESS, a full disk): there is no output"},
}};
constexpr std::array<std::string_view, 5> graph_common{"--output", "--compress", "--layout", "--force",
                                                       "--quiet"};
constexpr command_words words_of_graph{"graph",        "make a web graph from the edges of runs",
                                       graph_common,   graph_paragraphs,
                                       graph_examples, graph_exit_codes};

class graph_command final : public watched_command {
 public:
  graph_command() : watched_command(words_of_graph) {}

  void declare(CLI::App& flags) override {
    flags.add_option("DIR", options_.directories, "Output directories of extract --edges host|domain")
        ->required()
        ->type_name("");
    flags.add_option("-o,--output", options_.output, "Write the graph into OUT")
        ->required()
        ->type_name("OUT");
    add_choice<compression>(flags, "--compress", options_.compress, words_of<compression>(is_writable),
                            "Compression of both files");
    add_choice(
        flags, "--layout", options_.layout,
        "Columns: all, or those of Common Crawl's graphs (id and name; ids of both ends; no self-loops)");
    add_memory_flag(flags, options_.memory, "Memory for the whole process; data beyond it is stored on disk");
    flags.add_option("--tmpdir", options_.temporary, "Directory for data that exceeds --memory")
        ->default_str("beside the output")
        ->type_name("DIR");
    add_mark_flag(flags, options_.mark);
    add_request_flags(flags, options_.remote);
    flags.add_flag("--force", options_.force,
                   "Replace OUT if OUT is an output of urlsieve that the run does not read");
    declare_watch(flags, "Report only errors that end the run");
  }

  result<int> execute() override {
    const closing_line closing(quiet());
    return watch(task::merging, options_.remote, [this] { return make_graph(options_, &monitor()); })
        .map([&](const graph_totals& done) -> int {
          closing.print(fmt::format("{}, {} ({}) of {}, {}", counted(done.vertices, "vertex", "vertices"),
                                    counted(done.edges, "edge"), counted(done.links, "link"),
                                    counted(options_.directories.size(), "directory", "directories"),
                                    in_bytes(static_cast<double>(done.bytes))),
                        options_.output);
          return all_read;
        });
  }

 private:
  graph_options options_;
};

}  // namespace

std::unique_ptr<command> make_graph_command() {
  return std::make_unique<graph_command>();
}

}  // namespace urlsieve::cli
