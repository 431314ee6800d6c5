// Rebuilds a missing or damaged filter file from its shard.
#ifndef URLSIEVE_SHARDS_FILTER_REPAIR_HPP
#define URLSIEVE_SHARDS_FILTER_REPAIR_HPP

#include <string>

#include "urlsieve/error.hpp"
#include "urlsieve/manifest.hpp"

namespace urlsieve {

// Reads the shard `entry` of the local `directory`, whose manifest is `run`, writes its filter into the
// directory `scratch` on the same file system, and renames the filter into place. A filter depends only on
// the keys, so the new file must have the size and checksum of the manifest. Fails with
// error_code::cannot_read if the shard is damaged or the filter differs from the manifest, and with the
// errors of writing; the old file is unchanged then. Requires: entry.filter.bytes > 0.
[[nodiscard]] result<void> rebuild_filter(const std::string& directory, const shard_summary& entry,
                                          const manifest& run, const std::string& scratch);

}  // namespace urlsieve

#endif
