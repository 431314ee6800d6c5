// Reads a shard in Parquet as a byte source: one line per row, in the form of `--output-format tsv`.
#ifndef URLSIEVE_PIPELINE_SHARD_ROWS_SOURCE_HPP
#define URLSIEVE_PIPELINE_SHARD_ROWS_SOURCE_HPP

#include <memory>
#include <string>

#include "src/input/byte_source.hpp"
#include "src/transfer/remote_context.hpp"
#include "urlsieve/manifest.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

// Opens the shard at `path` in `directory`, which may be a URL if `remote` reaches it; `described` is the
// directory's manifest. Returns null and counts damage::unreadable if the shard cannot be opened or the
// manifest does not list it. A shard that differs from the manifest ends the source as damage::unreadable. If
// the process lacks memory or descriptors, returns null and sets `exhaustion` to an errno: try again later.
[[nodiscard]] std::unique_ptr<byte_source> open_shard_rows(const std::string& directory,
                                                           const std::string& path,
                                                           std::shared_ptr<const manifest> described,
                                                           const remote_context& remote, stats& counted,
                                                           int& exhaustion);

}  // namespace urlsieve

#endif
