// An output directory that appears complete or not at all: it is built as a hidden sibling, synced, and
// renamed into place. An old directory stays until then, and is replaced only if it is the output of a run.
#ifndef URLSIEVE_SHARDS_OUTPUT_DIRECTORY_HPP
#define URLSIEVE_SHARDS_OUTPUT_DIRECTORY_HPP

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/shards/locked_directory.hpp"
#include "src/shards/parent_directories.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

// The order of calls: create(), write files into building(), describe(), publish(). The destructor removes
// an unpublished directory. One thread at a time may use an object.
class output_directory {
 public:
  // Begins to build `path`, and follows symbolic links. Creates missing parent directories, which stay only
  // if the directory is published. Fails with error_code::output_exists if another run is writing `path`; if
  // the directory is not empty, unless `force`; and under `force` if the directory holds anything except an
  // output of this program. Fails with usage for a URL, inside another output or a state, and if the
  // directory holds the working directory or any of `needed`, other paths that the run reads or writes. Fails
  // with not_supported for a mount point, and with cannot_open if the directory cannot be created or read.
  [[nodiscard]] static result<output_directory> create(const std::string& path, bool force,
                                                       std::span<const std::string> needed = {});

  // Removes the temporary directories that killed runs left beside the output `path`, if no run holds them;
  // returns their paths.
  static std::vector<std::string> remove_leftovers(const std::string& path);

  output_directory(output_directory&&) noexcept = default;
  output_directory& operator=(output_directory&&) noexcept = default;
  ~output_directory() = default;  // abort()

  // Returns the directory for new files until publish().
  [[nodiscard]] const std::string& building() const { return building_.path(); }

  // Returns the paths of leftovers of killed runs that create() removed.
  [[nodiscard]] const std::vector<std::string>& removed() const { return removed_; }

  // Writes `manifest` as manifest.json, and syncs the file and the directory. Fails with
  // error_code::cannot_open or cannot_write. Requires: describe() is called once.
  [[nodiscard]] result<void> describe(std::string_view manifest);

  // Removes all files except listed_files(), writes and syncs _SUCCESS for a `complete` run (see
  // success_text()), and renames the directory into place. The output is durable afterwards. After an error
  // the output is as before the run. Requires: describe(manifest) succeeded; publish() is called once.
  [[nodiscard]] result<void> publish(std::string_view manifest, bool complete = true);

  // Calls describe() and publish().
  [[nodiscard]] result<void> commit(std::string_view manifest, bool complete = true) {
    return describe(manifest).and_then([&] { return publish(manifest, complete); });
  }

  // Removes the directory under construction. Has no effect after publish().
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
  std::string name_;    // of the output directory in parent_
  parent_directories parents_;
  locked_directory building_;  // empty: committed or aborted; removed before its parents
  std::vector<std::string> removed_;
  bool force_ = false;
};

// Returns true if `path`, which need not exist, is `directory` or is inside `directory`. Follows links. Fails
// with error_code::cannot_open if the paths cannot be resolved.
[[nodiscard]] result<bool> is_inside(const std::string& path, const std::string& directory);

}  // namespace urlsieve

#endif
