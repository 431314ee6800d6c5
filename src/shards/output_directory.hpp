// A directory that appears whole or not at all: it is built as a hidden sibling, synced, and renamed into
// place. What stood there before stays until then, and is replaced only if it is a run's output.
#ifndef URLSIEVE_SHARDS_OUTPUT_DIRECTORY_HPP
#define URLSIEVE_SHARDS_OUTPUT_DIRECTORY_HPP

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/shards/claim.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

// create(), files into building(), describe(), publish(). An object that goes away unpublished removes what
// it built.
class output_directory {
 public:
  // Begins to build `path`, whose parent must exist; a symbolic link is followed. Refused is, with
  // error_code::output_exists: what another run is writing; a directory that holds anything, unless `force`;
  // and under `force` one that holds anything but an output of this program. With error_code::usage: one
  // that holds any of `needed` (paths that the run reads or writes besides), whatever else it holds.
  [[nodiscard]] static result<output_directory> create(const std::string& path, bool force,
                                                       std::span<const std::string> needed = {});

  // Removes the temporary directories that killed runs left beside the output `path`, if no run holds them;
  // returns their paths.
  static std::vector<std::string> remove_leftovers(const std::string& path);

  output_directory(output_directory&&) noexcept = default;
  output_directory& operator=(output_directory&&) noexcept = default;
  ~output_directory() = default;  // abort()

  // Where to put the files until publish().
  [[nodiscard]] const std::string& building() const { return building_.path(); }

  // What runs that were killed had left for this output, and is gone now.
  [[nodiscard]] const std::vector<std::string>& removed() const { return removed_; }

  // Writes `manifest` as manifest.json, and syncs: all that was built can be read.
  [[nodiscard]] result<void> describe(std::string_view manifest);

  // For a run that was `complete` writes success_text() of the manifest as _SUCCESS and syncs; renames. After
  // an error the output is as it was before the run. REQUIRES: describe().
  [[nodiscard]] result<void> publish(std::string_view manifest, bool complete = true);

  // Both.
  [[nodiscard]] result<void> commit(std::string_view manifest, bool complete = true) {
    return describe(manifest).and_then([&] { return publish(manifest, complete); });
  }

  // Removes what was built. Nothing happens after publish().
  void abort() noexcept { building_.remove(); }

 private:
  output_directory() = default;

  [[nodiscard]] result<void> locate(const std::string& path);
  [[nodiscard]] result<void> restore();
  [[nodiscard]] result<void> check_target(std::span<const std::string> needed) const;
  [[nodiscard]] result<void> check_contents() const;
  [[nodiscard]] result<void> write(std::string_view name, std::string_view bytes) const;
  void remove_all_but_output() const;
  [[nodiscard]] result<void> take_place();
  [[nodiscard]] result<void> replace();
  [[nodiscard]] std::string hidden() const;
  [[nodiscard]] std::string target() const;
  [[nodiscard]] std::string aside() const;

  std::string parent_;  // absolute, symbolic links resolved
  std::string name_;    // of the directory to make in it
  claim building_;      // empty: committed or aborted
  std::vector<std::string> removed_;
  bool force_ = false;
};

// Whether `path`, as it stands now or where it would come to stand, lies in `directory` or is it. Links are
// followed. error_code::cannot_open where that cannot be told.
[[nodiscard]] result<bool> lies_in(const std::string& path, const std::string& directory);

}  // namespace urlsieve

#endif
