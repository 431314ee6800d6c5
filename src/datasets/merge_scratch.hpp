// The directory for rows between two steps of a merge.
#ifndef URLSIEVE_DATASETS_MERGE_SCRATCH_HPP
#define URLSIEVE_DATASETS_MERGE_SCRATCH_HPP

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>

#include "src/shards/claim.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/extract.hpp"

namespace urlsieve {

class merge_scratch {
 public:
  // Chooses a new directory below `temporary`, and removes leftovers of killed runs there. If `temporary` is
  // empty, chooses a directory inside `building`, which is removed with it if the run fails. `monitor` may be
  // null. Fails as claim::new_directory() does.
  [[nodiscard]] result<void> choose(const std::string& temporary, const std::string& building,
                                    const run_monitor* monitor);

  // Creates the directory if it does not exist. Fails with error_code::cannot_open. Thread-safe.
  [[nodiscard]] result<void> create();

  // Removes the directory. Requires: the directory is empty.
  [[nodiscard]] result<void> remove();

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::atomic<std::uint32_t>& next_number() { return next_number_; }  // of files in it

 private:
  claim claimed_;
  std::string path_;
  std::mutex mutex_;  // guards is_created_
  bool is_created_ = false;
  std::atomic<std::uint32_t> next_number_{0};
};

}  // namespace urlsieve

#endif
