// The columns of Common Crawl's index table that the URL determines, by the rules of cc-index-table.
#ifndef URLSIEVE_RECORDS_URL_COLUMNS_OF_INDEX_HPP
#define URLSIEVE_RECORDS_URL_COLUMNS_OF_INDEX_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "urlsieve/normalizer.hpp"

namespace urlsieve {

// The columns of a host. Views point into `name` and `reversed`; an empty value is null.
struct host_columns {
  std::string name;                         // lower case, also an address
  std::array<std::string_view, 5> parts{};  // labels, the last one first
  std::string_view registry_suffix;
  std::string_view registered_domain;
  std::string_view private_suffix;
  std::string_view private_domain;
  std::string reversed;
};

// Keeps the columns of the last host, because neighbouring rows often have the same host.
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

}  // namespace urlsieve

#endif
