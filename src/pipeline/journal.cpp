#include "src/pipeline/journal.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <set>

#include "src/shards/durable_file.hpp"

namespace urlsieve {

namespace {

namespace fs = std::filesystem;

// The whole file, or what kept it from being read; a file that is not there is empty.
result<std::string> content_of(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    if (errno == ENOENT) return std::string();
    return tl::unexpected(system_error(error_code::cannot_open, "open", path, errno));
  }
  std::string content;
  std::string piece(std::size_t{64} << 10U, '\0');
  ssize_t got = 0;
  while ((got = ::read(descriptor, piece.data(), piece.size())) > 0 || (got < 0 && errno == EINTR)) {
    if (got > 0) content.append(piece.data(), static_cast<std::size_t>(got));
  }
  const int failed = errno;
  ::close(descriptor);
  if (got < 0) return tl::unexpected(system_error(error_code::cannot_read, "read", path, failed));
  return content;
}

result<void> make_directory(const std::string& path) {
  if (::mkdir(path.c_str(), 0777) == 0 || errno == EEXIST) return {};
  return tl::unexpected(system_error(error_code::cannot_open, "create", path, errno));
}

}  // namespace

result<journal> journal::open(const std::string& output, std::string identity) {
  fs::path named = fs::path(output).lexically_normal();
  if (!named.has_filename()) named = named.parent_path();
  journal made;
  made.output_ = output;
  made.identity_ = std::move(identity);
  made.directory_ = (named.parent_path() / ("." + named.filename().string() + ".resume")).string();
  return make_directory(made.directory_)
      .and_then([&made] { return made.lock(); })
      .and_then([&made] { return made.read(); })
      .map([&made] { return std::move(made); });
}

journal::journal(journal&& other) noexcept
    : directory_(std::move(other.directory_)),
      output_(std::move(other.output_)),
      identity_(std::move(other.identity_)),
      found_(std::move(other.found_)),
      redirect_bytes_(other.redirect_bytes_),
      pending_redirects_(std::move(other.pending_redirects_)),
      holds_state_(other.holds_state_),
      lock_(std::exchange(other.lock_, -1)) {}

journal::~journal() {
  if (lock_ < 0) return;
  if (!holds_state_) discard();
  ::close(lock_);
}

result<void> journal::lock() {
  lock_ = ::open(directory_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (lock_ < 0) return tl::unexpected(system_error(error_code::cannot_open, "open", directory_, errno));
  if (::flock(lock_, LOCK_EX | LOCK_NB) == 0) return {};
  ::close(std::exchange(lock_, -1));
  return tl::unexpected(error{error_code::output_exists, "another run is writing " + output_});
}

result<void> journal::read() {
  const result<std::string> text = content_of(directory_ + "/journal");
  holds_state_ = !text || !text->empty();  // what cannot be read is not for this run to remove
  if (!text) return tl::unexpected(text.error());
  if (text->empty()) return {};
  auto found = read_journal_text(*text);
  if (!found)
    return tl::unexpected(
        error{error_code::cannot_read, directory_ + "/journal is damaged: remove " + directory_});
  if (found->second != identity_) {
    return tl::unexpected(error{error_code::usage,
                                "the run of " + directory_ + " had other options: give those, or remove it"});
  }
  found_ = std::move(found->first);
  redirect_bytes_ = found_->redirect_bytes;
  return {};
}

result<void> journal::clean() {
  if (result<void> made = make_directory(run_directory()); !made) return made;
  std::set<std::string> known;
  if (found_) {
    for (const shard_run& run : found_->runs) known.insert(run.file.name);
  }
  std::error_code failed;
  for (const fs::directory_entry& entry : fs::directory_iterator(run_directory(), failed)) {
    if (!known.contains(entry.path().filename().string())) fs::remove_all(entry.path(), failed);
  }
  const std::string redirects = directory_ + "/redirects";
  if (::truncate(redirects.c_str(), static_cast<off_t>(redirect_bytes_)) != 0 &&
      (errno != ENOENT || redirect_bytes_ != 0))
    return tl::unexpected(system_error(error_code::cannot_read, "read", redirects, errno));
  return {};
}

result<std::string> journal::recorded_redirects() const {
  result<std::string> lines = content_of(directory_ + "/redirects");
  if (lines && lines->size() < redirect_bytes_)
    return tl::unexpected(error{error_code::cannot_read, directory_ + "/redirects is damaged"});
  if (lines) lines->resize(redirect_bytes_);
  return lines;
}

void journal::add(std::span<const redirect> seen) {
  for (const redirect& one : seen)
    pending_redirects_.append(one.from).append(1, '\t').append(one.to).append(1, '\n');
}

result<void> journal::append_redirects() {
  if (pending_redirects_.empty()) return {};
  const std::string path = directory_ + "/redirects";
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (descriptor < 0) return tl::unexpected(system_error(error_code::cannot_write, "open", path, errno));
  std::string_view rest = pending_redirects_;
  int failed = 0;
  while (failed == 0 && !rest.empty()) {
    const ssize_t written = ::write(descriptor, rest.data(), rest.size());
    if (written >= 0)
      rest.remove_prefix(static_cast<std::size_t>(written));
    else if (errno != EINTR)
      failed = errno;
  }
  if (failed == 0 && ::fsync(descriptor) != 0) failed = errno;
  ::close(descriptor);
  if (failed != 0) return tl::unexpected(system_error(error_code::cannot_write, "write", path, failed));
  redirect_bytes_ += pending_redirects_.size();
  pending_redirects_.clear();
  return {};
}

result<void> journal::record(journal_state state) {
  holds_state_ = true;
  if (result<void> appended = append_redirects(); !appended) return appended;
  state.redirect_bytes = redirect_bytes_;
  const std::string path = directory_ + "/journal";
  const std::string next = path + ".next";
  ::unlink(next.c_str());
  return durable_file::create(next)
      .and_then([&](durable_file&& file) {
        return file.write(journal_text(state, identity_)).and_then([&file] { return file.close(); });
      })
      .and_then([&]() -> result<void> {
        if (std::rename(next.c_str(), path.c_str()) != 0)
          return tl::unexpected(system_error(error_code::cannot_write, "write", path, errno));
        return sync_directory(directory_);
      });
}

void journal::discard() noexcept {
  // The journal goes last: until then a run that is taken up finds that it was done.
  std::error_code failed;
  for (const char* const name : {"/runs", "/redirects", "/journal.next", "/journal", ""})
    fs::remove_all(directory_ + name, failed);
}

}  // namespace urlsieve
