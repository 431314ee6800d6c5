// Redirect files: each line is a pair, a comment or damage. Targets equal a walk along the pairs, in memory
// and on disk, and do not depend on how the pairs are split over files.
#include "src/pipeline/redirects/redirect_reader.hpp"

#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "src/dedup/observed_redirects.hpp"
#include "src/input/archives/file_archive.hpp"
#include "src/text/encodings/utf8.hpp"
#include "src/text/encodings/wide_text.hpp"
#include "tests/fuzz/file_in_memory.hpp"
#include "urlsieve/redirect_options.hpp"
#include "urlsieve/url.hpp"

namespace urlsieve::fuzz::redirect_file_target {
namespace {

struct loaded {
  std::map<std::string, std::string> ends;
  std::uint64_t damaged = 0;

  friend bool operator==(const loaded&, const loaded&) = default;
};

std::string directory() {
  static const std::string path = [] {
    std::string pattern = (std::filesystem::temp_directory_path() / "urlsieve-fuzz-XXXXXX").string();
    require(::mkdtemp(pattern.data()) != nullptr);
    static std::string created = pattern;
    std::atexit([] { std::filesystem::remove_all(created); });
    return pattern;
  }();
  return path;
}

loaded load(const url_options& options, std::span<const std::string_view> files, std::size_t memory) {
  std::vector<std::unique_ptr<file_in_memory>> stored;
  redirect_options redirects;
  for (const std::string_view bytes : files) {
    stored.push_back(std::make_unique<file_in_memory>(bytes));
    redirects.read_from.push_back(stored.back()->name());
  }
  observed_redirects found(memory, []() -> result<std::string> { return directory(); });
  stats counted;
  require(load_redirects(options, redirects, found, counted).has_value());
  loaded all;
  all.damaged = counted.total_damage();
  const auto take = [&](const redirect& pair) -> result<void> {
    all.ends.emplace(pair.from, pair.to);
    return {};
  };
  require(found.each(take).has_value());
  return all;
}

// Reference implementation: pairs in a map.
struct simple_pairs {
  std::map<std::string, std::set<std::string>> targets;
  std::uint64_t damaged = 0;

  void add(std::string_view line, const url_options& options) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    line = without_utf8_mark(line);
    if (line.empty() || line.front() == '#') return;
    const std::size_t tab = std::min(line.find('\t'), line.size());
    const auto from = canonicalize(line.substr(0, tab), {}, options);
    const auto to = tab < line.size() ? canonicalize(line.substr(tab + 1), {}, options)
                                      : tl::unexpected(rejection::no_url);
    const bool wide = tab < line.size() && line.find('\t', tab + 1) != std::string_view::npos;
    if (!from || !to || wide)
      ++damaged;
    else if (*from != *to)
      targets[*from].insert(*to);
  }

  [[nodiscard]] std::string end_of(std::string url) const {
    std::set<std::string> visited;
    for (auto found = targets.find(url); found != targets.end() && found->second.size() == 1;
         found = targets.find(url)) {
      if (!visited.insert(url).second) return {};
      url = *found->second.begin();
    }
    return visited.empty() ? std::string() : url;
  }
};

}  // namespace

extern const std::size_t longest_input = 8'000;

// First byte: the position of the split into two files.
void run(fuzz_input& given) {
  const unsigned place = given.byte();
  const std::string_view file = given.rest();
  const std::size_t feed = file.find('\n', place * file.size() / 256);
  const std::size_t cut = feed == std::string_view::npos ? file.size() : feed + 1;
  // The begin of a line may look like a compressed file or UTF-16, which matters only at the begin of a file.
  for (const std::string_view part : {file, file.substr(0, cut), file.substr(cut)})
    if (is_compressed(part) || find_wide_encoding(part.substr(0, 4096))) return;
  url_options options;
  options.ladder = rung::protocol;
  options.max_url = 100;
  const loaded whole = load(options, {{file}}, std::size_t{1} << 24U);
  require(load(options, {{file.substr(0, cut), file.substr(cut)}}, std::size_t{1} << 24U) == whole);
  require(load(options, {{file}}, 0) == whole);

  simple_pairs simple;
  for (fuzz_input left(file); !left.empty();) simple.add(left.up_to('\n'), for_redirects(options));
  require(whole.damaged == simple.damaged);
  for (const auto& [from, to] : simple.targets) {
    const auto found = whole.ends.find(from);
    require((found == whole.ends.end() ? std::string() : found->second) == simple.end_of(from));
  }
}

}  // namespace urlsieve::fuzz::redirect_file_target
