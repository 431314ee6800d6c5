// Reads output directories as inputs: determines how the rows of their parts hold URLs.
#ifndef URLSIEVE_PIPELINE_SHARD_INPUT_HPP
#define URLSIEVE_PIPELINE_SHARD_INPUT_HPP

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <ranges>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "src/input/recoding/url_rows_source.hpp"
#include "src/shards/manifest_reader.hpp"
#include "src/transfer/remote_context.hpp"
#include "urlsieve/manifest.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

class shard_input {
 public:
  explicit shard_input(success_marker_policy mark) : mark_(mark) {}

  // Sets the access to directories that are URLs.
  void set(remote_context remote) { remote_ = std::move(remote); }

  // Returns the layout of the rows of `directory`, which may be a URL, by its manifest. Returns nullopt and
  // counts the fault if the manifest cannot be read. Also counts a missing mark _SUCCESS as
  // damage::incomplete_output, once for each directory; and, once for each part whose name begins with
  // `parts`, a missing part as damage::unreadable, and a part of another size than in the manifest as
  // damage::truncated_record. If the process lacks resources (resource_exhaustion.hpp), returns nullopt; the
  // next call counts the rest.
  [[nodiscard]] std::optional<url_rows> rows_of(const std::string& directory, std::string_view parts,
                                                stats& counted);

  // Returns the manifest read by the last rows_of(); null: none.
  [[nodiscard]] const std::shared_ptr<const manifest>& described() const { return described_; }
  [[nodiscard]] const remote_context& remote() const { return remote_; }

  // Returns true if the part of that directory with this name has another size than in the manifest.
  [[nodiscard]] bool has_other_size(std::string_view part) const;

  // Returns the errno of the shortage that the last rows_of() met; 0: none. The next call tries again.
  [[nodiscard]] int exhaustion() const { return exhaustion_; }

 private:
  using parts_by_name = std::map<std::string_view, const shard_summary*>;  // of described_
  using range_of_parts = std::ranges::subrange<parts_by_name::const_iterator>;

  void check_parts(std::string_view parts, stats& counted);
  void look_for_files(const range_of_parts& expected, stats& counted);
  void look_for_objects(std::string_view parts, const range_of_parts& expected, stats& counted);
  void check_size(const shard_summary& shard, const std::string& path, std::uint64_t bytes, stats& counted);
  [[nodiscard]] std::optional<url_rows> look_at(const std::string& directory, stats& counted);
  [[nodiscard]] bool is_short(int failure);

  success_marker_policy mark_;
  remote_context remote_;
  std::string directory_;  // of the last call
  std::optional<url_rows> rows_;
  std::shared_ptr<const manifest> described_;
  parts_by_name unchecked_;
  std::set<std::string, std::less<>> resized_;  // names of parts with another size than in described_
  int exhaustion_ = 0;
};

}  // namespace urlsieve

#endif
