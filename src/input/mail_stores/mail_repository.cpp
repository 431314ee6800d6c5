#include "src/input/mail_stores/mail_repository.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstddef>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <map>
#include <system_error>
#include <utility>

#include "src/input/mail_stores/child_process.hpp"

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX has no header that must declare it

namespace urlsieve {
namespace {

constexpr std::string_view git_suffix = ".git";
constexpr std::string_view hex_digits = "0123456789abcdef";

// Returns an environment for git. Repositories are untrusted, and so is their configuration: fetching and
// object replacement are disabled. Removes all GIT_ variables except GIT_EXEC_PATH.
std::vector<std::string> environment() {
  std::vector<std::string> variables;
  for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    if (!text.starts_with("GIT_") || text.starts_with("GIT_EXEC_PATH=")) variables.emplace_back(text);
  }
  for (const char* const own : {"GIT_ALLOW_PROTOCOL=none", "GIT_NO_LAZY_FETCH=1", "GIT_NO_REPLACE_OBJECTS=1",
                                "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "LC_ALL=C"})
    variables.emplace_back(own);
  return variables;
}

// Returns a git command line: long options, then `rest`.
std::vector<std::string> git(const std::string& directory, const std::string& command,
                             std::initializer_list<std::string_view> options,
                             std::vector<std::string> rest = {}) {
  const std::string dashes = "--";
  std::vector<std::string> arguments{"git", dashes + "git-dir=" + directory, command};
  for (const std::string_view option : options) arguments.push_back(dashes + std::string(option));
  std::move(rest.begin(), rest.end(), std::back_inserter(arguments));
  return arguments;
}

// Calls use(line) for each output line, without its line end, until use() returns false.
template <class Use>
void each_line(child_process& of, Use&& use) {
  std::vector<char> scratch(std::size_t{64} << 10);
  std::string pending;
  while (const std::size_t got = of.read(scratch)) {
    pending.append(scratch.data(), got);
    std::size_t begin = 0;
    for (std::size_t feed = pending.find('\n'); feed != std::string::npos; feed = pending.find('\n', begin)) {
      if (!use(std::string_view(pending).substr(begin, feed - begin))) return;
      begin = feed + 1;
    }
    pending.erase(0, begin);
  }
}

bool is_hex(std::string_view text) {
  return !text.empty() && text.find_first_not_of(hex_digits) == std::string_view::npos;
}

// True for a path that version 1 gives to a message.
bool is_path_of_message(std::string_view path) {
  return path.size() == 41 && path[2] == '/' && is_hex(path.substr(0, 2)) && is_hex(path.substr(3));
}

std::string_view take_word(std::string_view& line, char end) {
  const std::string_view word = line.substr(0, line.find(end));
  line.remove_prefix(std::min(word.size() + 1, line.size()));
  return word;
}

// Object names, one after another, all as long as the first.
class object_list {
 public:
  void add(std::string_view name) {
    if (width_ == 0) width_ = name.size() + 1;
    if (name.size() + 1 == width_) lines_.append(name).append(1, '\n');
  }
  [[nodiscard]] std::size_t size() const { return width_ == 0 ? 0 : lines_.size() / width_; }
  [[nodiscard]] std::string_view name(std::size_t i) const {
    return std::string_view(lines_).substr(i * width_, width_ - 1);
  }

  // Removes the names for which skip_reason(name, index) is true, and returns their number.
  template <class LeavesOut>
  std::size_t leave_out(LeavesOut&& skip_reason) {
    std::size_t count = 0;
    const std::size_t all = size();
    for (std::size_t i = 0; i < all; ++i) {
      if (skip_reason(name(i), i)) continue;
      std::copy_n(lines_.begin() + static_cast<std::ptrdiff_t>(i * width_), width_,
                  lines_.begin() + static_cast<std::ptrdiff_t>(count * width_));
      ++count;
    }
    lines_.resize(count * width_);
    return all - count;
  }

  [[nodiscard]] std::string_view lines() const { return lines_; }

 private:
  std::string lines_;
  std::size_t width_ = 0;
};

// The messages, and for each deleted message the number of messages before its last deletion.
struct history {
  object_list messages;
  std::map<std::string, std::size_t, std::less<>> deleted;

  // ":100644 100644 OLD NEW M\tm"
  void note(std::string_view line) {
    constexpr std::string_view file_mode = "100";
    if (!line.starts_with(':')) return;
    line.remove_prefix(1);
    const std::string_view old_mode = take_word(line, ' ');
    const std::string_view new_mode = take_word(line, ' ');
    const std::string_view old_name = take_word(line, ' ');
    const std::string_view new_name = take_word(line, ' ');
    static_cast<void>(take_word(line, '\t'));
    const bool is_now = new_mode.starts_with(file_mode);
    if (line == "m" && is_now) messages.add(new_name);
    if (line == "d" && is_now) deleted.insert_or_assign(std::string(new_name), messages.size());
    if (!is_path_of_message(line)) return;
    if (old_mode.starts_with(file_mode)) deleted.insert_or_assign(std::string(old_name), messages.size());
    if (is_now) messages.add(new_name);
  }

  std::size_t leave_out_deleted() {
    if (deleted.empty()) return 0;
    return messages.leave_out([&](std::string_view name, std::size_t index) {
      const auto at = deleted.find(name);
      return at != deleted.end() && index < at->second;
    });
  }
};

// Returns the descriptor of an in-memory file with `bytes`, at its beginning; -1 on failure, with errno.
int in_memory(std::string_view bytes) {
  const int file = ::memfd_create("objects", MFD_CLOEXEC);
  while (file >= 0 && !bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR) {
      const int failure = errno;
      ::close(file);
      errno = failure;
      return -1;
    }
    bytes.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(written, 0)));
  }
  if (file >= 0) ::lseek(file, 0, SEEK_SET);
  return file;
}

