#include "src/shards/row_search.hpp"

#include <utility>

#include "src/shards/dataset_file.hpp"
#include "urlsieve/password.hpp"

namespace urlsieve {

result<std::optional<row_search>> row_search::open(const std::string& directory, const shard_summary& entry,
                                                   const manifest& run, const remote_context& remote) {
  row_search opened(run);
  opened.path_ = without_password(shard_path(directory, entry));
  const auto add = [&](const shard_summary& file) -> result<bool> {
    result<std::optional<shard_search>> search = shard_search::open(directory, file, run, remote);
    if (!search) return tl::unexpected(std::move(search.error()));
    if (*search) opened.layers_.push_back(*std::move(*search));
    return search->has_value();
  };
  if (entry.layers.empty()) {
    const result<bool> added = add(entry);
    if (!added) return tl::unexpected(added.error());
    if (!*added) return std::nullopt;
  }
  for (const shard_summary& layer : entry.layers) {
    if (layer.lines == 0) continue;
    const result<bool> added = add(layer);
    if (!added) return tl::unexpected(added.error());
    if (!*added) return std::nullopt;
  }
  opened.has_row_.resize(opened.layers_.size());
  return opened;
}

result<bool> row_search::find(const row_predicate& before) {
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    const result<bool> found = layers_[i].find(before);
    if (!found) return found;
    has_row_[i] = *found;
  }
  return choose();
}

result<bool> row_search::next() {
  for (const std::size_t layer : equal_) {
    const result<bool> found = layers_[layer].next();
    if (!found) return found;
    has_row_[layer] = *found;
  }
  return choose();
}

result<bool> row_search::choose() {
  equal_.clear();
  joined_.clear();
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    if (!has_row_[i]) continue;
    const int comparison = equal_.empty() ? -1 : layers_[i].keys().sort_key.compare(first().keys().sort_key);
    if (comparison < 0) equal_.clear();
    if (comparison <= 0) equal_.push_back(i);
  }
  if (equal_.size() < 2) return !equal_.empty();
  bool fits = merged_->begin(first().row());
  for (std::size_t i = 1; i < equal_.size(); ++i)
    fits = fits && merged_->add(layers_[equal_[i]].row(), *merged_);
  if (!fits)
    return tl::unexpected(error{error_code::cannot_read, path_ + " has a row that contradicts its manifest"});
  merged_->append(0, joined_);
  row_ = std::string_view(joined_).substr(0, joined_.size() - 1);
  return true;
}

}  // namespace urlsieve
