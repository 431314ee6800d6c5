#include "src/pipeline/path_check.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <system_error>
#include <utility>

#include "src/shards/durable_file.hpp"
#include "src/shards/file_names.hpp"
#include "src/shards/output_directory.hpp"
#include "src/text/system_error.hpp"
#include "src/transfer/remote_name.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

namespace {

namespace fs = std::filesystem;

tl::unexpected<error> refuse_path(std::string why) {
  return tl::unexpected(error{error_code::usage, std::move(why)});
}

// Returns all paths that are opened for reading; "-" is no path.
std::vector<std::string> paths_read_by(const extract_options& options) {
  std::vector<std::string> paths;
  const auto add = [&](const std::string& path) {
    if (!path.empty() && path != "-" && !is_remote_name(path)) paths.push_back(path);
  };
  for (const std::vector<std::string>* names :
       {&options.also_read, &options.input.paths, &options.output.seen, &options.redirects.read_from,
        &options.filters.hosts, &options.filters.domains, &options.filters.drop_hosts,
        &options.filters.drop_domains, &options.documents.source_hosts, &options.documents.source_domains,
        &options.url.tracking_rules, &options.url.rules})
    for (const std::string& path : *names) add(path);
  add(options.input.files_from);
  return paths;
}

// Returns the file at `path`, after following links; nullopt if there is none. Fails if the file cannot be
// examined, because it may be any file.
result<std::optional<struct stat>> look_at(const std::string& path) {
  struct stat found{};
  if (::stat(path.c_str(), &found) == 0) return found;
  if (errno == ENOENT || errno == ENOTDIR) return std::nullopt;
  return tl::unexpected(system_error(error_code::cannot_open, "look at", path, errno));
}

// Returns true for regular files, which a run replaces. Other files are written through, so naming them twice
// is harmless.
bool is_replaced(const std::optional<struct stat>& found) {
  return found && S_ISREG(found->st_mode);
}

bool is_directory(const std::optional<struct stat>& found) {
  return found && S_ISDIR(found->st_mode);
}

bool is_same(const struct stat& a, const std::optional<struct stat>& b) {
  return b && a.st_dev == b->st_dev && a.st_ino == b->st_ino;
}

// Fails with the message `why` if `path` is inside `directory`.
result<void> refuse_inside(const std::string& path, const std::string& directory, const std::string& why) {
  const result<bool> inside = is_inside(path, directory);
  if (!inside) return tl::unexpected(inside.error());
  if (*inside) return refuse_path(why);
  return {};
}

result<void> check_file(const std::string& file, const std::vector<std::string>& read) {
  const auto found = look_at(file);
  if (!found) return tl::unexpected(found.error());
  if (!is_replaced(*found)) return {};
  for (const std::string& path : read) {
    const auto entry = look_at(path);
    if (!entry) return tl::unexpected(entry.error());
    if (is_same(**found, *entry))
      return refuse_path(file + " cannot be written, because the run reads the same file");
    if (!is_directory(*entry)) continue;
    if (result<void> status =
            refuse_inside(file, path, file + " is to be written, but it lies in " + path + ", which is read");
        !status)
      return status;
  }
  return {};
}

}  // namespace

result<void> check_distinct(const std::vector<std::string>& files) {
  for (std::size_t i = 0; i < files.size(); ++i) {
    const auto found = look_at(files[i]);
    if (!found) return tl::unexpected(found.error());
    if (*found && !is_replaced(*found)) continue;
    for (std::size_t k = i + 1; k < files.size(); ++k) {
      if (result<void> status = refuse_inside(files[i], files[k], files[i] + " is to be written twice");
          !status)
        return status;
    }
  }
  return {};
}

namespace {

// Returns true if the directory at `path` exists and is not empty.
result<bool> holds_something(const std::string& path) {
  const auto found = look_at(path);
  if (!found) return tl::unexpected(found.error());
  if (!is_directory(*found)) return false;
  std::error_code failed;
  const bool empty = fs::is_empty(path, failed);
  if (failed) return tl::unexpected(system_error(error_code::cannot_open, "read", path, failed.value()));
  return !empty;
}

}  // namespace

std::vector<std::string> files_written_by(const extract_options& options) {
  std::vector<std::string> paths = options.also_written;
  for (const std::string* file : {&options.redirects.write_to, &options.rejects.write_to})
    if (!file->empty()) paths.push_back(*file);
  return paths;
}

std::vector<std::string> paths_needed_by(const extract_options& options) {
  std::vector<std::string> paths = paths_read_by(options);
  for (std::string& file : files_written_by(options)) paths.push_back(std::move(file));
  if (!options.output.temporary.empty() && !options.output.resume) paths.push_back(options.output.temporary);
  return paths;
}

result<void> check_paths(const extract_options& options) {
  const std::vector<std::string> files = files_written_by(options);
  const std::vector<std::string> read = paths_read_by(options);
  for (const std::string& file : files) {
    if (result<void> status = check_file(file, read); !status) return status;
  }
  if (result<void> status = check_distinct(files); !status) return status;
  const std::string& output = options.output.directory;
  if (!options.output.force || output.empty()) return {};
  const result<bool> replaces = holds_something(output);
  if (!replaces) return tl::unexpected(replaces.error());
  if (!*replaces) return {};
  for (const std::string& path : options.input.paths) {
    if (path == "-") continue;
    const auto found = look_at(path);
    if (!found) return tl::unexpected(found.error());
    if (!is_directory(*found)) continue;
    if (result<void> status = refuse_inside(
            output, path, output + " is to be replaced, but it lies in " + path + ", which is read");
        !status)
      return status;
  }
  return {};
}

result<std::set<file_identity>> files_to_replace(const extract_options& options) {
  std::set<file_identity> files;
  const auto add = [&](const std::string& path) {
    return look_at(path).map([&](const std::optional<struct stat>& found) {
      if (is_replaced(found)) files.insert({found->st_dev, found->st_ino});
    });
  };
  for (const std::string& file : files_written_by(options))
    if (result<void> added = add(file); !added) return tl::unexpected(added.error());
  const std::string& output = options.output.directory;
  if (!options.output.force || output.empty()) return files;
  const result<bool> replaces = holds_something(output);
  if (!replaces) return tl::unexpected(replaces.error());
  if (!*replaces) return files;
  std::error_code failed;
  for (const std::string& name : names_in(output, failed))
    if (result<void> added = add((fs::path(output) / name).string()); !added)
      return tl::unexpected(added.error());
  if (failed) return tl::unexpected(system_error(error_code::cannot_open, "read", output, failed.value()));
  return files;
}

}  // namespace urlsieve
