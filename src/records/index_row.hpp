// Rows of an index in the columns of Common Crawl's index table (cc-index-table), as typed rows for a Parquet
// file.
#ifndef URLSIEVE_RECORDS_INDEX_ROW_HPP
#define URLSIEVE_RECORDS_INDEX_ROW_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "src/rows/typed_row.hpp"
#include "src/shards/parquet/parquet_file.hpp"
#include "urlsieve/normalizer.hpp"

namespace urlsieve {

// Returns the columns, with the names, types and nullability of cc-index-table, without its partition columns
// `crawl` and `subset`. Rows are sorted by url_surtkey and fetch_time.
[[nodiscard]] parquet::description index_table();

// The greatest offset and length that the table can hold.
inline constexpr std::uint64_t longest_place_in_table = 0x7FFFFFFF;

// Returns the milliseconds from 1970 to a timestamp of 14 digits; nullopt if the timestamp is no time.
[[nodiscard]] std::optional<std::int64_t> milliseconds_of(std::string_view timestamp);

// The columns that the host determines. Views point into `name` and `reversed`; an empty value is null.
struct host_columns {
  std::string name;                         // lower case, also an address
  std::array<std::string_view, 5> parts{};  // labels, the last one first
  std::string_view registry_suffix;
  std::string_view registered_domain;
  std::string_view private_suffix;
  std::string_view private_domain;
  std::string reversed;
};

// The columns that the URL determines, by the rules of cc-index-table. Keeps the columns of the last host,
// because neighbouring rows often have the same host.
class url_columns_of_index {
 public:
  // Splits a URL as java.net.URL does, but leaves dot segments in the path. Views are valid as long as `url`,
  // and until the next call.
  void split(std::string_view url);

  [[nodiscard]] std::string_view protocol() const { return protocol_; }
  [[nodiscard]] std::optional<std::uint64_t> port() const { return port_; }
  [[nodiscard]] std::string_view path() const { return path_; }
  [[nodiscard]] std::string_view query() const { return query_; }
  [[nodiscard]] const host_columns& host() const { return host_; }

 private:
  void set_host(std::string_view written);

  std::string protocol_;
  std::optional<std::uint64_t> port_;
  std::string_view path_;
  std::string_view query_;
  std::string written_host_;
  host_columns host_;
  normalizer urls_;
};

// Makes rows of the lines of a CDXJ index. Keeps its memory between calls.
class index_row_maker {
 public:
  static constexpr std::size_t member_count = 12;  // of the JSON object

  // Returns the row of `line` (cdxj_line.hpp), valid until the next call. Requires: timestamp, offset and
  // length are values of the table.
  [[nodiscard]] std::span<const row_value> row_of(std::string_view line);

 private:
  void read_members(std::string_view json);

  std::array<std::string, member_count> members_;
  url_columns_of_index url_;
  typed_row row_;
};

}  // namespace urlsieve

#endif
