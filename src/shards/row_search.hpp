// Binary search in a sorted shard of an output directory, or of all layers of a state at once: the rows of a
// URL in several layers are one row.
#ifndef URLSIEVE_SHARDS_ROW_SEARCH_HPP
#define URLSIEVE_SHARDS_ROW_SEARCH_HPP

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/shards/merged_row.hpp"
#include "src/shards/shard_search.hpp"
#include "src/transfer/remote_context.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/manifest.hpp"

namespace urlsieve {

// Errors are as in shard_search. One thread at a time may use a search.
class row_search {
 public:
  using row_predicate = shard_search::row_predicate;

  // Opens the shard `entry` of `directory`. Returns nullopt if shard_search::open() returns nullopt for a
  // file.
  [[nodiscard]] static result<std::optional<row_search>> open(const std::string& directory,
                                                              const shard_summary& entry, const manifest& run,
                                                              const remote_context& remote = {});

  // Move as find() and next() of shard_search do; return false if there is no such row.
  [[nodiscard]] result<bool> find(const row_predicate& before);
  [[nodiscard]] result<bool> next();

  // Returns the current row without its LF. Views are valid until the next call of find() or next().
  [[nodiscard]] std::string_view row() const { return joined_.empty() ? first().row() : row_; }
  [[nodiscard]] const sorted_row& keys() const { return first().keys(); }

 private:
  explicit row_search(const manifest& run) : merged_(std::make_unique<merged_row>(run, run)) {}

  // Moves to the lowest of the current rows of all layers.
  [[nodiscard]] result<bool> choose();
  [[nodiscard]] const shard_search& first() const { return layers_[equal_.front()]; }

  std::string path_;  // for messages
  std::unique_ptr<merged_row> merged_;
  std::vector<shard_search> layers_;
  std::vector<bool> has_row_;       // by layer
  std::vector<std::size_t> equal_;  // layers with the current URL, in order
  std::string joined_;              // the row of several layers, with its LF; empty: one layer has the URL
  std::string_view row_;
};

}  // namespace urlsieve

#endif
