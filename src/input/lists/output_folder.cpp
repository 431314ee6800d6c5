#include "src/input/lists/output_folder.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <utility>

namespace urlsieve {
namespace {

constexpr std::string_view manifest_name = "manifest.json";
constexpr std::string_view success_name = "_SUCCESS";
constexpr std::string_view digits = "0123456789";
constexpr std::size_t part_head_size = 256;

// True if the error means that there is no such regular file; listing reports the name.
bool says_no_file(int failure) {
  return failure == ENOENT || failure == ENOTDIR || failure == ELOOP || failure == ENXIO || failure == ENODEV;
}

// Reads the first bytes of the file; returns 0 or errno. If the file ends before its size says, retries once.
int read_head(int descriptor, std::string& head) {
  struct stat about{};
  if (::fstat(descriptor, &about) != 0) return errno;
  if (!S_ISREG(about.st_mode)) return 0;
  const auto stored = about.st_blocks != 0 ? static_cast<std::size_t>(about.st_size) : 0;
  std::array<char, part_head_size> buffer{};
  bool asked_again = false;
  while (head.size() < part_head_size) {
    const ssize_t got = ::read(descriptor, buffer.data(), part_head_size - head.size());
    if (got < 0 && errno != EINTR && errno != EAGAIN) return errno;
    if (got > 0) head.append(buffer.data(), static_cast<std::size_t>(got));
    if (got != 0) continue;
    if (head.size() >= stored) break;
    if (std::exchange(asked_again, true)) return EIO;
  }
  return 0;
}

int read_head(const std::string& path, std::string& head) {
  int descriptor = -1;
  do {
    descriptor = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  } while (descriptor < 0 && errno == EINTR);
  if (descriptor < 0) return says_no_file(errno) ? 0 : errno;
  const int failure = read_head(descriptor, head);
  ::close(descriptor);
  return failure;
}

// True for ".out.urlsieve", ".out.resume" and the like, and for ".urlsieve-0123456789ab" in --tmpdir.
bool is_temporary(std::string_view name) {
  constexpr std::size_t tmpdir_digits = 12;
  constexpr std::string_view tmpdir_prefix = ".urlsieve-";
  if (!name.starts_with('.')) return false;
  if (name.starts_with(tmpdir_prefix) && name.size() == tmpdir_prefix.size() + tmpdir_digits) return true;
  for (const std::string_view ending : {".urlsieve", ".urlsieve-old", ".resume", ".resume-done", ".partial"})
    if (name.size() > ending.size() + 1 && name.ends_with(ending)) return true;
  return false;
}

// True for "_part-00003-of-00016.filter".
bool is_filter_name(std::string_view name) {
  return name.starts_with("_part-") && name.ends_with(".filter");
}

manifest_search find_manifest(const std::string& prefix) {
  std::vector<std::string> names{std::string(manifest_name)};
  return drop_manifest(prefix, names);
}

// Returns the partition of an output that the last component of `path` names.
named_partition partition_at(std::string path) {
  while (path.ends_with('/')) path.pop_back();
  path += '/';
  named_partition found;
  found.output_size = path.size() < 2 ? 0 : path.rfind('/', path.size() - 2) + 1;
  if (partition_folder_size(std::string_view(path).substr(found.output_size)) == 0) return {};
  const std::string above = found.output_size == 0 ? "./" : path.substr(0, found.output_size);
  const manifest_search manifest = find_manifest(above);
  if (!manifest.is_output) return {};
  found.output = output_at(above);
  found.prefix = std::move(path);
  found.failure = manifest.failure;
  return found;
}

// Returns the output directory of a shard, by the spelling of its path; else an empty string.
std::string output_of_part(const std::string& path) {
  const std::size_t name = part_name_begin(path);
  if (!is_part_name(std::string_view(path).substr(name))) return {};
  const std::string prefix = name == 0 ? "./" : path.substr(0, name);
  const manifest_search found = find_manifest(prefix);
  return found.is_output && found.failure == 0 ? output_at(prefix) : std::string();
}

using real_path = std::unique_ptr<char, decltype(&std::free)>;  // null: none

real_path real_path_of(const std::string& path) {
  return {::realpath(path.c_str(), nullptr), &std::free};
}

}  // namespace

// {"format": 1, "urlsieve": "
bool begins_as_manifest(std::string_view text) {
  const auto take = [&](std::string_view wanted) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    if (!text.starts_with(wanted)) return false;
    text.remove_prefix(wanted.size());
    return true;
  };
  if (!take("{") || !take("\"format\"") || !take(":") || !take("")) return false;
  const std::size_t number = std::min(text.find_first_not_of(digits), text.size());
  text.remove_prefix(number);
  return number != 0 && take(",") && take("\"urlsieve\"") && take(":") && take("\"");
}

