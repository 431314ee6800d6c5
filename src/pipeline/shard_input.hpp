// Output directories as inputs: how the rows of their parts hold URLs.
#ifndef URLSIEVE_PIPELINE_SHARD_INPUT_HPP
#define URLSIEVE_PIPELINE_SHARD_INPUT_HPP

#include <optional>
#include <string>

#include "src/input/url_rows_source.hpp"
#include "src/shards/manifest_reader.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

class shard_input {
 public:
  explicit shard_input(mark_demand mark) : mark_(mark) {}

  // The rows of `directory` as its manifest says; nothing: that cannot be read, which is counted. So is once
  // for each directory, as damage::unreadable, that _SUCCESS or a part is missing.
  [[nodiscard]] std::optional<url_rows> rows_of(const std::string& directory, stats& counted);

 private:
  [[nodiscard]] std::optional<url_rows> look_at(const std::string& directory, stats& counted) const;

  mark_demand mark_;
  std::string directory_;  // the last one
  std::optional<url_rows> rows_;
};

}  // namespace urlsieve

#endif
