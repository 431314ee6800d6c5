// Look-alikes in an output: they are told apart by keys, and the first of each stands for all.
#ifndef URLSIEVE_PIPELINE_LOOK_ALIKES_HPP
#define URLSIEVE_PIPELINE_LOOK_ALIKES_HPP

#include <cstddef>
#include <string_view>
#include <utility>

#include "src/pipeline/batch.hpp"
#include "src/text/arena.hpp"
#include "src/url/look_alike.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

// Fills batch::keys where look-alikes count as one.
inline void find_keys(batch& done, similar_choice how) {
  if (how == similar_choice::none) return;
  done.keys.clear();
  for (const std::string_view url : done.found) done.keys.push_back(look_alike_key(url, how, done.storage));
}

// What is kept of the first URL that has a key: itself, then its columns. No URL holds a TAB.
inline std::string_view first_of_key(std::string_view url, std::string_view columns, arena& storage) {
  const std::size_t size = url.size() + 1 + columns.size();
  char* const place = storage.reserve(size);
  url.copy(place, url.size());
  place[url.size()] = '\t';
  columns.copy(place + url.size() + 1, columns.size());
  return storage.commit(size);
}

// URL and columns.
inline std::pair<std::string_view, std::string_view> taken_apart(std::string_view first) {
  const std::size_t tab = first.find('\t');
  return {first.substr(0, tab), first.substr(tab + 1)};
}

}  // namespace urlsieve

#endif
