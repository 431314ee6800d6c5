#include "src/shards/output_directory.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "src/shards/durable_file.hpp"
#include "src/shards/enclosing_output.hpp"
#include "src/shards/file_names.hpp"
#include "src/shards/manifest_reader.hpp"
#include "src/shards/manifest_writer.hpp"
#include "src/shards/shard_names.hpp"
#include "src/shards/success_mark.hpp"
#include "src/shards/temporary_mark.hpp"
#include "src/text/system_error.hpp"
#include "src/transfer/remote_name.hpp"
#include "urlsieve/password.hpp"

namespace urlsieve {
namespace {

namespace fs = std::filesystem;

std::string join(const std::string& directory, const std::string& name) {
  return directory == "/" ? directory + name : directory + '/' + name;
}

// Exchanges the directories `from` and `to`; atomically if the file system supports that.
int exchange(const std::string& from, const std::string& to, const std::string& aside) {
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_EXCHANGE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return errno;
  if (const int failed = move_name(to, aside); failed != 0) return failed;
  if (const int failed = move_name(from, to); failed != 0) {
    static_cast<void>(move_name(aside, to));
    return failed;
  }
  return move_name(aside, from);
}

bool begins_with(const fs::path& path, const fs::path& prefix) {
  return std::mismatch(prefix.begin(), prefix.end(), path.begin(), path.end()).first == prefix.end();
}

// Returns the normal form of `path` without a final "/": "out/" is "out".
fs::path named_directory(const std::string& path) {
  const fs::path named = fs::path(path).lexically_normal();
  return named.has_filename() ? named : named.parent_path();
}

tl::unexpected<error> refuse_output(error_code code, std::string why) {
  return tl::unexpected(error{code, std::move(why)});
}

}  // namespace

result<bool> is_inside(const std::string& path, const std::string& directory) {
  std::error_code failed;
  fs::path named = fs::absolute(path, failed).lexically_normal();
  if (!named.has_filename()) named = named.parent_path();
  const fs::path real = failed ? fs::path() : fs::weakly_canonical(named, failed);
  // The link of an open pipe or a deleted file (/dev/fd/63) has a target without a path.
  std::error_code ignored;
  if (failed == std::errc::no_such_file_or_directory && fs::exists(path, ignored)) return false;
  if (failed) return tl::unexpected(system_error(error_code::cannot_open, "look at", path, failed.value()));
  // weakly_canonical() leaves a relative path relative if its first component does not exist.
  const fs::path whole = fs::absolute(directory, failed);
  const fs::path outer = failed ? fs::path() : fs::weakly_canonical(whole, failed);
  if (failed)
    return tl::unexpected(system_error(error_code::cannot_open, "look at", directory, failed.value()));
  return begins_with(real, outer);
}

result<output_directory> output_directory::create(const std::string& path, bool force,
                                                  std::span<const std::string> needed) {
  if (!is_remote_name(path))
    if (result<void> status = check_outside_outputs(path); !status) return tl::unexpected(status.error());
  output_directory output;
  output.force_ = force;
  result<parent_directories> parents =
      parent_directories::create(is_remote_name(path) ? path : named_directory(path).string());
  if (!parents) return tl::unexpected(std::move(parents.error()));
  output.parents_ = std::move(*parents);
  if (result<void> located = output.locate(path); !located) return tl::unexpected(located.error());
  result<locked_directory> building = locked_directory::at(output.hidden(), output.target());
  if (!building) return tl::unexpected(building.error());
  output.building_ = std::move(*building);
  if (output.building_.found_leftover()) output.removed_.push_back(output.building_.path());
  return output.restore().and_then([&] { return output.check_target(needed); }).map([&] {
    return std::move(output);
  });
}

std::vector<std::string> output_directory::remove_leftovers(const std::string& path) {
  output_directory found;
  if (!found.locate(path) || !found.restore()) return {};
  if (locked_directory::remove_if_leftover(found.hidden())) found.removed_.push_back(found.hidden());
  return std::move(found.removed_);
}

std::string output_directory::hidden() const {
  return join(parent_, hidden_name(name_, ".urlsieve"));
}

std::string output_directory::target() const {
  return join(parent_, name_);
}

std::string output_directory::aside() const {
  return join(parent_, hidden_name(name_, ".urlsieve-old"));
}

result<void> output_directory::locate(const std::string& path) {
  if (is_remote_name(path))
    return refuse_output(
        error_code::usage,
        without_password(path) + " is not on this machine: write a local directory and copy it");
  std::error_code failed;
  const fs::path named = named_directory(path);
  if (path.empty() || named.empty())
    return refuse_output(error_code::usage, "the output directory has no name");
  const bool exists = fs::exists(named, failed);
  if (!exists && fs::is_symlink(fs::symlink_status(named, failed)))
    return refuse_output(error_code::cannot_open, path + " is a dangling symbolic link");
  const fs::path real = exists ? fs::canonical(named, failed)
                               : fs::canonical(named.has_parent_path() ? named.parent_path() : ".", failed);
  if (failed) return tl::unexpected(system_error(error_code::cannot_open, "create", path, failed.value()));
  parent_ = exists ? real.parent_path().string() : real.string();
  name_ = exists ? real.filename().string() : named.filename().string();
  if (name_.empty() || name_ == "." || name_ == "..")
    return refuse_output(error_code::usage, path + " cannot be an output directory");
  return {};
}

// Restores the old output, if a run was killed between the two renames of exchange().
result<void> output_directory::restore() {
  struct stat found{};
  int failure = 0;
  if (::lstat(aside().c_str(), &found) != 0 || !S_ISDIR(found.st_mode)) return {};
  if (!is_leftover(aside(), failure)) {
    if (failure == 0) return {};
    return tl::unexpected(system_error(error_code::cannot_open, "look at", aside(), failure));
  }
  if (::lstat(target().c_str(), &found) != 0 && errno == ENOENT) {
    if (const int failed = move_name(aside(), target()); failed != 0)
      return tl::unexpected(system_error(error_code::cannot_open, "rename", aside(), failed));
    return {};
  }
  if (locked_directory::remove_if_leftover(aside())) removed_.push_back(aside());
  return {};
}

result<void> output_directory::check_target(std::span<const std::string> needed) const {
  struct stat found{};
  for (const std::string& path : needed) {
    const result<bool> inside = is_inside(path, target());
    if (!inside) return tl::unexpected(inside.error());
    if (*inside)
      return refuse_output(error_code::usage,
                           target() + " cannot be the output, because the run needs " + path);
  }
  if (::lstat(target().c_str(), &found) != 0) {
    if (errno == ENOENT) return {};
    return tl::unexpected(system_error(error_code::cannot_open, "create", target(), errno));
  }
  if (!S_ISDIR(found.st_mode))
    return refuse_output(error_code::output_exists, target() + " exists and is not a directory");
  // Renaming would fail at the end of the run, so the error is reported now.
  struct stat above{};
  if (::stat(parent_.c_str(), &above) == 0 && above.st_dev != found.st_dev)
    return refuse_output(error_code::not_supported,
                         target() + " is a mount point: name a directory inside it");
  std::error_code failed;
  const fs::path here = fs::current_path(failed);
  if (!failed && begins_with(here, target()))
    return refuse_output(error_code::usage, target() + " holds the working directory and cannot be replaced");
  return check_contents();
}

// Checks that replacing the target loses no data of a user.
result<void> output_directory::check_contents() const {
  std::error_code failed;
  const bool empty = fs::is_empty(target(), failed);
  if (failed) return tl::unexpected(system_error(error_code::cannot_open, "read", target(), failed.value()));
  if (empty) return {};
  if (!force_) return refuse_output(error_code::output_exists, target() + " exists and is not empty");
  const result<std::optional<std::vector<std::string>>> names = listed_files(target());
  if (!names) return tl::unexpected(names.error());
  const std::optional<std::vector<std::string>>& known = *names;
  if (!known) {
    return refuse_output(
        error_code::output_exists,
        target() + " has no manifest of urlsieve: options::force replaces only outputs of urlsieve");
  }
  for (const std::string& name : output_names_in(target(), failed)) {
    if (!std::binary_search(known->begin(), known->end(), name)) {
      return refuse_output(
          error_code::output_exists,
          join(target(), name) + " was not written by urlsieve: options::force does not remove it");
    }
  }
  if (failed) return tl::unexpected(system_error(error_code::cannot_open, "read", target(), failed.value()));
  return {};
}

// Writes and syncs a file.
result<void> output_directory::write(std::string_view name, std::string_view bytes) const {
  return durable_file::create(join(building(), std::string(name)))
      .and_then([bytes](durable_file&& file) {
        return file.write(bytes).and_then([&file] { return file.close(); });
      })
      .and_then([this] { return sync_directory(building()); });
}

result<void> output_directory::describe(std::string_view manifest) {
  return write(manifest_name, manifest);
}

// Removes the mark, and sorted runs whose removal failed before. From now on the manifest identifies the
// directory.
void output_directory::remove_all_but_output() const {
  remove_mark(building());
  const result<std::optional<std::vector<std::string>>> known = listed_files(building());
  if (!known || !*known) return;
  std::vector<std::string> extra_names;
  std::error_code failed;
  for (const std::string& name : output_names_in(building(), failed))
    if (!std::binary_search((*known)->begin(), (*known)->end(), name)) extra_names.push_back(name);
  for (const std::string& name : extra_names) remove_tree(join(building(), name));
}

result<void> output_directory::publish(std::string_view manifest, bool complete) {
  remove_all_but_output();
  const result<void> lasting =
      complete ? write(success_name, success_text(manifest)) : sync_directory(building());
  const result<void> done = lasting ? take_place() : lasting;
  if (done) parents_.keep();
  return done;
}

result<void> output_directory::take_place() {
  const int failed = move_name(building(), target());
  if (failed == 0) {
    result<void> lasting = sync_directory(parent_);
    if (!lasting && move_name(target(), building()) == 0) return lasting;  // nothing was published
    building_.release();
    return {};
  }
  if (failed != ENOTEMPTY && failed != EEXIST)
    return tl::unexpected(system_error(error_code::cannot_write, "rename to", target(), failed));
  if (!force_)
    return refuse_output(error_code::output_exists,
                         target() + " was created by another process during the run");
  return replace();
}

result<void> output_directory::replace() {
  // The target may have changed since the beginning.
  if (result<void> checked = check_contents(); !checked) return checked;
  // The old output gets the hidden name until its removal, so it is locked as the new directory was.
  const int old = ::open(target().c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (old >= 0) ::flock(old, LOCK_EX | LOCK_NB);
  const std::string path = building();
  const int failed = exchange(path, target(), aside());
  result<void> done;
  if (failed != 0) {
    done = tl::unexpected(system_error(error_code::cannot_write, "rename to", target(), failed));
  } else {
    // The new output must be durable before the old output is removed; otherwise the exchange is undone.
    const result<void> lasting = sync_directory(parent_);
    if (!lasting && exchange(path, target(), aside()) == 0) {
      done = lasting;
    } else {
      building_.release();
      if (lasting) remove_marked(path);
    }
  }
  if (old >= 0) ::close(old);
  return done;
}

}  // namespace urlsieve
