#include "src/input/lists/listing.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "src/input/lists/listed_line.hpp"
#include "src/input/lists/output_folder.hpp"
#include "src/input/lists/remote_inputs.hpp"
#include "src/input/lists/remote_listing.hpp"
#include "src/input/mail_stores/mail_folder.hpp"
#include "src/input/mail_stores/mail_repository.hpp"
#include "src/text/resource_exhaustion.hpp"
#include "src/transfer/remote_access.hpp"
#include "src/transfer/remote_name.hpp"
#include "urlsieve/input_options.hpp"
#include "urlsieve/remote_options.hpp"

namespace urlsieve {
namespace {

std::string listing_failure(int failure) {
  return std::system_category().message(failure);
}

// Reads the names in a directory, sorted by bytes. Returns 0 or errno.
int read_directory(const std::string& path, std::vector<std::string>& names) {
  DIR* directory = nullptr;
  do {
    directory = ::opendir(path.c_str());
  } while (directory == nullptr && errno == EINTR);
  if (directory == nullptr) return errno;
  int failure = 0;
  while (true) {
    errno = 0;
    const dirent* const entry = ::readdir(directory);
    if (entry == nullptr) {
      failure = errno;
      break;
    }
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  ::closedir(directory);
  std::sort(names.begin(), names.end());
  return failure;
}

std::string_view special_name(mode_t mode) {
  if (S_ISFIFO(mode)) return "fifo";
  if (S_ISSOCK(mode)) return "socket";
  if (S_ISCHR(mode) || S_ISBLK(mode)) return "device";
  return "special";
}

}  // namespace

struct listing::walk {
  // A directory being walked: its remaining names, last first.
  struct level {
    std::string prefix;
    std::vector<std::string> names;
    // The output directory of urlsieve, if this directory is the output or the folder of one of its shards;
    // else empty.
    std::string output;
    std::size_t output_size = 0;  // bytes of `prefix` in front of the names of the output's shards

    [[nodiscard]] bool is_output() const { return !output.empty() && output_size == prefix.size(); }
  };

  std::vector<std::string> named;         // named paths, last first
  std::optional<name_list> list;          // the list of --files-from, read after the named paths
  std::shared_ptr<remote_access> remote;  // null: URLs are file names
  const std::atomic<bool>* stop = nullptr;
  std::optional<remote_inputs> below;  // inputs below the prefix that is listed now
  std::vector<level> levels;
  int exhaustion = 0;
  listed_line line_to_retry;   // the line to retry after a shortage
  bool put_off_named = false;  // the line to retry was named by the user

