#include "src/shards/shard_names.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>

#include "src/codec/compression.hpp"
#include "src/shards/durable_file.hpp"
#include "src/shards/file_names.hpp"
#include "src/text/system_error.hpp"

namespace urlsieve {
namespace {

constexpr std::string_view shard_folder_front = "shard=";

std::string five_digits(std::uint32_t number) {
  const std::string digits = std::to_string(number);
  return std::string(digits.size() < 5 ? 5 - digits.size() : 0, '0') + digits;
}

}  // namespace

std::string shard_file_front(std::uint32_t shard) {
  return "part-" + five_digits(shard) + "-of-";
}

std::string shard_file_name(std::uint32_t shard, const manifest& run) {
  std::string name;
  if (run.layout == shard_layout::hive)
    name.append(shard_folder_front).append(std::to_string(shard)).append("/part");
  else
    name = shard_file_front(shard) + five_digits(run.shard_count);
  name.append(1, '.').append(run.rows());
  if (run.form != row_form::parquet) name.append(suffix_of(run.packing));
  return name;
}

result<void> create_shard_folder(const std::string& directory, std::string_view shard_file) {
  const std::size_t size = shard_folder_size(shard_file);
  if (size == 0) return {};
  const std::string path = directory + '/' + std::string(shard_file.substr(0, size - 1));
  if (::mkdir(path.c_str(), 0777) == 0) return sync_directory(directory);
  if (errno == EEXIST) return {};
  return tl::unexpected(system_error(error_code::cannot_open, "create", path, errno));
}

std::size_t shard_folder_size(std::string_view path) {
  if (!path.starts_with(shard_folder_front)) return 0;
  const std::size_t end = path.find_first_not_of("0123456789", shard_folder_front.size());
  return end != std::string_view::npos && end != shard_folder_front.size() && path[end] == '/' ? end + 1 : 0;
}

std::vector<std::string> output_names_in(const std::string& directory, std::error_code& failed) {
  std::vector<std::string> names;
  for (std::string& name : names_in(directory, failed)) {
    std::vector<std::string> inner;
    std::error_code unreadable;
    const std::string folder = directory + '/' + name;
    // A link to a directory is one name.
    if (shard_folder_size(name + '/') != 0 &&
        std::filesystem::is_directory(std::filesystem::symlink_status(folder, unreadable)))
      inner = names_in(folder, unreadable);
    if (unreadable && !failed) failed = unreadable;
    for (const std::string& file : inner) names.push_back(name + '/' + file);
    if (inner.empty()) names.push_back(std::move(name));
  }
  std::sort(names.begin(), names.end());
  return names;
}

result<std::vector<output_file_entry>> output_files_in(const std::string& directory) {
  namespace fs = std::filesystem;
  std::vector<output_file_entry> files;
  std::error_code failed;
  std::vector<std::string> names = output_names_in(directory, failed);
  for (std::string& name : names) {
    if (failed) break;
    const std::string path = directory + '/' + name;
    const bool is_file = fs::is_regular_file(path, failed);
    if (failed || !is_file) continue;
    const std::uint64_t size = fs::file_size(path, failed);
    files.push_back({std::move(name), size});
  }
  if (failed) return tl::unexpected(system_error(error_code::cannot_read, "read", directory, failed.value()));
  return files;
}

}  // namespace urlsieve
