// A directory that appears whole or not at all: it is built as a hidden sibling, synced, and renamed into
// place.
#ifndef URLSIEVE_SHARDS_OUTPUT_DIRECTORY_HPP
#define URLSIEVE_SHARDS_OUTPUT_DIRECTORY_HPP

#include <string>
#include <string_view>
#include <vector>

#include "urlsieve/error.hpp"

namespace urlsieve {

class output_directory {
 public:
  // Begins to build `path`. An existing directory that holds anything is refused with
  // error_code::output_exists, unless `force`: then it stays until commit() replaces it. The parent must
  // exist; a symbolic link is followed.
  [[nodiscard]] static result<output_directory> create(const std::string& path, bool force);

  output_directory(output_directory&&) noexcept;
  output_directory& operator=(output_directory&&) noexcept;
  ~output_directory();  // abort()

  // Where to put the files until commit().
  [[nodiscard]] const std::string& building() const { return building_; }

  // Temporary directories beside the output that runs which were killed left behind. They are left alone: a
  // warning may name them, or whoever knows that they are his may remove them.
  [[nodiscard]] const std::vector<std::string>& leftovers() const { return leftovers_; }
  void remove_leftovers() noexcept;

  // Writes `manifest` as manifest.json and the empty file _SUCCESS, syncs, and renames. After an error the
  // output is as it was before the run, unless it is the last sync that failed.
  [[nodiscard]] result<void> commit(std::string_view manifest);

  // Removes what was built. Nothing happens after commit().
  void abort() noexcept;

 private:
  output_directory() = default;

  [[nodiscard]] result<void> locate(const std::string& path);
  [[nodiscard]] result<void> check_target() const;
  void find_leftovers();
  [[nodiscard]] result<void> begin();
  [[nodiscard]] result<void> publish();
  void unlock() noexcept;

  std::string parent_;    // absolute, symbolic links resolved
  std::string name_;      // of the directory to make in it
  std::string building_;  // empty: committed or aborted
  std::vector<std::string> leftovers_;
  bool force_ = false;
  int lock_ = -1;  // building_, open and locked: how other runs see that this one lives
};

}  // namespace urlsieve

#endif
