// Lists the records of a plan in S3. Fetches the text of a record once for each ETag.
#ifndef URLSIEVE_CLUSTER_BUCKET_RECORDS_HPP
#define URLSIEVE_CLUSTER_BUCKET_RECORDS_HPP

#include <chrono>
#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "src/cluster/bucket_lease.hpp"
#include "src/cluster/plan_store.hpp"
#include "src/transfer/s3_objects.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

inline constexpr std::size_t most_of_record = std::size_t{64} << 20;

// Returns the key of the object that has the record.
[[nodiscard]] std::string key_of_record(const std::string& record);

// The latest known versions of records. All members are thread-safe.
class record_cache {
 public:
  struct version {
    std::string etag;
    std::string text;
  };

  // Returns the latest known version of a record; nullopt if it was never fetched.
  [[nodiscard]] std::optional<version> find(const std::string& record) const;
  void set(const std::string& record, version latest);

 private:
  mutable std::mutex mutex_;
  std::map<std::string, version> known_;
};

// Returns the records at this time. Fails as s3_objects::list() does. `objects`, `watch` and `known` must
// outlive the view of the listing.
[[nodiscard]] result<record_listing> list_bucket_records(const s3_objects& objects,
                                                         std::chrono::seconds patience, lease_watch& watch,
                                                         record_cache& known);

}  // namespace urlsieve

#endif
