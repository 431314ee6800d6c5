#include "src/pipeline/redirect_file.hpp"

#include <cstddef>
#include <string_view>
#include <utility>

namespace urlsieve {

result<redirect_file> redirect_file::create(const std::string& path, const std::atomic<bool>* stop) {
  return output_file::create(path, stop).map([](output_file&& file) {
    redirect_file made;
    made.file_ = std::move(file);
    return made;
  });
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
  return file_.write(pending).and_then([this] { return file_.close(); }).and_then([this] {
    return file_.publish();
  });
}

}  // namespace urlsieve
