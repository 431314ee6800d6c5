// One row out of those that several runs have of the same URL: counts added up, sources united, all else from
// the first; columns of the URL that it lacks are made.
#ifndef URLSIEVE_SHARDS_MERGED_ROW_HPP
#define URLSIEVE_SHARDS_MERGED_ROW_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/shards/row_layout.hpp"
#include "urlsieve/manifest.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

// begin(), any number of add(), append(); then the next URL.
class merged_row {
 public:
  // Rows of `out` are made of rows of `in`, which has the columns of `out`, but for some of a URL, and
  // perhaps others. Both outlive this.
  merged_row(const manifest& in, const manifest& out);

  // Begins with a row, which must stay where it is until append(). False: it is not as the manifest says.
  [[nodiscard]] bool begin(std::string_view row);
  // Adds another row of the same URL, which is one of those that `its` is for.
  [[nodiscard]] bool add(std::string_view row, const merged_row& its);

  // Appends the row, for that shard, with its LF.
  void append(std::uint32_t shard, std::string& out);

 private:
  row_layout in_;
  row_layout out_;
  // A field of `out`: its place in `in`, or what is made of the URL.
  struct origin {
    std::optional<std::size_t> place;
    field made = field::url;
  };
  void make(std::string_view row);

  std::vector<origin> origins_;
  bool makes_ = false;
  std::optional<std::size_t> shard_;
  std::optional<std::size_t> count_;
  std::optional<std::size_t> sources_;  // places in `in`
  std::size_t most_sources_ = 0;
  row_values first_;
  row_values other_;
  row_values chosen_;
  std::vector<std::string> made_;  // for each field of `out`; empty for those that were there
  std::string url_;
  std::string room_;
  std::uint64_t total_ = 0;
  std::string united_;
  std::string numbers_[2];
};

}  // namespace urlsieve

#endif
