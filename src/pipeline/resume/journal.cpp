#include "src/pipeline/resume/journal.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <set>

#include "src/shards/durable_file.hpp"
#include "src/shards/file_names.hpp"
#include "src/shards/locked_directory.hpp"
#include "src/shards/temporary_mark.hpp"
#include "src/text/system_error.hpp"

namespace urlsieve {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_pending = std::size_t{1} << 20U;  // bytes of unwritten pairs
constexpr int most_tries = 100;
constexpr std::size_t piece_size = std::size_t{256} << 10U;

// Reads up to `most` bytes of a file in pieces. A missing file counts as empty. Fails if the name is no
// regular file.
result<void> read_file(const std::string& path, std::uint64_t most,
                       const std::function<void(std::string_view piece)>& take) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) {
    if (errno == ENOENT) return {};
    return tl::unexpected(system_error(error_code::cannot_open, "open", path, errno));
  }
  struct stat found{};
  if (::fstat(descriptor, &found) != 0 || !S_ISREG(found.st_mode)) {
    ::close(descriptor);
    return tl::unexpected(error{error_code::cannot_open, path + " is not a regular file"});
  }
  std::string piece(piece_size, '\0');
  ssize_t got = 1;
  while (most != 0 && got != 0) {
    got = ::read(descriptor, piece.data(), std::min<std::uint64_t>(piece.size(), most));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) break;
    most -= static_cast<std::uint64_t>(got);
    take(std::string_view(piece).substr(0, static_cast<std::size_t>(got)));
  }
  const int failed = errno;
  ::close(descriptor);
  if (got < 0) return tl::unexpected(system_error(error_code::cannot_read, "read", path, failed));
  return {};
}

result<std::string> content_of(const std::string& path) {
  std::string content;
  return read_file(path, ~std::uint64_t{0}, [&](std::string_view piece) { content.append(piece); }).map([&] {
    return std::move(content);
  });
}

result<void> make_directory(const std::string& path) {
  if (::mkdir(path.c_str(), 0700) == 0 || errno == EEXIST) return {};
  return tl::unexpected(system_error(error_code::cannot_open, "create", path, errno));
}

// Takes possession of a directory: succeeds if it carries the mark, or is empty and gets the mark.
result<void> own_directory(const std::string& path) {
  if (has_mark(path)) return {};
  int failure = 0;
  if (!is_leftover(path, failure)) {
    if (failure != 0) return tl::unexpected(system_error(error_code::cannot_open, "look at", path, failure));
    return tl::unexpected(path_occupied_error(path));
  }
  remove_mark(path);
  return write_mark(path);
}

}  // namespace

std::string journal::place_beside(const std::string& output) {
  fs::path named = fs::path(output).lexically_normal();
  if (!named.has_filename()) named = named.parent_path();
  return (named.parent_path() / hidden_name(named.filename().string(), ".resume")).string();
}

result<journal> journal::open(const std::string& output, std::string identity) {
  journal opened_journal;
  opened_journal.output_ = output;
  opened_journal.identity_ = std::move(identity);
  opened_journal.directory_ = place_beside(output);
  result<parent_directories> parents = parent_directories::create(opened_journal.directory_);
  if (!parents) return tl::unexpected(std::move(parents.error()));
  opened_journal.parents_ = std::move(*parents);
  return opened_journal.lock()
      .and_then([&opened_journal] { return opened_journal.read(); })
      .map([&opened_journal] { return std::move(opened_journal); });
}

journal::journal(journal&& other) noexcept
    : parents_(std::move(other.parents_)),
      directory_(std::move(other.directory_)),
      output_(std::move(other.output_)),
      identity_(std::move(other.identity_)),
      found_(std::move(other.found_)),
      published_before_(std::move(other.published_before_)),
      done_(std::move(other.done_)),
      redirect_bytes_(other.redirect_bytes_),
      redirect_sum_(std::move(other.redirect_sum_)),
      pending_redirects_(std::move(other.pending_redirects_)),
      holds_state_(other.holds_state_),
      owns_done_file_(other.owns_done_file_),
      lock_(std::exchange(other.lock_, -1)) {}

