#include "src/pipeline/path_check.hpp"

#include <sys/stat.h>

#include <cstddef>
#include <filesystem>
#include <initializer_list>
#include <system_error>
#include <utility>

#include "src/shards/output_directory.hpp"

namespace urlsieve {

namespace {

namespace fs = std::filesystem;

tl::unexpected<error> refuse(std::string why) {
  return tl::unexpected(error{error_code::usage, std::move(why)});
}

// Everything that is opened for reading by its name; "-" is none.
std::vector<std::string> paths_read_by(const extract_options& options) {
  std::vector<std::string> paths;
  const auto add = [&](const std::string& path) {
    if (!path.empty() && path != "-") paths.push_back(path);
  };
  for (const std::vector<std::string>* names :
       {&options.input.paths, &options.output.seen, &options.redirects.read_from})
    for (const std::string& one : *names) add(one);
  add(options.input.files_from);
  return paths;
}

std::vector<std::string> files_written_by(const extract_options& options) {
  std::vector<std::string> paths = options.also_written;
  if (!options.redirects.write_to.empty()) paths.push_back(options.redirects.write_to);
  return paths;
}

// What is written through is not harmed by being named twice.
bool is_replaced(const std::string& path, struct stat& found) {
  return ::stat(path.c_str(), &found) == 0 && S_ISREG(found.st_mode);
}

bool is_same(const struct stat& a, const std::string& path) {
  struct stat b{};
  return ::stat(path.c_str(), &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

bool is_directory(const std::string& path) {
  std::error_code failed;
  return fs::is_directory(path, failed);
}

result<void> check_file(const std::string& file, const std::vector<std::string>& read) {
  struct stat found{};
  if (!is_replaced(file, found)) return {};
  for (const std::string& one : read) {
    if (is_same(found, one)) return refuse(file + " is to be written, but it is read, too");
    if (is_directory(one) && lies_in(file, one))
      return refuse(file + " is to be written, but it lies in " + one + ", which is read");
  }
  return {};
}

result<void> check_twice(const std::vector<std::string>& files) {
  for (std::size_t i = 0; i < files.size(); ++i) {
    for (std::size_t k = i + 1; k < files.size(); ++k) {
      struct stat found{};
      const bool through = ::stat(files[i].c_str(), &found) == 0 && !S_ISREG(found.st_mode);
      if (!through && lies_in(files[i], files[k])) return refuse(files[i] + " is to be written twice");
    }
  }
  return {};
}

}  // namespace

std::vector<std::string> paths_needed_by(const extract_options& options) {
  std::vector<std::string> paths = paths_read_by(options);
  for (std::string& one : files_written_by(options)) paths.push_back(std::move(one));
  if (!options.output.temporary.empty() && !options.output.resume) paths.push_back(options.output.temporary);
  return paths;
}

result<void> check_paths(const extract_options& options) {
  const std::vector<std::string> files = files_written_by(options);
  const std::vector<std::string> read = paths_read_by(options);
  for (const std::string& file : files) {
    if (result<void> sound = check_file(file, read); !sound) return sound;
  }
  if (result<void> sound = check_twice(files); !sound) return sound;
  const std::string& output = options.output.directory;
  std::error_code failed;
  if (!options.output.force || !fs::is_directory(output, failed) || fs::is_empty(output, failed)) return {};
  for (const std::string& one : options.input.paths) {
    if (one != "-" && is_directory(one) && lies_in(output, one))
      return refuse(output + " is to be replaced, but it lies in " + one + ", which is read");
  }
  return {};
}

std::set<file_identity> files_at_stake(const extract_options& options) {
  std::set<file_identity> files;
  struct stat found{};
  const auto add = [&](const std::string& path) {
    if (is_replaced(path, found)) files.insert({found.st_dev, found.st_ino});
  };
  for (const std::string& file : files_written_by(options)) add(file);
  std::error_code failed;
  const std::string& output = options.output.directory;
  if (!options.output.force || output.empty()) return files;
  for (fs::directory_iterator at(output, failed), end; !failed && at != end; at.increment(failed))
    add(at->path().string());
  return files;
}

}  // namespace urlsieve
