// manifest.json: what an output directory holds and how it was made. The same run gives the same bytes: no
// times, no threads, no names of hosts or inputs. README.md has the schema.
#ifndef URLSIEVE_SHARDS_MANIFEST_HPP
#define URLSIEVE_SHARDS_MANIFEST_HPP

#include <span>
#include <string>
#include <string_view>

#include "src/shards/shard_writer.hpp"
#include "urlsieve/options.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

// `version` is the program's.
[[nodiscard]] std::string manifest_json(std::string_view version, const extract_options& options,
                                        const stats& totals, std::span<const shard_summary> shards);

}  // namespace urlsieve

#endif