class repository_source final : public byte_source {
 public:
  repository_source(std::string name, const std::vector<std::string>& command, int objects)
      : name_(std::move(name)), git_(command, environment(), objects) {}

  std::size_t read(std::span<char> out, stats& counted) override {
    std::size_t filled = 0;
    while (filled < out.size() && !is_over_) {
      const std::size_t got = git_.read(out.subspan(filled));
      filled += got;
      if (got != 0) continue;
      is_over_ = true;
      if (!git_.failure().empty())
        counted.damaged_in(damage::truncated_record, name_, {std::nullopt, given_ + filled}, git_.failure());
    }
    given_ += filled;
    counted.bytes += filled;
    counted.bytes_read += filled;
    return filled;
  }

  [[nodiscard]] bool after_gap() const override { return false; }
  [[nodiscard]] std::uint64_t stored_position() const override { return given_; }
  [[nodiscard]] std::uint64_t stored_size() const override { return 0; }
  [[nodiscard]] std::string_view name() const override { return name_; }

 private:
  std::string name_;
  child_process git_;
  std::uint64_t given_ = 0;
  bool is_over_ = false;
};

}  // namespace

bool is_repository(std::span<const std::string> names) {
  const auto has = [&](std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  return has("HEAD") && has("objects") && (has("refs") || has("packed-refs"));
}

bool is_epoch_name(std::string_view name) {
  if (!name.ends_with(git_suffix)) return false;
  name.remove_suffix(git_suffix.size());
  return !name.empty() && name.find_first_not_of("0123456789") == std::string_view::npos;
}

void order_epochs(std::vector<std::string>& names) {
  const auto before = [](const std::string& a, const std::string& b) {
    if (!is_epoch_name(a) || !is_epoch_name(b) || a.size() == b.size()) return a < b;
    return a.size() < b.size();
  };
  // Sorts the epochs among themselves; other names keep their places.
  std::vector<std::string> epochs;
  for (const std::string& name : names)
    if (is_epoch_name(name)) epochs.push_back(name);
  std::sort(epochs.begin(), epochs.end(), before);
  auto next = epochs.begin();
  for (std::string& name : names)
    if (is_epoch_name(name)) name = std::move(*next++);
}

void drop_inbox_indexes(std::vector<std::string>& names, stats& counted) {
  const auto has = [&](std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  if (!has("git") || !has("all.git")) return;
  const std::size_t left_out = std::erase_if(names, [](const std::string& name) {
    return name == "all.git" || name == "inbox.lock" || name.starts_with("xap") ||
           name.starts_with("msgmap.sqlite3");
  });
  counted.count_skipped("file", "mail-index", left_out);
}

repository_head find_mail(const std::string& directory) {
  repository_head found;
  std::string commit;
  child_process head(git(directory, "rev-parse", {"verify", "quiet"}, {"HEAD^{commit}"}), environment(), -1);
  each_line(head, [&](std::string_view line) {
    commit = line;
    return true;
  });
  if (head.missing()) found.failure = head.failure();
  if (!is_hex(commit)) return found;
  bool has_mail = false;
  bool has_other = false;
  child_process tree(git(directory, "ls-tree", {}, {commit}), environment(), -1);
  each_line(tree, [&](std::string_view line) {
    static_cast<void>(take_word(line, ' '));
    const std::string_view kind = take_word(line, ' ');
    static_cast<void>(take_word(line, '\t'));
    const bool is_mail = kind == "blob" ? line == "m" || line == "d" : line.size() == 2 && is_hex(line);
    (is_mail ? has_mail : has_other) = true;
    return !has_other;
  });
  if (has_mail && !has_other) found.commit = commit;
  return found;
}

std::unique_ptr<byte_source> open_mail_repository(const std::string& directory, const std::string& commit,
                                                  stats& counted) {
  history all;
  child_process commits(git(directory, "rev-list", {"reverse"}, {commit}), environment(), -1);
  child_process changes(git(directory, "diff-tree",
                            {"stdin", "root", "raw", "no-abbrev", "no-renames", "no-commit-id"}, {"-r"}),
                        environment(), commits.output());
  each_line(changes, [&](std::string_view line) {
    all.note(line);
    return true;
  });
  commits.finish();
  for (const child_process* const process : {&commits, &changes}) {
    if (process->failure().empty()) continue;
    counted.not_read(damage::unreadable, directory, process->failure());
    return nullptr;
  }
  const std::size_t deleted = all.leave_out_deleted();
  if (deleted != 0) counted.count_skipped("message", "deleted", deleted);
  const int objects = in_memory(all.messages.lines());
  if (objects < 0) {
    counted.not_read(damage::unreadable, directory, std::system_category().message(errno));
    return nullptr;
  }
  auto source = std::make_unique<repository_source>(directory,
                                                    git(directory, "cat-file", {"batch", "buffer"}), objects);
  ::close(objects);
  return source;
}

}  // namespace urlsieve
