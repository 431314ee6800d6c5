// Leases of tasks as objects in S3. The holder writes the object again every patience / 8, under the
// condition that nobody else has written it (If-Match). Clocks of machines are not compared: a lease is
// abandoned if its ETag has not changed for the longer of `patience` and the holder's patience, by the clock
// of the process that wants the task, or by the clock of the server, which dates both the lease and its
// response.
#ifndef URLSIEVE_CLUSTER_BUCKET_LEASE_HPP
#define URLSIEVE_CLUSTER_BUCKET_LEASE_HPP

#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "src/cluster/task_lease.hpp"
#include "src/transfer/s3_objects.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

// The content of a lease that its holder has released. No lease of a holder is as short.
inline constexpr std::string_view released_lease = "{}\n";

// Finds out since when leases have been unchanged. All members are thread-safe.
class lease_watch {
 public:
  // Returns the time for which the lease `key` is known to have had this ETag; 0 at the first call.
  [[nodiscard]] std::chrono::seconds unchanged_for(const std::string& key, const std::string& etag);
  // Returns the longer of unchanged_for() and the age that the server reports.
  [[nodiscard]] std::chrono::seconds age_of(const std::string& key, const s3_object& lease);

 private:
  struct observation {
    std::string etag;
    std::chrono::steady_clock::time_point since;
  };
  std::mutex mutex_;
  std::map<std::string, observation> observations_;
};

// Returns the holder of the lease `key`; nullopt without a lease, or if the lease was released. Fails as
// s3_objects::get() does.
[[nodiscard]] result<std::optional<lease_holder>> look_at_bucket_lease(const s3_objects& objects,
                                                                       const std::string& key,
                                                                       std::chrono::seconds patience,
                                                                       lease_watch& watch);

// Takes the lease `key`. If another process holds the lease, waits until the lease changes, and then returns
// null, or until it counts as abandoned. Fails as s3_objects does.
[[nodiscard]] result<std::unique_ptr<held_lease>> take_bucket_lease(const s3_objects& objects,
                                                                    const std::string& key,
                                                                    std::chrono::seconds patience,
                                                                    lease_watch& watch);

}  // namespace urlsieve

#endif