journal::~journal() {
  if (lock_ < 0) return;
  if (!holds_state_) discard();
  ::close(lock_);
}

// Creates the directory if missing, and locks it. Repeats if another process removes the directory meanwhile.
result<void> journal::lock() {
  for (int tries = 0; tries < most_tries; ++tries) {
    const bool is_new = ::mkdir(directory_.c_str(), 0700) == 0;
    if (!is_new && errno != EEXIST)
      return tl::unexpected(system_error(error_code::cannot_open, "create", directory_, errno));
    const int descriptor = ::open(directory_.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (descriptor < 0 && errno == ENOENT) continue;
    struct stat locked{};
    struct stat named_directory{};
    if (descriptor < 0 || ::fstat(descriptor, &locked) != 0 || locked.st_uid != ::geteuid() ||
        (locked.st_mode & 077U) != 0) {
      if (descriptor >= 0) ::close(descriptor);
      return tl::unexpected(error{
          error_code::cannot_open,
          directory_ + " is not a private directory of this user (mode 0700), so it cannot hold a journal"});
    }
    // Without support for locks, the creation of the directory is the lock.
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && (errno == EWOULDBLOCK || !is_new)) {
      ::close(descriptor);
      return tl::unexpected(error{error_code::output_exists, "another run is writing " + output_});
    }
    if (::lstat(directory_.c_str(), &named_directory) == 0 && locked.st_dev == named_directory.st_dev &&
        locked.st_ino == named_directory.st_ino) {
      result<void> owned = own_directory(directory_);
      if (owned)
        lock_ = descriptor;
      else
        ::close(descriptor);
      return owned;
    }
    ::close(descriptor);
  }
  return tl::unexpected(system_error(error_code::cannot_open, "create", directory_, EEXIST));
}

result<void> journal::read() {
  const result<std::string> text = content_of(directory_ + "/journal");
  holds_state_ = !text || !text->empty();  // an unreadable state is not removed
  if (!text) return tl::unexpected(text.error());
  const result<std::string> done = content_of(done_path());
  auto ended = read_journal_text(done.value_or(std::string()));
  std::error_code unknown;
  // A shortage of descriptors says nothing about the owner of the file.
  if (!done && !fs::is_directory(done_path(), unknown)) return tl::unexpected(done.error());
  if (!done || (!done->empty() && !ended)) return tl::unexpected(path_occupied_error(done_path()));
  owns_done_file_ = ended.has_value();
  if (text->empty()) {
    if (ended && ended->second == identity_) done_ = std::move(ended->first);
    return {};
  }
  auto found = read_journal_text(*text);
  if (!found)
    return tl::unexpected(
        error{error_code::cannot_read, directory_ + "/journal is corrupt: remove " + directory_});
  if (found->second != identity_ && found->first.published) {
    published_before_ = std::move(found->first);
    return {};
  }
  if (found->second != identity_) {
    return tl::unexpected(error{
        error_code::usage,
        "the run of " + directory_ + " had other options: repeat those options, or remove the directory"});
  }
  found_ = std::move(found->first);
  return check_redirects();
}

// Checks the file of pairs against the state. Fails if they differ.
result<void> journal::check_redirects() {
  const std::string path = directory_ + "/redirects";
  const auto take = [this](std::string_view piece) {
    redirect_sum_.add(piece);
    redirect_bytes_ += piece.size();
  };
  if (result<void> read = read_file(path, found_->redirect_bytes, take); !read) return read;
  if (redirect_bytes_ == found_->redirect_bytes && redirect_sum_.hex() == found_->redirect_checksum)
    return {};
  return tl::unexpected(error{error_code::cannot_read, path + " is damaged: remove " + directory_});
}

const journal_state* journal::ended(std::string_view manifest) const {
  for (const std::optional<journal_state>* state : {&found_, &done_})
    if (*state && !(*state)->publishing.empty() && (*state)->publishing == manifest) return &**state;
  return nullptr;
}

