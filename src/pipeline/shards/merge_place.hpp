// Where rows lie between two steps of a merge.
#ifndef URLSIEVE_PIPELINE_SHARDS_MERGE_PLACE_HPP
#define URLSIEVE_PIPELINE_SHARDS_MERGE_PLACE_HPP

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>

#include "src/shards/claim.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/extract.hpp"

namespace urlsieve {

class merge_place {
 public:
  // A directory of its own below `temporary`, from which what killed runs left is removed; or one in
  // `building`, with which it goes if the run fails. `monitor` may be null.
  [[nodiscard]] result<void> choose(const std::string& temporary, const std::string& building,
                                    const run_monitor* monitor);

  // Makes it, if it is not there yet; any thread may call this.
  [[nodiscard]] result<void> make();

  // It must be empty.
  [[nodiscard]] result<void> remove();

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::atomic<std::uint32_t>& next_number() { return next_number_; }  // of what is put there

 private:
  claim claimed_;
  std::string path_;
  std::mutex mutex_;  // guards made_
  bool made_ = false;
  std::atomic<std::uint32_t> next_number_{0};
};

}  // namespace urlsieve

#endif
