#include "src/pipeline/redirect_file.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>

namespace urlsieve {

result<redirect_file> redirect_file::create(const std::string& path) {
  const std::filesystem::path place(path);
  if (!place.has_filename() || std::filesystem::is_directory(place))
    return tl::make_unexpected(
        error{error_code::cannot_open, "cannot write redirects to " + path + ": it is no file"});
  const std::string name = "." + place.filename().string() + ".partial-" + std::to_string(::getpid());
  redirect_file made;
  made.path_ = path;
  std::string hidden = (place.parent_path() / name).string();
  result<durable_file> file = durable_file::create(hidden);
  if (!file) return tl::make_unexpected(file.error());
  made.hidden_ = std::move(hidden);
  made.file_ = std::move(*file);
  return made;
}

redirect_file::~redirect_file() {
  if (!hidden_.empty()) ::unlink(hidden_.c_str());
}

void redirect_file::add(std::span<const redirect> seen) {
  std::string line;
  for (const redirect& one : seen) {
    line.assign(one.from).append(1, '\t').append(one.to).append(1, '\n');
    lines_.insert(line);
  }
}

result<void> redirect_file::finish() {
  constexpr std::size_t enough = std::size_t{64} << 10;
  std::string pending;
  for (const std::string& line : lines_) {
    pending += line;
    if (pending.size() < enough) continue;
    if (result<void> written = file_.write(pending); !written) return written;
    pending.clear();
  }
  if (result<void> written = file_.write(pending); !written) return written;
  if (result<void> closed = file_.close(); !closed) return closed;
  if (std::rename(hidden_.c_str(), path_.c_str()) != 0)
    return tl::make_unexpected(system_error(error_code::cannot_write, "write", path_, errno));
  hidden_.clear();
  const std::string parent = std::filesystem::path(path_).parent_path().string();
  return sync_directory(parent.empty() ? "." : parent);
}

}  // namespace urlsieve
