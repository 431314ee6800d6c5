// Leases of tasks as files of a shared directory. The holder renews the time of the file every patience / 8.
#ifndef URLSIEVE_CLUSTER_FOLDER_LEASE_HPP
#define URLSIEVE_CLUSTER_FOLDER_LEASE_HPP

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "src/cluster/task_lease.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

// Returns the holder of the lease at `path`; nullopt without a lease. The lease counts as abandoned at the
// age `patience`, or at the holder's patience if longer (set_age()). Creates and removes a file beside the
// lease to read the clock of the file system; if that is impossible, the age is 0. Fails as read_record()
// does (record_file.hpp).
[[nodiscard]] result<std::optional<lease_holder>> look_at_folder_lease(const std::string& path,
                                                                       std::chrono::seconds patience);

// Takes the lease at `path`, after breaking an abandoned lease. Returns null if another process holds the
// lease. Fails if the file cannot be read or created (record_file.hpp).
[[nodiscard]] result<std::unique_ptr<held_lease>> take_folder_lease(const std::string& path,
                                                                    std::chrono::seconds patience);

}  // namespace urlsieve

#endif
