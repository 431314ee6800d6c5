// Leases on tasks. A lease is a small record whose holder renews it. If a lease is too old, or its holder is
// known to be gone, any process that wants the task may break the lease. Leases only save work: if two
// processes run the same task, each builds in its own place, and one result counts.
#ifndef URLSIEVE_CLUSTER_TASK_LEASE_HPP
#define URLSIEVE_CLUSTER_TASK_LEASE_HPP

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace urlsieve {

struct lease_holder {
  std::string word;  // identifies the lease
  std::string host;
  std::uint64_t process = 0;
  std::chrono::seconds patience{0};  // age at which the holder expects to lose the lease
  std::chrono::seconds age{0};       // time since the last renewal
  bool is_gone = false;              // too old, or of an ended process on this machine
};

// Returns the text of a lease of this process, which others may break at the age `patience`. `renewals` tells
// apart the texts of one lease.
[[nodiscard]] std::string lease_text(const std::string& word, std::chrono::seconds patience,
                                     std::uint64_t renewals = 0);

// Sets the age of a lease, and `is_gone` if the lease may be broken: at the longer of two times, the patience
// of its holder, and the patience of the process that looks.
inline void set_age(lease_holder& holder, std::chrono::seconds age, std::chrono::seconds patience) {
  holder.age = age;
  holder.is_gone = holder.is_gone || age >= std::max(patience, holder.patience);
}

// Returns the holder that the text of a lease names, without an age. `is_gone` is set if the holder was a
// process of this machine, and has ended. The holder of an unreadable lease is unknown, and not gone.
[[nodiscard]] lease_holder read_lease(std::string_view text);

// A lease that this process holds. The derived class of each store renews the lease, and releases it in the
// destructor, unless another process broke the lease. A holder need not notice that its lease was broken.
class held_lease {
 public:
  held_lease(const held_lease&) = delete;
  held_lease& operator=(const held_lease&) = delete;
  virtual ~held_lease() = default;

  // Returns lease_holder::word of this lease.
  [[nodiscard]] const std::string& word() const { return word_; }

  // Asks the store if the holder may still replace what others have written. Returns false if the lease was
  // broken, and after a failure.
  [[nodiscard]] virtual bool is_held() const = 0;

 protected:
  explicit held_lease(std::string word) : word_(std::move(word)) {}

 private:
  std::string word_;
};

// Returns the time between two renewals of a lease that is abandoned after `patience`.
[[nodiscard]] inline std::chrono::milliseconds renewal_interval(std::chrono::seconds patience) {
  return std::max<std::chrono::milliseconds>(std::chrono::milliseconds(patience) / 8,
                                             std::chrono::milliseconds(100));
}

// Returns the name of this machine.
[[nodiscard]] std::string host_name();

}  // namespace urlsieve

#endif
