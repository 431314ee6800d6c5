// Near-duplicate URLs in an output: keys identify them, and the first URL represents all with its key.
#ifndef URLSIEVE_PIPELINE_LOOK_ALIKES_HPP
#define URLSIEVE_PIPELINE_LOOK_ALIKES_HPP

#include <cstddef>
#include <string_view>
#include <utility>

#include "src/pipeline/batch.hpp"
#include "src/runs/known_url.hpp"
#include "src/text/arena.hpp"
#include "src/url/conventions/look_alike.hpp"
#include "urlsieve/output_options.hpp"

namespace urlsieve {

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

}  // namespace urlsieve

#endif
