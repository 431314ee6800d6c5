#include "src/pipeline/option_check.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "src/input/named_paths.hpp"
#include "src/shards/partition.hpp"
#include "src/url/base.hpp"
#include "urlsieve/password.hpp"

namespace urlsieve {

namespace {

tl::unexpected<error> refuse(std::string why) {
  return tl::make_unexpected(error{error_code::usage, std::move(why)});
}

result<void> check_edges(const output_options& output) {
  if (output.edges == edge_choice::none)
    return output.self_loops == loop_choice::keep ? result<void>{} : refuse("--self-loops needs --edges");
  if (output.jsonl) return refuse("--edges writes columns and cannot be used with --jsonl");
  for (const field name : output.fields) {
    if (name != field::url && name != field::count && name != field::shard)
      return refuse("--edges has the fields shard, url (both ends) and count only");
  }
  return {};
}

result<void> check_redirects(const extract_options& options) {
  if (options.redirects.canonical && !options.redirects.learn && options.redirects.write_to.empty())
    return refuse("--canonical-redirects needs --write-redirects or --learn-redirects");
  if (options.redirects.learn && options.url.ladder != rung::protocol)
    return refuse("--learn-redirects needs --ladder protocol");
  if (options.redirects.learn && options.output.directory.empty())
    return refuse("--learn-redirects needs -o: what was printed cannot be changed");
  if (options.redirects.learn && options.output.edges != edge_choice::none)
    return refuse("--learn-redirects changes URLs, not edges: use --redirects with --edges");
  return {};
}

result<void> check_resume(const extract_options& options) {
  if (!options.output.resume) return {};
  if (options.output.directory.empty()) return refuse("--resume needs -o");
  const bool from_stream =
      options.input.files_from == "-" || (options.input.paths.empty() && options.input.files_from.empty()) ||
      std::find(options.input.paths.begin(), options.input.paths.end(), "-") != options.input.paths.end();
  if (from_stream) return refuse("--resume needs inputs that can be read again, not standard input");
  return {};
}

result<void> check_store(const output_options& output) {
  const bool stream = output.directory.empty();
  if (output.exact && !stream) return refuse("shards compare URLs by bytes: --exact is for standard output");
  if (output.order != row_order::bytes && stream)
    return refuse("--order is that of rows in shards: it needs -o");
  if (!output.seen.empty() && stream)
    return refuse("--seen needs -o: what was seen is compared shard by shard");
  if (!output.temporary.empty() && stream) return refuse("--tmpdir needs -o: only shards go to disk");
  if (!output.temporary.empty() && output.resume)
    return refuse("--resume keeps what goes to disk beside the output: --tmpdir cannot be used with it");
  if (output.max_sources == 0 || output.max_sources > 1024)
    return refuse("the number of sources is from 1 to 1024");
  return {};
}

result<void> check_names(const extract_options& options) {
  std::vector<std::string> names = options.input.paths;
  if (!options.input.files_from.empty()) names.push_back(options.input.files_from);
  names.insert(names.end(), options.redirects.read_from.begin(), options.redirects.read_from.end());
  names.insert(names.end(), options.output.seen.begin(), options.output.seen.end());
  std::vector<std::string> directories = options.output.seen;
  if (!options.output.temporary.empty()) directories.push_back(options.output.temporary);
  return find_named(names).and_then([&] { return find_directories(directories); });
}

}  // namespace

result<void> check_options(const extract_options& options) {
  if (options.output.fields.empty()) return refuse("no fields are asked for");
  if (!options.output.directory.empty()) {
    if (!options.output.dedup)
      return refuse("--no-dedup writes to standard output and cannot be used with -o");
    if (options.output.shards == 0 || options.output.shards > max_shards) {
      return refuse("the number of shards is from 1 to " + std::to_string(max_shards));
    }
    if (std::find(options.output.fields.begin(), options.output.fields.end(), field::url) ==
        options.output.fields.end()) {
      return refuse("shards are sorted by their URLs: --fields must name url");
    }
  }
  if (result<void> sound = check_edges(options.output); !sound) return sound;
  if (result<void> sound = check_store(options.output); !sound) return sound;
  if (result<void> sound = check_redirects(options); !sound) return sound;
  if (result<void> sound = check_resume(options); !sound) return sound;
  if (result<void> sound = check_names(options); !sound) return sound;
  base_url base;
  if (!options.base.empty() && !base.assign(options.base, options.url)) {
    return tl::make_unexpected(
        error{error_code::invalid_url, "--base is no absolute URL: " + without_password(options.base)});
  }
  return {};
}

}  // namespace urlsieve
