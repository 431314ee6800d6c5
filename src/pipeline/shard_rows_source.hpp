// The rows of a shard in Parquet as a byte source: a line a row, as `--rows tsv` has it.
#ifndef URLSIEVE_PIPELINE_SHARD_ROWS_SOURCE_HPP
#define URLSIEVE_PIPELINE_SHARD_ROWS_SOURCE_HPP

#include <memory>
#include <string>

#include "src/input/byte_source.hpp"
#include "src/transfer/remote_access.hpp"
#include "urlsieve/manifest.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

// `path` is that of a shard in `directory`, which may be a URL where `remote` reaches it; `of` is the
// directory's manifest. A shard that cannot be opened, or that the manifest does not list, gives null and
// counts as damage::unreadable. So does, where it is met, a shard that is not as the manifest says: that ends
// the source.
[[nodiscard]] std::unique_ptr<byte_source> open_shard_rows(const std::string& directory,
                                                           const std::string& path,
                                                           std::shared_ptr<const manifest> of,
                                                           const remote_reach& remote, stats& counted);

}  // namespace urlsieve

#endif
