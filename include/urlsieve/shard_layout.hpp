// The names of the shards in an output directory.
#ifndef URLSIEVE_SHARD_LAYOUT_HPP
#define URLSIEVE_SHARD_LAYOUT_HPP

#include <cstdint>

#include "urlsieve/enum_table.hpp"
#include "urlsieve/names.hpp"

namespace urlsieve {

// `flat`: "part-00003-of-00016.parquet". `hive`: "shard=3/part.parquet", a partition of the column `shard`
// for engines that read the names of Hive's tables.
enum class shard_layout : std::uint8_t { flat, hive };
template <>
inline constexpr auto words_for<shard_layout> =
    enum_table<shard_layout>({{shard_layout::flat, "flat"}, {shard_layout::hive, "hive"}});

}  // namespace urlsieve

#endif
