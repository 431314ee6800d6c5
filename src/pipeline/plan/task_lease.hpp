// Who is at work on a task. A lease is a file that its holder keeps young; one that has grown old, or whose
// holder is known to be gone, is broken by whoever wants the task next. Leases only save work: should two
// processes be at work on one task, each builds in a place of its own, and the first that is done counts.
#ifndef URLSIEVE_PIPELINE_PLAN_TASK_LEASE_HPP
#define URLSIEVE_PIPELINE_PLAN_TASK_LEASE_HPP

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "urlsieve/error.hpp"

namespace urlsieve {

struct lease_holder {
  std::string word;  // of this very lease
  std::string host;
  std::uint64_t process = 0;
  std::chrono::seconds age{0};  // since it was kept young the last time
  bool is_gone = false;         // too old, or of a process of this machine that has ended
};

// Who holds the lease at `path`; nothing: nobody. `patience`: the age at which a lease is taken to be left.
[[nodiscard]] result<std::optional<lease_holder>> look_at_lease(const std::string& path,
                                                                std::chrono::seconds patience);

class task_lease {
 public:
  // Nothing: somebody else holds it.
  [[nodiscard]] static result<std::optional<task_lease>> take(const std::string& path,
                                                              std::chrono::seconds patience);

  task_lease(task_lease&&) noexcept;
  task_lease& operator=(task_lease&&) = delete;
  ~task_lease();  // gives it back

  [[nodiscard]] const std::string& word() const;

 private:
  struct keeping;
  explicit task_lease(std::unique_ptr<keeping> kept);

  std::unique_ptr<keeping> kept_;
};

// The name of this machine.
[[nodiscard]] std::string host_name();

}  // namespace urlsieve

#endif
