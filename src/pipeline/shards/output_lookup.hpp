// Where in an output directory rows are that are looked for: which shards can hold them, and their places in
// these.
#ifndef URLSIEVE_PIPELINE_SHARDS_OUTPUT_LOOKUP_HPP
#define URLSIEVE_PIPELINE_SHARDS_OUTPUT_LOOKUP_HPP

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/shards/row_layout.hpp"
#include "src/shards/shard_search.hpp"
#include "src/transfer/remote_access.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/manifest.hpp"
#include "urlsieve/output_reader.hpp"

namespace urlsieve {

// Rows that stand together: whether one is before them, among them or behind. `holds` tells among them those
// that are meant; empty: all.
struct row_range {
  enum class place : std::uint8_t { before, inside, behind };
  std::function<place(const sorted_row&)> place_of;
  std::function<bool(const sorted_row&)> holds;
};

// The directory and its manifest outlive this. False: whoever takes the rows wants no more.
class output_lookup {
 public:
  output_lookup(const std::string& directory, const manifest& of, remote_reach remote = {});

  [[nodiscard]] std::uint32_t number_of(const shard_summary& shard) const;

  // All rows of a shard, and whether it is as the manifest says.
  [[nodiscard]] result<bool> read_whole(const shard_summary& shard, const taker<output_row>& take);

  // The rows of a range of the order that shards are in. REQUIRES: they are in one.
  [[nodiscard]] result<bool> read_range(const shard_summary& shard, const row_range& range,
                                        const taker<output_row>& take);

  // The rows that `holds` is true of, wherever they stand.
  [[nodiscard]] result<bool> read_some(const shard_summary& shard,
                                       const std::function<bool(const sorted_row&)>& holds,
                                       const taker<output_row>& take);

  // Those of these URLs that this shard may hold, by their number among all.
  [[nodiscard]] result<bool> read_urls(const shard_summary& shard, std::span<const std::string_view> urls,
                                       std::span<const std::size_t> asked, const taker<output_row>& take);

  // The rows of a host.
  [[nodiscard]] result<bool> read_host(const shard_summary& shard, std::string_view host,
                                       const taker<output_row>& take);

  // The shard of all rows of this URL, or of this host; nothing: they may be in any.
  [[nodiscard]] std::optional<std::uint32_t> shard_of_url(std::string_view url) const;
  [[nodiscard]] std::optional<std::uint32_t> shard_of_host(std::string_view host) const;

  // Whether the host of `row` is this one, in whatever case.
  [[nodiscard]] bool has_host(const sorted_row& row, std::string_view host) const;

 private:
  // Of a shard that can be searched; null: it can only be read from front to back.
  [[nodiscard]] result<shard_search*> search_of(const shard_summary& shard);
  [[nodiscard]] bool can_hold(const shard_summary& shard, const row_range& range) const;
  [[nodiscard]] result<bool> read_found(shard_search& search, result<bool> there, const row_range& range,
                                        const taker<output_row>& take);
  [[nodiscard]] bool hand_on(std::string_view row, std::string_view key, const taker<output_row>& take);
  [[nodiscard]] result<bool> read_host_by_schemes(shard_search& search, std::string_view host,
                                                  const taker<output_row>& take);
  [[nodiscard]] bool has_rows_with_userinfo() const;
  [[nodiscard]] std::string_view document_of(std::string_view key) const;

  const std::string& directory_;
  const manifest& of_;
  remote_reach remote_;
  row_layout layout_;
  std::map<std::size_t, std::optional<shard_search>> searches_;  // by place in the manifest
  row_values values_;
  output_row handed_;
};

}  // namespace urlsieve

#endif
