// Degrees are compared without a table of vertices: the sum over vertices of degree x hash(id) equals the sum
// over edges of hash(id of the end). A random seed makes an accidental or crafted match as unlikely as 2^-64.
#include "src/datasets/graph_check.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "src/runs/sorted_run.hpp"
#include "src/shards/dataset_file.hpp"
#include "src/shards/shard_content.hpp"
#include "src/shards/shard_reader.hpp"
#include "src/text/scan/fingerprint.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t read_size = std::size_t{256} << 10U;
constexpr std::size_t longest_row = std::size_t{64} << 20U;

// Reads a decimal number without leading zeros up to the TAB or the end, and removes both from `row`.
std::optional<std::uint64_t> take_number(std::string_view& row) {
  const std::size_t end = std::min(row.find('\t'), row.size());
  const std::string_view digits = row.substr(0, end);
  std::uint64_t number = 0;
  const auto [stop, failed] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (digits.empty() || failed != std::errc() || stop != digits.data() + digits.size() ||
      (digits.size() > 1 && digits.front() == '0'))
    return std::nullopt;
  row.remove_prefix(std::min(end + 1, row.size()));
  return number;
}

// Mixes an id (the finalizer of SplitMix64).
std::uint64_t hash_of(std::uint64_t id, std::uint64_t seed) {
  std::uint64_t mixed = id + seed;
  mixed = (mixed ^ mixed >> 30U) * 0xBF58476D1CE4E5B9U;
  mixed = (mixed ^ mixed >> 27U) * 0x94D049BB133111EBU;
  return mixed ^ mixed >> 31U;
}

// The sums of both degrees, as hashes.
struct degree_sums {
  std::uint64_t out = 0;
  std::uint64_t in = 0;
};

// The faults of one file.
class graph_file_check {
 public:
  graph_file_check(const std::string& directory, const shard_summary& entry, const graph_manifest& graph,
                   const remote_context& remote)
      : entry_(entry),
        content_(shard_content::open(dataset_path(directory, entry.name), remote, graph.packing, entry.bytes,
                                     read_size)) {}

  // Calls check(row, line) for each row. Returns false if interrupted.
  template <class Check>
  bool read(run_monitor* monitor, const Check& check) {
    if (!content_) {
      note(content_.error().message);
      return content_.error().code != error_code::interrupted;
    }
    std::string block;
    std::size_t from = 0;  // begin of the current row
    std::uint64_t reported = 0;
    while (!content_->ended() && content_->state()) {
      block.erase(0, std::exchange(from, 0));
      const std::size_t kept = block.size();
      if (kept > longest_row) {
        add("line " + std::to_string(lines_ + 1) + " is longer than " + std::to_string(longest_row >> 20U) +
            " MiB");
        break;
      }
      block.resize(kept + read_size);
      block.resize(kept + content_->take({block.data() + kept, read_size}));
      content_bytes_ += block.size() - kept;
      for (std::size_t end = block.find('\n', kept); end != std::string::npos; end = block.find('\n', from)) {
        check(std::string_view(block).substr(from, end - from), ++lines_);
        from = end + 1;
      }
      if (monitor == nullptr) continue;
      const std::uint64_t stored = content_->bytes();
      monitor->stored_bytes_done += stored - std::exchange(reported, stored);
      if (monitor->stop) return false;
    }
    const bool is_whole = content_->ended() && content_->state();
    if (is_whole && from != block.size()) add("the last line has no line end");
    if (!content_->state()) {
      note(content_->state().error().message);
      if (content_->state().error().code == error_code::interrupted) return false;
    }
    compare(is_whole);
    return true;
  }

  void add(const std::string& fault) {
    faults_.push_back((content_ ? content_->path() : entry_.name) + ": " + fault);
  }
  void add_lines(std::string_view fault, const bad_lines& bad) {
    if (bad.count == 0) return;
    std::string where = "line " + std::to_string(bad.first);
    if (bad.count > 1) where += " and " + std::to_string(bad.count - 1) + " more";
    add(where + ": " + std::string(fault));
  }

  [[nodiscard]] std::uint64_t lines() const { return lines_; }
  [[nodiscard]] const std::vector<std::string>& faults() const { return faults_; }

 private:
  void note(const std::string& message) { faults_.push_back(message); }

  void compare_number(std::string_view unit, std::uint64_t got, std::uint64_t listed) {
    if (got != listed)
      add("has " + std::to_string(got) + ' ' + std::string(unit) + ", the manifest says " +
          std::to_string(listed));
  }

  void compare(bool is_whole) {
    std::array<char, 1U << 14U> rest;
    while (content_->take_stored(rest) != 0) {
    }
    compare_number("bytes", content_->bytes(), entry_.bytes);
    if (content_->checksum() != entry_.checksum)
      add("has checksum " + content_->checksum() + ", the manifest says " + entry_.checksum);
    if (!is_whole) return;
    compare_number("lines", lines_, entry_.lines);
    compare_number("bytes uncompressed", content_bytes_, entry_.content_bytes);
  }

  const shard_summary& entry_;
  result<shard_content> content_;
  std::uint64_t lines_ = 0;
  std::uint64_t content_bytes_ = 0;
  std::vector<std::string> faults_;
};

