#include "src/shards/parent_directories.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <map>
#include <mutex>
#include <system_error>

#include "src/shards/durable_file.hpp"
#include "src/text/system_error.hpp"
#include "src/transfer/remote_name.hpp"

namespace urlsieve {
namespace {

namespace fs = std::filesystem;

// The directories that this process created and that hold no published output, with the number of outputs
// that may still be published below.
struct created_directories {
  std::mutex mutex;
  std::map<std::string, std::size_t> outputs;
};

created_directories& created() {
  static created_directories all;
  return all;
}

bool is_directory_there(const std::string& path) {
  struct stat found{};
  return ::stat(path.c_str(), &found) == 0 && S_ISDIR(found.st_mode);
}

// Returns the parent of the output "a/b" or "a/b/": "a".
fs::path parent_of_output(const std::string& path) {
  const fs::path named(path);
  return named.has_filename() ? named.parent_path() : named.parent_path().parent_path();
}

}  // namespace

result<parent_directories> parent_directories::create(const std::string& path) {
  parent_directories parents;
  if (is_remote_name(path)) return parents;
  const std::string parent = parent_of_output(path).string();
  if (parent.empty()) return parents;
  if (result<void> complete = parents.create_missing(parent); !complete)
    return tl::unexpected(std::move(complete.error()));
  return parents;
}

result<void> parent_directories::create_missing(const std::string& parent) {
  const std::lock_guard lock(created().mutex);
  std::error_code failed;
  fs::path at;
  for (const fs::path& name : fs::absolute(parent, failed)) {
    at /= name;
    const bool is_new = !failed && !is_directory_there(at.string()) && ::mkdir(at.c_str(), 0777) == 0;
    const int why = errno;
    if (failed || (!is_new && !is_directory_there(at.string())))
      return tl::unexpected(system_error(error_code::cannot_open, "create", parent,
                                         failed          ? failed.value()
                                         : why == EEXIST ? ENOTDIR
                                                         : why));
    const std::string real = fs::canonical(at, failed).string();
    if (is_new && !failed) created().outputs.emplace(real, 0);
    if (const auto shared = created().outputs.find(real); shared != created().outputs.end()) {
      ++shared->second;
      pending_.push_back(real);
    }
    if (!is_new) continue;
    if (result<void> lasting = sync_directory(fs::path(real).parent_path().string()); !lasting)
      return lasting;
  }
  return {};
}

parent_directories::~parent_directories() {
  if (pending_.empty()) return;
  const std::lock_guard lock(created().mutex);
  for (auto at = pending_.rbegin(); at != pending_.rend(); ++at) {
    const auto shared = created().outputs.find(*at);
    if (shared == created().outputs.end()) return;  // an output below was published
    if (--shared->second != 0) continue;
    ::rmdir(at->c_str());  // fails if another program uses the directory
    created().outputs.erase(shared);
  }
}

void parent_directories::keep() noexcept {
  if (pending_.empty()) return;
  const std::lock_guard lock(created().mutex);
  for (const std::string& each : pending_) created().outputs.erase(each);
  pending_.clear();
}

}  // namespace urlsieve
