// Output directories as inputs: how the rows of their parts hold URLs.
#ifndef URLSIEVE_PIPELINE_SHARD_INPUT_HPP
#define URLSIEVE_PIPELINE_SHARD_INPUT_HPP

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "src/input/url_rows_source.hpp"
#include "src/shards/manifest_reader.hpp"
#include "src/transfer/remote_access.hpp"
#include "urlsieve/manifest.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

class shard_input {
 public:
  explicit shard_input(mark_demand mark) : mark_(mark) {}

  // Has directories that are URLs read.
  void set(remote_reach remote) { remote_ = std::move(remote); }

  // The rows of `directory`, which may be a URL, as its manifest says; nothing: that cannot be read, which is
  // counted. So is once for each directory, as damage::unreadable, that _SUCCESS or a part is missing.
  // Nothing, too, where a shortage (shortage.hpp) came in between: nothing is counted then.
  [[nodiscard]] std::optional<url_rows> rows_of(const std::string& directory, stats& counted);

  // The manifest that the last rows_of() read; null: none.
  [[nodiscard]] const std::shared_ptr<const manifest>& described() const { return described_; }
  [[nodiscard]] const remote_reach& remote() const { return remote_; }

  // The shortage that the last rows_of() met, as errno; 0: none. The next one tries again.
  [[nodiscard]] int shortage() const { return shortage_; }

 private:
  void look_for_parts(const std::string& directory, stats& counted);
  void look_for_objects(const std::string& directory, stats& counted) const;
  [[nodiscard]] std::optional<url_rows> look_at(const std::string& directory, stats& counted);
  [[nodiscard]] bool is_short(int failure);

  mark_demand mark_;
  remote_reach remote_;
  std::string directory_;  // the last one
  std::optional<url_rows> rows_;
  std::shared_ptr<const manifest> described_;
  int shortage_ = 0;
};

}  // namespace urlsieve

#endif