class graph_check {
 public:
  graph_check(const std::string& directory, const graph_manifest& graph, const remote_context& remote)
      : graph_(graph),
        has_degrees_(graph.layout == graph_layout::full),
        vertices_(directory, graph.files[0], graph, remote),
        edges_(directory, graph.files[1], graph, remote) {}

  // Returns false if interrupted.
  bool run(run_monitor* monitor) {
    return vertices_.read(monitor, [this](std::string_view row, std::uint64_t line) {
      add_vertex(row, line);
    }) && edges_.read(monitor, [this](std::string_view row, std::uint64_t line) { add_edge(row, line); });
  }

  void report_to(verify_report& report) {
    vertices_.add_lines("has other columns than the layout", vertex_columns_);
    vertices_.add_lines("has an id that is not the number of its line", ids_);
    vertices_.add_lines("has a name that is not greater than the name before", names_);
    edges_.add_lines("has other columns than the layout", edge_columns_);
    edges_.add_lines("has an id without a vertex", ends_);
    edges_.add_lines("is not greater than the edge before", disordered_);
    edges_.add_lines("has an invalid count", counts_);
    edges_.add_lines("is a self-loop, which the layout lacks", loops_);
    // A damaged file has other sums for that reason.
    if (has_degrees_ && vertices_.faults().empty() && edges_.faults().empty()) compare_sums();
    for (graph_file_check* const file : {&vertices_, &edges_}) {
      ++report.shards;
      report.lines += file->lines();
      report.faults.insert(report.faults.end(), file->faults().begin(), file->faults().end());
    }
  }

 private:
  void add_vertex(std::string_view row, std::uint64_t line) {
    const std::optional<std::uint64_t> id = take_number(row);
    const std::size_t end = std::min(row.find('\t'), row.size());
    const std::string_view name = row.substr(0, end);
    const bool has_more = end != row.size();
    if (!id || name.empty() || has_more != has_degrees_) return vertex_columns_.note(line);
    if (has_degrees_) {
      row.remove_prefix(end + 1);
      const std::size_t tab = row.find('\t');
      const std::optional<std::uint64_t> out = take_number(row);
      const std::optional<std::uint64_t> in = take_number(row);
      if (tab == std::string_view::npos || !out || !in || !row.empty()) return vertex_columns_.note(line);
      degrees_.out += *out * hash_of(*id, seed_);
      degrees_.in += *in * hash_of(*id, seed_);
    }
    if (*id != line - 1) ids_.note(line);
    if (line > 1 && name <= last_name_) names_.note(line);
    last_name_.assign(name);
  }

  void add_edge(std::string_view row, std::uint64_t line) {
    const auto tabs = std::count(row.begin(), row.end(), '\t');
    const std::optional<std::uint64_t> from = take_number(row);
    const std::optional<std::uint64_t> to = take_number(row);
    if (!from || !to || tabs != (has_degrees_ ? 2 : 1)) return edge_columns_.note(line);
    if (has_degrees_) {
      const std::optional<std::uint64_t> count = take_number(row);
      if (!count || *count == 0 || *count > max_count) counts_.note(line);
      links_ += count.value_or(0);
      ends_of_edges_.out += hash_of(*from, seed_);
      ends_of_edges_.in += hash_of(*to, seed_);
    }
    if (*from >= graph_.totals.vertices || *to >= graph_.totals.vertices) ends_.note(line);
    if (!has_degrees_ && *from == *to) loops_.note(line);
    const std::pair edge(*from, *to);
    if (last_edge_ && edge <= *last_edge_) disordered_.note(line);
    last_edge_ = edge;
  }

  void compare_sums() {
    if (degrees_.out != ends_of_edges_.out) edges_.add("contradicts the out-degrees of the vertices");
    if (degrees_.in != ends_of_edges_.in) edges_.add("contradicts the in-degrees of the vertices");
    if (links_ != graph_.totals.links)
      edges_.add("has " + std::to_string(links_) + " links, the manifest says " +
                 std::to_string(graph_.totals.links));
  }

  const graph_manifest& graph_;
  bool has_degrees_;
  std::uint64_t seed_ = random_seed();
  graph_file_check vertices_;
  graph_file_check edges_;
  std::string last_name_;
  std::optional<std::pair<std::uint64_t, std::uint64_t>> last_edge_;
  std::uint64_t links_ = 0;
  degree_sums degrees_;        // by the vertices
  degree_sums ends_of_edges_;  // by the edges
  bad_lines vertex_columns_;
  bad_lines ids_;
  bad_lines names_;
  bad_lines edge_columns_;
  bad_lines ends_;
  bad_lines disordered_;
  bad_lines counts_;
  bad_lines loops_;
};

}  // namespace

result<void> check_graph(const std::string& directory, const graph_manifest& graph,
                         const remote_context& remote, run_monitor* monitor, verify_report& report) {
  graph_check check(directory, graph, remote);
  if (!check.run(monitor)) return tl::unexpected(error{error_code::interrupted, "interrupted"});
  check.report_to(report);
  return {};
}

}  // namespace urlsieve
