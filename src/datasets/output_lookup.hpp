// Finds rows in an output directory: the shards that can hold them, and their places in the shards.
#ifndef URLSIEVE_DATASETS_OUTPUT_LOOKUP_HPP
#define URLSIEVE_DATASETS_OUTPUT_LOOKUP_HPP

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/datasets/row_range.hpp"
#include "src/rows/text_writer.hpp"
#include "src/rows/typed_row.hpp"
#include "src/shards/filter_reader.hpp"
#include "src/shards/row_decoder.hpp"
#include "src/shards/row_layout.hpp"
#include "src/shards/row_search.hpp"
#include "src/shards/shard_reader.hpp"
#include "src/transfer/remote_context.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/manifest.hpp"
#include "urlsieve/output_reader.hpp"

namespace urlsieve {

// Requires: the directory and its manifest outlive the object, and each `shard` is an element of the
// manifest's shards. The functions return false if the consumer wants no more rows. Functions fail with
// error_code::cannot_open for a missing shard, and with cannot_read for a damaged shard. One thread at a time
// may use an object.
class output_lookup {
 public:
  output_lookup(const std::string& directory, const manifest& run, remote_context remote = {});

  // Makes the functions return false soon after `stop` becomes true. Requires: `stop` outlives the object.
  void stop_when(const std::atomic<bool>& stop) { stop_ = &stop; }

  // Makes the functions deliver rows in `form`; see output_reader::write_as().
  void write_as(row_form form);

  // Returns the number of a shard: manifest::only_shard, or the index of the shard in the manifest.
  [[nodiscard]] std::uint32_t number_of(const shard_summary& shard) const;

  // Reads all rows of a shard, and checks the shard against the manifest.
  [[nodiscard]] result<bool> read_whole(const shard_summary& shard, const consumer_ref<output_row>& take);

  // Reads the rows of a range, in order. Searches the shard if possible, and otherwise reads the shard up to
  // the end of the range. Requires: the shards are sorted, and the range is contiguous in their order.
  [[nodiscard]] result<bool> read_range(const shard_summary& shard, const row_range& range,
                                        const consumer_ref<output_row>& take);

  // Reads the rows for which `holds` is true, in the whole shard.
  [[nodiscard]] result<bool> read_some(const shard_summary& shard,
                                       const std::function<bool(const sorted_row&)>& holds,
                                       const consumer_ref<output_row>& take);

  // Reads the rows of the URLs in `indexes`, which are indexes into `urls`. Requires: `indexes` are in the
  // byte order of their URLs.
  [[nodiscard]] result<bool> read_urls(const shard_summary& shard, std::span<const std::string_view> urls,
                                       std::span<const std::size_t> indexes,
                                       const consumer_ref<output_row>& take);

  // Reads the rows of a host.
  [[nodiscard]] result<bool> read_host(const shard_summary& shard, std::string_view host,
                                       const consumer_ref<output_row>& take);

  // Reads the rows of a host and of all hosts below it.
  [[nodiscard]] result<bool> read_domain(const shard_summary& shard, std::string_view domain,
                                         const consumer_ref<output_row>& take);

  // Return the shard with all rows of a URL, a host or a domain; nullopt if any shard may hold them.
  [[nodiscard]] std::optional<std::uint32_t> shard_of_url(std::string_view url) const;
  [[nodiscard]] std::optional<std::uint32_t> shard_of_host(std::string_view host) const;

  [[nodiscard]] std::optional<std::uint32_t> shard_of_domain(std::string_view domain) const;

  // True if `host` is the host of `row`, ignoring case.
  [[nodiscard]] bool has_host(const sorted_row& row, std::string_view host) const;

 private:
  // Returns the search of a shard; null if the shard can only be read sequentially.
  [[nodiscard]] result<row_search*> search_of(const shard_summary& shard);
  [[nodiscard]] shard_filters& filters_of(const shard_summary& shard);
  // Returns the numbers in `indexes` of the URLs that the filters of the shard do not exclude, in the order
  // of the shard if `indexes` is in the order of bytes.
  [[nodiscard]] std::vector<std::size_t> likely_urls(const shard_summary& shard,
                                                     std::span<const std::string_view> urls,
                                                     std::span<const std::size_t> indexes);
  // Reads the rows of the URLs in `sorted`, which are in the order of the shard, by reading the whole shard.
  [[nodiscard]] result<bool> read_sorted_urls(const shard_summary& shard,
                                              std::span<const std::string_view> urls,
                                              std::span<const std::size_t> sorted,
                                              const consumer_ref<output_row>& take);
  [[nodiscard]] bool can_hold(const shard_summary& shard, const row_range& range) const;
  [[nodiscard]] result<bool> read_found(row_search& search, result<bool> found, const row_range& range,
                                        const consumer_ref<output_row>& take);
  // Deliver a row: the current row of `reader`, or a row of text.
  [[nodiscard]] result<bool> deliver(shard_reader& reader, const consumer_ref<output_row>& take);
  [[nodiscard]] result<bool> deliver(std::string_view row, std::string_view key,
                                     const consumer_ref<output_row>& take);
  // Delivers the values of typed_ in the form of write_as().
  [[nodiscard]] bool write(std::string_view key, const consumer_ref<output_row>& take);
  [[nodiscard]] result<bool> read_host_by_schemes(const shard_summary& shard, row_search& search,
                                                  std::string_view host,
                                                  const consumer_ref<output_row>& take);
  // Returns true if the shard may hold URLs of the host with userinfo.
  [[nodiscard]] bool may_have_userinfo(const shard_summary& shard, std::string_view host) const;
  [[nodiscard]] bool is_stopped() const { return stop_ != nullptr && *stop_; }
  // Returns the host of a row, or the name of a row of names.
  [[nodiscard]] std::string_view host_of(const sorted_row& row) const;
  [[nodiscard]] std::string_view document_of(std::string_view key) const;

  const std::string& directory_;
  const manifest& run_;
  remote_context remote_;
  const std::atomic<bool>* stop_ = nullptr;
  row_layout layout_;
  std::map<std::size_t, shard_filters> filters_;               // as searches_
  std::map<std::size_t, std::optional<row_search>> searches_;  // by index into the shards of the manifest
  row_values values_;
  std::optional<text_writer> writer_;  // of the form of write_as(); empty: rows are delivered as stored
  row_decoder decoder_;
  typed_row typed_;
  std::string written_;
  output_row current_row_;
};

}  // namespace urlsieve

#endif
