#include "src/cluster/split_journal.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <system_error>
#include <vector>

#include "src/cluster/record_file.hpp"
#include "src/pipeline/resume/journal.hpp"
#include "src/shards/locked_directory.hpp"

namespace urlsieve {
namespace {

constexpr std::string_view journal_suffix = ".resume";

// True for a directory of this user; false for links.
bool is_own_directory(const std::string& path) {
  struct stat about{};
  return ::lstat(path.c_str(), &about) == 0 && S_ISDIR(about.st_mode) && about.st_uid == ::geteuid();
}

// True while an attempt uses the journal.
bool is_used(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool used = ::flock(descriptor, LOCK_EX | LOCK_NB) != 0;
  ::close(descriptor);
  return used;
}

bool has_state(const std::string& journal) {
  struct stat about{};
  return ::lstat((journal + "/journal").c_str(), &about) == 0 && S_ISREG(about.st_mode);
}

}  // namespace

split_journal::split_journal(const std::string& out, const std::string& id) : runs_(out + "/runs"), id_(id) {}

std::string split_journal::list() const {
  std::error_code failed;
  const std::filesystem::path runs = std::filesystem::canonical(runs_, failed);
  return (failed ? runs_ : runs.string()) + "/" + id_ + ".inputs";
}

std::string split_journal::kept_path() const {
  return runs_ + "/journal-" + id_;
}

void split_journal::take_over() const {
  const std::string front = "." + id_ + ".";
  for (const std::string& name : names_in(runs_).value_or(std::vector<std::string>())) {
    const std::string path = runs_ + "/" + name;
    if (!name.starts_with(front)) continue;
    if (name.ends_with(".resume-done")) ::unlink(path.c_str());
    if (name.ends_with(journal_suffix) && is_own_directory(path) && !is_used(path)) keep_or_remove(path);
  }
}

bool split_journal::bring(const std::string& directory) const {
  return is_own_directory(kept_path()) &&
         move_record(kept_path(), journal::place_beside(directory)).has_value();
}

void split_journal::keep(const std::string& directory) const {
  keep_or_remove(journal::place_beside(directory));
}

void split_journal::drop() const {
  remove_tree(kept_path());
}

void split_journal::keep_or_remove(const std::string& journal) const {
  if (!has_state(journal)) return remove_tree(journal);
  remove_tree(kept_path());
  if (!move_record(journal, kept_path())) remove_tree(journal);
}

}  // namespace urlsieve
