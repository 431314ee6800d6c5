// A temporary directory for sorted runs.
#ifndef URLSIEVE_TESTS_RUN_DIRECTORY_HPP
#define URLSIEVE_TESTS_RUN_DIRECTORY_HPP

#include <cstddef>
#include <filesystem>
#include <string>

#include "tests/shards/scratch_directory.hpp"

namespace urlsieve::testing {

class run_directory {
 public:
  [[nodiscard]] std::string path() const { return scratch_.path().string(); }
  [[nodiscard]] std::string runs() const { return path() + "/runs"; }
  [[nodiscard]] std::size_t files() const {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(scratch_.path()))
      count += entry.is_regular_file() ? 1U : 0U;
    return count;
  }

 private:
  scratch_directory scratch_;
};

}  // namespace urlsieve::testing

#endif