manifest_search drop_manifest(const std::string& prefix, std::vector<std::string>& names) {
  const auto manifest = std::find(names.begin(), names.end(), manifest_name);
  if (manifest == names.end()) return {};
  std::string head;
  const int failure = read_head(prefix + *manifest, head);
  if (failure == 0 && !begins_as_manifest(head)) return {};
  std::erase_if(names, [](const std::string& name) {
    return name == manifest_name || name == success_name || is_filter_name(name);
  });
  return {true, failure};
}

bool is_part_name(std::string_view name) {
  const auto take_number = [&] {
    const std::size_t size = std::min(name.find_first_not_of(digits), name.size());
    name.remove_prefix(size);
    return size >= 5;
  };
  const auto take = [&](std::string_view wanted) {
    if (!name.starts_with(wanted)) return false;
    name.remove_prefix(wanted.size());
    return true;
  };
  if (const std::size_t folder = partition_folder_size(name); folder != 0) {
    name.remove_prefix(folder);
    if (!take("part")) return false;
  } else if (!take("part-") || !take_number() || !take("-of-") || !take_number()) {
    return false;
  }
  if (name == ".parquet") return true;
  if (!take(".txt") && !take(".tsv") && !take(".jsonl")) return false;
  return name.empty() || name == ".gz" || name == ".zst";
}

bool is_parquet_part_name(std::string_view name) {
  return name.ends_with(".parquet") && is_part_name(name);
}

std::size_t partition_folder_size(std::string_view path) {
  constexpr std::string_view front = "shard=";
  if (!path.starts_with(front)) return 0;
  const std::size_t end = path.find_first_not_of(digits, front.size());
  return end != std::string_view::npos && end != front.size() && path[end] == '/' ? end + 1 : 0;
}

std::size_t part_name_begin(std::string_view path) {
  const std::size_t file = path.rfind('/') + 1;
  if (file < 2) return file;
  const std::size_t folder = path.rfind('/', file - 2) + 1;
  return partition_folder_size(path.substr(folder)) != 0 ? folder : file;
}

std::string output_at(const std::string& prefix) {
  return prefix.substr(0, prefix.size() - 1);
}

named_part find_part(const std::string& path) {
  std::string output = output_of_part(path);
  if (!output.empty()) return {std::move(output), path};
  struct stat about{};
  const bool may_be_part = std::string_view(path).substr(path.rfind('/') + 1).starts_with("part") ||
                           (::lstat(path.c_str(), &about) == 0 && S_ISLNK(about.st_mode));
  if (!may_be_part) return {};
  const real_path real = real_path_of(path);
  return real ? named_part{output_of_part(real.get()), real.get()} : named_part{};
}

named_partition find_partition(const std::string& path) {
  named_partition found = partition_at(path);
  if (!found.output.empty()) return found;
  const real_path real = real_path_of(path);
  return real ? partition_at(real.get()) : found;
}

bool is_partition_filter(std::string_view path) {
  const std::size_t folder = partition_folder_size(path);
  return folder != 0 && path.substr(folder) == "_part.filter";
}

void drop_temporaries(std::vector<std::string>& names, stats& counted) {
  const std::size_t left_out =
      std::erase_if(names, [](const std::string& name) { return is_temporary(name); });
  if (left_out != 0) counted.count_skipped("file", "urlsieve-temporary", left_out);
}

}  // namespace urlsieve