  bool next_named(listed_line& line);
  [[nodiscard]] std::string prefixed(std::string name) const;
  std::optional<listed_input> look_at_line(const listed_line& line, stats& counted);
  bool put_off_at(const std::string& path, bool by_user, int failure);
  std::nullopt_t leave_out(const std::string& path, bool by_user, int failure, stats& counted);
  std::optional<listed_input> look_at_named(std::string path, stats& counted);
  std::optional<listed_input> look_at_entry(std::string path, stats& counted);
  // Looks at an entry of the innermost level, which may be a part of an output.
  std::optional<listed_input> look_in_level(const std::string& path, stats& counted);
  std::optional<listed_input> next_below(stats& counted);
  std::optional<listed_input> enter(const std::string& path, bool by_user, stats& counted);
  bool look_for_mail(const std::string& path, bool by_user, stats& counted,
                     std::optional<listed_input>& found);
};

// Sets `line` to the next named path or line of the list. Returns false at the end.
bool listing::walk::next_named(listed_line& line) {
  if (!named.empty()) {
    line = {};
    line.path = std::move(named.back());
    named.pop_back();
    return true;
  }
  if (!list) return false;
  const std::optional<std::string> next = list->next();
  if (!next) return false;
  line = read_listed_line(*next);
  line.path = prefixed(std::move(line.path));
  return true;
}

// Returns a name of the list with the configured prefix; URLs stay unchanged.
std::string listing::walk::prefixed(std::string name) const {
  if (!remote || remote->options().inputs_prefix.empty() || is_remote_name(name)) return name;
  std::string whole = remote->options().inputs_prefix;
  if (!whole.ends_with('/')) whole += '/';
  return whole + (name.starts_with('/') ? name.substr(1) : name);
}

// Returns true for a shortage, after which the path is retried.
bool listing::walk::put_off_at(const std::string& path, bool by_user, int failure) {
  if (!is_resource_exhaustion(failure)) return false;
  exhaustion = failure;
  line_to_retry = {};
  line_to_retry.path = path;
  put_off_named = by_user;
  return true;
}

// Leaves out a path that cannot be examined, and counts it unless it is retried.
std::nullopt_t listing::walk::leave_out(const std::string& path, bool by_user, int failure, stats& counted) {
  if (!put_off_at(path, by_user, failure))
    counted.not_read(damage::unreadable, path, listing_failure(failure));
  return std::nullopt;
}

// Does not read a file that differs from the list's statement, because the list's creator relies on it.
std::optional<listed_input> listing::walk::look_at_line(const listed_line& line, stats& counted) {
  std::optional<listed_input> found = look_at_named(line.path, counted);
  if (exhaustion != 0) line_to_retry = line;
  if (found && !line.commit.empty() && line.commit != found->commit) {
    counted.not_read(damage::changed_input, line.path, "changed: its last commit differs");
    return std::nullopt;
  }
  if (found && remote && is_remote_name(found->path) && found->named) {
    found->named = !line.walked;
    found->size = line.size.value_or(0);
    found->expected = {line.size, line.etag, line.last_modified};
    found->part = line.part;
    if (found->part) found->size = found->part->to - std::min(found->part->from, found->part->to);
    return found;
  }
  if (!found || !found->regular) return found;
  if (line.size && *line.size != found->size) {
    counted.not_read(
        damage::changed_input, line.path,
        "changed: " + std::to_string(found->size) + " bytes, and not " + std::to_string(*line.size));
    return std::nullopt;
  }
  if (line.modified &&
      *line.modified != static_cast<std::uint64_t>(std::max<std::int64_t>(found->modified, 0))) {
    counted.not_read(damage::changed_input, line.path, "changed: the file was modified");
    return std::nullopt;
  }
  found->named = !line.walked;
  found->part = line.part;
  if (found->part) found->size = found->part->to - std::min(found->part->from, found->part->to);
  return found;
}

// Detects a repository that holds mail, which is one input. Runs git only for bare repositories (the form of
// mail archives), and for those the user named. Returns true if the directory must not be walked.
bool listing::walk::look_for_mail(const std::string& path, bool by_user, stats& counted,
                                  std::optional<listed_input>& found) {
  const std::string directory =
      path.ends_with('/') && path.size() > 1 ? path.substr(0, path.size() - 1) : path;
  const std::string_view name = std::string_view(directory).substr(directory.rfind('/') + 1);
  if (!by_user && name == ".git") return false;
  const repository_head head = find_mail(directory);
  if (!head.failure.empty() && (by_user || is_epoch_name(name))) {
    counted.not_read(damage::unreadable, directory, "a git repository, and " + head.failure);
    return true;
  }
  if (head.commit.empty()) return false;
  found = listed_input();
  found->path = directory;
  found->named = by_user;
  found->commit = head.commit;
  return true;
}

// Enters a directory. Returns the directory, in front of its parts, if it is an output of urlsieve, or a
// partition named on the command line or in a list.
std::optional<listed_input> listing::walk::enter(const std::string& path, bool by_user, stats& counted) {
  level inner;
  inner.prefix = path.ends_with('/') ? path : path + '/';
  const int failure = read_directory(path, inner.names);
  if (put_off_at(path, by_user, failure)) return std::nullopt;
  std::optional<listed_input> mail;
  if (failure == 0 && is_repository(inner.names) && look_for_mail(path, by_user, counted, mail)) return mail;
  order_epochs(inner.names);
  const manifest_search manifest = drop_manifest(inner.prefix, inner.names);
  named_partition partition;
  if (by_user && !manifest.is_output) partition = find_partition(path);
  const int failure_of_manifest = manifest.is_output ? manifest.failure : partition.failure;
  if (put_off_at(path, by_user, failure_of_manifest)) return std::nullopt;
  if (manifest.is_output) {
    inner.output = output_at(inner.prefix);
    inner.output_size = inner.prefix.size();
  }
  if (!partition.output.empty()) {
    inner.prefix = partition.prefix;
    inner.output = partition.output;
    inner.output_size = partition.output_size;
  } else if (!levels.empty() && levels.back().is_output() &&
             partition_folder_size(std::string_view(inner.prefix).substr(levels.back().prefix.size())) != 0) {
    inner.output = levels.back().output;
    inner.output_size = levels.back().output_size;
  }
  if (!inner.output.empty() && !inner.is_output()) {
    const std::string folder = inner.prefix.substr(inner.output_size);
    std::erase_if(inner.names, [&](const std::string& name) { return is_partition_filter(folder + name); });
  }
  stats of_mail;
  const int shortage_of_mail = drop_mail_indexes(inner.prefix, inner.names, of_mail);
  if (put_off_at(path, by_user, shortage_of_mail)) return std::nullopt;
  if (failure != 0) counted.not_read(damage::unreadable, path, listing_failure(failure));
  if (failure_of_manifest != 0)
    counted.not_read(damage::unreadable, inner.output + "/manifest.json",
                     listing_failure(failure_of_manifest));
  counted.add(of_mail);
  drop_inbox_indexes(inner.names, counted);
  drop_temporaries(inner.names, counted);
  std::reverse(inner.names.begin(), inner.names.end());
  levels.push_back(std::move(inner));
  if (!manifest.is_output && partition.output.empty()) return std::nullopt;
  listed_input found;
  found.path = output_at(levels.back().prefix);
  found.output = levels.back().output;
  found.directory = true;
  return found;
}

std::optional<listed_input> listing::walk::next_below(stats& counted) {
  std::optional<listed_input> found = below->next(counted);
  if (!found) below.reset();
  return found;
}

// A named path may be any kind of file that can be opened.
std::optional<listed_input> listing::walk::look_at_named(std::string path, stats& counted) {
  if (path == "-") return named_input(std::move(path));
  if (path.find('\0') != std::string::npos) {
    counted.not_read(damage::unreadable, path, "a name that contains a NUL");
    return std::nullopt;
  }
  if (remote && remote_listing::lists(path)) {
    below.emplace(remote, std::move(path), stop);
    return next_below(counted);
  }
  if (remote && is_remote_name(path)) return named_input(std::move(path));
  struct stat about{};
  if (::stat(path.c_str(), &about) != 0) return leave_out(path, true, errno, counted);
  if (S_ISDIR(about.st_mode)) return enter(path, true, counted);
  listed_input found = named_input(std::move(path));
  if (S_ISREG(about.st_mode)) found = regular_file(std::move(found.path), about);
  found.named = true;
  if (!found.regular) return found;
  if (named_part part = find_part(found.path); !part.output.empty()) {
    found.output = std::move(part.output);
    found.path = std::move(part.path);
  }
  return found;
}

std::optional<listed_input> listing::walk::look_at_entry(std::string path, stats& counted) {
  struct stat about{};
  if (::lstat(path.c_str(), &about) != 0) return leave_out(path, false, errno, counted);
  if (S_ISLNK(about.st_mode)) {
    if (::stat(path.c_str(), &about) != 0) return leave_out(path, false, errno, counted);
    if (S_ISDIR(about.st_mode)) {
      counted.count_skipped("file", "directory-link");
      return std::nullopt;
    }
  }
  if (S_ISDIR(about.st_mode)) return enter(path, false, counted);
  if (!S_ISREG(about.st_mode)) {
    counted.count_skipped("file", special_name(about.st_mode));
    return std::nullopt;
  }
  return regular_file(std::move(path), about);
}

std::optional<listed_input> listing::walk::look_in_level(const std::string& path, stats& counted) {
  // Entering a directory changes `levels`, so the output is determined first.
  const level& inside = levels.back();
  const bool is_part =
      !inside.output.empty() && is_part_name(std::string_view(path).substr(inside.output_size));
  const std::string output = is_part ? inside.output : std::string();
  std::optional<listed_input> found = look_at_entry(path, counted);
  if (found && !found->directory) found->output = output;
  return found;
}

listing::listing(std::unique_ptr<walk> state) : walk_(std::move(state)) {}
listing::listing(listing&&) noexcept = default;
listing& listing::operator=(listing&&) noexcept = default;
listing::~listing() = default;

result<listing> listing::open(const input_options& options, const std::atomic<bool>* stop,
                              std::shared_ptr<remote_access> remote) {
  const auto inputs_on_standard_input = std::count(options.paths.begin(), options.paths.end(), "-");
  if (inputs_on_standard_input + (options.files_from == "-" ? 1 : 0) > 1)
    return tl::unexpected(error{error_code::usage, "standard input can be read only once"});
  auto state = std::make_unique<walk>();
  state->named.assign(options.paths.rbegin(), options.paths.rend());
  if (!options.files_from.empty()) {
    result<name_list> list = name_list::open(options.files_from, stop, remote);
    if (!list) return tl::unexpected(list.error());
    state->list.emplace(std::move(*list));
  } else if (options.paths.empty()) {
    state->named.emplace_back("-");
  }
  state->remote = std::move(remote);
  state->stop = stop;
  return listing(std::move(state));
}

std::optional<listed_input> listing::next(stats& counted) {
  if (std::exchange(walk_->exhaustion, 0) != 0) {
    const listed_line again = std::exchange(walk_->line_to_retry, {});
    auto found = walk_->put_off_named ? walk_->look_at_line(again, counted)
                                      : walk_->look_in_level(again.path, counted);
    if (found) return found;
  }
  while (walk_->exhaustion == 0) {
    if (walk_->below) {
      if (auto found = walk_->next_below(counted)) return found;
      continue;
    }
    if (!walk_->levels.empty()) {
      walk::level& innermost = walk_->levels.back();
      if (innermost.names.empty()) {
        walk_->levels.pop_back();
        continue;
      }
      const std::string name = std::move(innermost.names.back());
      innermost.names.pop_back();
      if (auto found = walk_->look_in_level(innermost.prefix + name, counted)) return found;
      continue;
    }
    listed_line line;
    if (!walk_->next_named(line)) return std::nullopt;
    if (auto found = walk_->look_at_line(line, counted)) return found;
  }
  return std::nullopt;
}

std::optional<opened_list> listing::take_index() {
  if (!walk_->list || !walk_->list->lists_records()) return std::nullopt;
  opened_list index = std::move(*walk_->list).release();
  walk_->list.reset();
  return index;
}

int listing::exhaustion() const {
  return walk_->exhaustion;
}

std::optional<error> listing::failure() const {
  return walk_->list ? walk_->list->failure() : std::nullopt;
}

std::uint64_t listing::total_size(const input_options& options) {
  if (std::any_of(options.paths.begin(), options.paths.end(), is_remote_name)) return 0;
  // A list from a pipe can be read only once.
  struct stat about{};
  if (!options.files_from.empty() &&
      (::stat(options.files_from.c_str(), &about) != 0 || !S_ISREG(about.st_mode)))
    return 0;
  auto walked = open(options);
  if (!walked || walked->take_index()) return 0;
  stats ignored;
  std::uint64_t total = 0;
  while (const auto input = walked->next(ignored)) {
    if (!input->regular && !input->directory) return 0;
    total += input->size;
  }
  return total;
}

}  // namespace urlsieve
