#include "src/cluster/plan_folder.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string_view>
#include <vector>

#include "src/cluster/record_file.hpp"
#include "src/shards/durable_file.hpp"
#include "src/shards/locked_directory.hpp"
#include "src/shards/temporary_mark.hpp"
#include "src/text/system_error.hpp"

namespace urlsieve {
namespace {

// True for the name of a lease, and for the name of a lease that was moved aside (take_folder_lease()).
bool is_of_lease(std::string_view name) {
  return name.ends_with(".lease") || name.find(".lease.") != std::string_view::npos;
}

// Checks that the directory holds nothing of a user: the directory is missing, carries the mark, or is empty
// except for an incomplete mark.
result<void> check(const std::string& directory) {
  const auto unknown = [&](int failure) {
    return tl::unexpected(system_error(error_code::cannot_read, "look at", directory, failure));
  };
  struct stat about{};
  if (::lstat(directory.c_str(), &about) != 0) {
    if (errno == ENOENT) return {};
    return unknown(errno);
  }
  if (!S_ISDIR(about.st_mode)) return tl::unexpected(path_occupied_error(directory));
  int failure = 0;
  if (has_mark(directory, failure)) return {};
  if (failure != 0) return unknown(failure);
  const result<std::vector<std::string>> names = names_in(directory);
  if (!names) return tl::unexpected(names.error());
  // The mark itself is written under a temporary name first.
  const bool is_bare = std::all_of(names->begin(), names->end(), [](const std::string& name) {
    return name == mark_name || is_temporary_record(name);
  });
  // Another process may have marked the directory meanwhile.
  if (is_bare || has_mark(directory, failure)) return {};
  if (failure != 0) return unknown(failure);
  return tl::unexpected(path_occupied_error(directory));
}

result<void> own(const std::string& directory) {
  if (result<void> status = make_directory(directory); !status) return status;
  if (has_mark(directory)) return {};
  // Many workers may write the mark at the same time.
  return replace_record((directory + "/").append(mark_name), mark_text());
}

}  // namespace

result<void> check_plan_folder(const std::string& out) {
  return check(out + "/tasks").and_then([&] { return check(out + "/runs"); });
}

result<void> open_plan_folder(const std::string& out) {
  return check_plan_folder(out).and_then([&] { return own(out + "/tasks"); }).and_then([&] {
    return own(out + "/runs");
  });
}

bool is_plan_being_written(std::string_view name) {
  return name.starts_with(".plan.jsonl.") && is_temporary_record(name);
}

bool is_left_by_plan(std::string_view name) {
  return name == "tasks" || name == "runs" || is_plan_being_written(name);
}

void clear_plan_folder(const std::string& out) noexcept {
  try {
    const std::string runs = out + "/runs";
    const std::string tasks = out + "/tasks";
    if (is_directory(runs) && has_mark(runs)) remove_tree(runs);
    if (!is_directory(tasks) || !has_mark(tasks)) return;
    // An interrupted call may have removed everything except the directory.
    ::rmdir(runs.c_str());
    for (const std::string& directory : {out, tasks})
      for (const std::string& name : names_in(directory).value_or(std::vector<std::string>()))
        if (is_temporary_record(name) || (directory == tasks && is_of_lease(name)))
          ::unlink((directory + "/" + name).c_str());
  } catch (...) {
    // Out of memory: the next call removes the rest.
  }
}

}  // namespace urlsieve
