// Leases on tasks. A lease is a file whose holder renews its time. If a lease is too old, or its holder is
// known to be gone, any process that wants the task may break the lease. Leases only save work: if two
// processes run the same task, each builds in its own place, and the first to finish counts.
#ifndef URLSIEVE_CLUSTER_TASK_LEASE_HPP
#define URLSIEVE_CLUSTER_TASK_LEASE_HPP

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "urlsieve/error.hpp"

namespace urlsieve {

struct lease_holder {
  std::string word;  // identifies the lease
  std::string host;
  std::uint64_t process = 0;
  std::chrono::seconds age{0};  // time since the last renewal
  bool is_gone = false;         // too old, or of an ended process on this machine
};

// Returns the holder of the lease at `path`; nullopt without a lease. `patience`: the age at which a lease
// counts as abandoned. A value below an eighth of the holder's breaks live leases. Creates and removes a file
// beside the lease to read the clock of the file system; if that is impossible, the age is 0. Fails as
// read_record() does (record_file.hpp).
[[nodiscard]] result<std::optional<lease_holder>> look_at_lease(const std::string& path,
                                                                std::chrono::seconds patience);

// A held lease. A thread renews the lease every patience / 8. A holder does not notice that its lease was
// broken.
class task_lease {
 public:
  // Takes the lease, after breaking an abandoned lease. Returns nullopt if another process holds the lease.
  // Fails if the file cannot be read or created (record_file.hpp).
  [[nodiscard]] static result<std::optional<task_lease>> take(const std::string& path,
                                                              std::chrono::seconds patience);

  task_lease(task_lease&&) noexcept;
  task_lease& operator=(task_lease&&) = delete;
  ~task_lease();  // releases the lease, unless the lease was broken

  // Returns lease_holder::word of this lease.
  [[nodiscard]] const std::string& word() const;

 private:
  struct renewal;
  explicit task_lease(std::unique_ptr<renewal> owned);

  std::unique_ptr<renewal> renewal_;
};

// Returns the name of this machine.
[[nodiscard]] std::string host_name();

}  // namespace urlsieve

#endif
