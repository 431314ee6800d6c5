// Near-duplicate URLs in an output: keys identify them, and the first URL represents all with its key.
#ifndef URLSIEVE_PIPELINE_OUTPUTS_NEAR_DUPLICATES_HPP
#define URLSIEVE_PIPELINE_OUTPUTS_NEAR_DUPLICATES_HPP

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "src/pipeline/batch.hpp"
#include "src/runs/sorted_run.hpp"
#include "src/text/arena.hpp"
#include "src/url/conventions/look_alike.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/output_choices.hpp"

namespace urlsieve {

class partition;
class shard_store;

// Fills batch::keys, with a key for each URL, if near-duplicate URLs count as one. The batch's storage owns
// the keys. Throws std::bad_alloc, as first_of_key() does.
inline void find_keys(batch& done, dedup_choice dedup_by) {
  if (dedup_by == dedup_choice::url) return;
  done.keys.clear();
  for (const std::string_view url : done.found)
    done.keys.push_back(near_duplicate_key(url, dedup_by, done.storage));
}

// Returns the record of the first URL with a key, in `storage`: the URL, a TAB (which no URL holds), and its
// columns.
inline std::string_view first_of_key(std::string_view url, std::string_view columns, arena& storage) {
  const std::size_t size = url.size() + 1 + columns.size();
  char* const place = storage.reserve(size);
  url.copy(place, url.size());
  place[url.size()] = '\t';
  columns.copy(place + url.size() + 1, columns.size());
  return storage.commit(size);
}

// Splits the record of first_of_key() into URL and columns.
inline std::pair<std::string_view, std::string_view> split_pair(std::string_view first) {
  const std::size_t tab = first.find('\t');
  return {first.substr(0, tab), first.substr(tab + 1)};
}

// Returns the URL of a row in a set, which is sorted by keys unless `dedup_by` is dedup_choice::url.
inline std::string_view url_of(const known_url& row, dedup_choice dedup_by) {
  return dedup_by == dedup_choice::url ? row.url : split_pair(row.columns).first;
}

// Moves near-duplicate URLs from the shards of their keys to the shards of their URLs. Inserts the first URL
// of each key in `from` into `into`, with all counts and sources of the key. Both stores have `shards`
// shards; `layout` gives the shard of a URL in `into`. Runs in parallel over the shards of `from`. Fails as
// the stores do, and with error_code::interrupted if `stop` becomes true. Requires: the columns of `from` are
// records of first_of_key().
[[nodiscard]] result<void> unfold_rows(shard_store& from, shard_store& into, const partition& layout,
                                       std::uint32_t shards, const std::atomic<bool>& stop);

}  // namespace urlsieve

#endif
