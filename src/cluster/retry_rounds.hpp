// The rounds of retries of a plan. Each retry adds a record "retry-N" with the tasks that must run again. A
// result states the round in which its attempt began, and is invalid if its task was retried later. So a
// process that finishes a task with the inputs of an earlier round cannot make the task count as done.
#ifndef URLSIEVE_CLUSTER_RETRY_ROUNDS_HPP
#define URLSIEVE_CLUSTER_RETRY_ROUNDS_HPP

#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "src/cluster/plan_store.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

// Rounds are numbered from 1; round 0 is before the first retry.
class retry_rounds {
 public:
  // The number of the latest round.
  [[nodiscard]] std::uint64_t latest() const { return latest_; }
  // Returns the latest round in which the task was retried; 0 if it never was.
  [[nodiscard]] std::uint64_t round_of(const std::string& id) const;

  // Reads the rounds that were added since the last call. Fails as record_view::read() does, and with
  // error_code::cannot_read if a record is damaged.
  [[nodiscard]] result<void> read_new(const record_view& records);

  // Adds a round with these tasks. Returns false, and adds nothing, if another process has added a round
  // since the last call of read_new(). Fails as plan_store::create() does.
  [[nodiscard]] result<bool> add(const plan_store& store, const std::set<std::string>& ids) const;

 private:
  std::uint64_t latest_ = 0;
  std::map<std::string, std::uint64_t> round_of_task_;
};

}  // namespace urlsieve

#endif
