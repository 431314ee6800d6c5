// The rows of an output directory, as they were written: all of it, one shard, or what begins with a prefix.
#ifndef URLSIEVE_OUTPUT_READER_HPP
#define URLSIEVE_OUTPUT_READER_HPP

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "urlsieve/error.hpp"
#include "urlsieve/manifest.hpp"
#include "urlsieve/taker.hpp"

namespace urlsieve {

// One row; the views live until the call that hands it on returns.
struct output_row {
  std::uint32_t shard = 0;
  std::string_view url;  // of an edge the document's URL, a TAB, and the other one
  std::string_view row;  // as it stands, without its LF
  std::span<const std::string_view>
      values;  // of manifest::fields, in their order; of JSON as they stand there
};

// One a thread. Rows come shard by shard, in the order of their shard. A taker that says false ends the
// reading, which is no error; what it throws arrives at the caller.
class output_reader {
 public:
  // error_code::cannot_read where the directory is none that urlsieve wrote, or its _SUCCESS is not as `mark`
  // demands.
  [[nodiscard]] static result<output_reader> open(std::string directory,
                                                  mark_demand mark = mark_demand::required);

  [[nodiscard]] const manifest& described() const { return manifest_; }

  // After the last row of a shard its size, checksum, lines and order are compared with the manifest:
  // error_code::cannot_read where they differ.
  [[nodiscard]] result<void> read(const taker<output_row>& take) const;
  [[nodiscard]] result<void> read_shard(std::uint32_t shard, const taker<output_row>& take) const;

  // Rows whose URL begins with `prefix`, of all shards. Where these are in the order of bytes, reading a
  // shard ends behind the last one.
  [[nodiscard]] result<void> read_prefix(std::string_view prefix, const taker<output_row>& take) const;

  // Rows whose sort-friendly form (surt_of()) is `from` or comes behind it and before `to` in the order of
  // bytes; an empty `to`: up to the end. "org,archive)/" to "org,archive)0" is a host, "org,archive" to
  // "org,archive-" a domain with the hosts below it. Where shards are in the order surt, reading one ends
  // behind the last.
  [[nodiscard]] result<void> read_surts(std::string_view from, std::string_view to,
                                        const taker<output_row>& take) const;

 private:
  // Whether a row is before, in or behind the range that is asked for.
  enum class place : std::uint8_t { before, inside, behind };

  output_reader(std::string directory, manifest of)
      : directory_(std::move(directory)), manifest_(std::move(of)) {}
  template <class Place>
  result<bool> read_one(const shard_summary& shard, const Place& place_of,
                        const taker<output_row>& take) const;
  template <class Place>
  result<void> read_all(const Place& place_of, const taker<output_row>& take) const;
  [[nodiscard]] std::uint32_t number_of(const shard_summary& shard) const;

  std::string directory_;
  manifest manifest_;
};

}  // namespace urlsieve

#endif