result<void> journal::begin_anew() {
  const std::string path = directory_ + "/journal";
  if (::unlink(path.c_str()) != 0 && errno != ENOENT)
    return tl::unexpected(system_error(error_code::cannot_write, "remove", path, errno));
  found_.reset();
  published_before_.reset();
  holds_state_ = false;
  redirect_bytes_ = 0;
  redirect_sum_ = {};
  return sync_directory(directory_);
}

result<void> journal::clean() {
  if (owns_done_file_) ::unlink(done_path().c_str());  // of an output that no longer exists
  if (result<void> status = make_directory(run_directory()); !status) return status;
  std::set<std::string> known;
  if (found_) {
    for (const shard_run& run : found_->runs) known.insert(run.file.name);
  }
  std::error_code failed;
  for (const std::string& name : names_in(run_directory(), failed))
    if (!known.contains(name)) fs::remove_all(run_directory() + "/" + name, failed);
  const std::string redirects = directory_ + "/redirects";
  if (::truncate(redirects.c_str(), static_cast<off_t>(redirect_bytes_)) != 0 &&
      (errno != ENOENT || redirect_bytes_ != 0))
    return tl::unexpected(system_error(error_code::cannot_read, "read", redirects, errno));
  return {};
}

result<void> journal::read_redirects(const take_pair& take) const {
  std::string pending;
  return read_file(directory_ + "/redirects", redirect_bytes_, [&](std::string_view piece) {
    pending.append(piece);
    std::size_t begin = 0;
    for (std::size_t end = 0; (end = pending.find('\n', begin)) != std::string::npos; begin = end + 1) {
      const std::string_view line = std::string_view(pending).substr(begin, end - begin);
      const std::size_t tab = std::min(line.find('\t'), line.size());
      take(line.substr(0, tab), line.substr(std::min(tab + 1, line.size())));
    }
    pending.erase(0, begin);
  });
}

result<void> journal::add(std::span<const redirect> seen) {
  for (const redirect& pair : seen)
    pending_redirects_.append(pair.from).append(1, '\t').append(pair.to).append(1, '\n');
  return pending_redirects_.size() < most_pending ? result<void>{} : append_redirects(durability::later);
}

result<void> journal::append_redirects(durability synced) {
  if (pending_redirects_.empty() && (synced == durability::later || redirect_bytes_ == 0)) return {};
  const std::string path = directory_ + "/redirects";
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0600);
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
  if (failed == 0 && synced == durability::now && ::fsync(descriptor) != 0) failed = errno;
  ::close(descriptor);
  if (failed != 0) return tl::unexpected(system_error(error_code::cannot_write, "write", path, failed));
  redirect_bytes_ += pending_redirects_.size();
  redirect_sum_.add(pending_redirects_);
  pending_redirects_.clear();
  return {};
}

result<void> journal::record(journal_state state) {
  holds_state_ = true;
  if (result<void> appended = append_redirects(durability::now); !appended) return appended;
  state.redirect_bytes = redirect_bytes_;
  state.redirect_checksum = redirect_sum_.hex();
  const std::string path = directory_ + "/journal";
  const std::string next = path + ".next";
  ::unlink(next.c_str());
  return durable_file::create(next)
      .and_then([&](durable_file&& file) {
        return file.write(journal_text(state, identity_)).and_then([&file] { return file.close(); });
      })
      .and_then([&]() -> result<void> {
        if (const int failure = move_name(next, path); failure != 0)
          return tl::unexpected(system_error(error_code::cannot_write, "write", path, failure));
        return sync_directory(directory_);
      });
}

void journal::discard() noexcept {
  // The journal describes the other files in its directory, so it must not stay there during their removal.
  // It is moved out for that time, and removed last.
  const int failure = move_name(directory_ + "/journal", done_path());
  const bool moved = failure == 0;
  if (!moved && failure != ENOENT) return;
  bool is_empty = true;
  for (const char* const name : {"/runs", "/redirects", "/journal.next"}) {
    std::error_code failed;
    fs::remove_all(directory_ + name, failed);
    is_empty = is_empty && !failed;
  }
  // The mark is removed last, so that the next run recognizes the rest.
  if (is_empty) remove_mark(directory_);
  ::rmdir(directory_.c_str());
  if (moved || owns_done_file_) ::unlink(done_path().c_str());
}

}  // namespace urlsieve
