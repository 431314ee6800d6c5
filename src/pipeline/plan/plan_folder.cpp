#include "src/pipeline/plan/plan_folder.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string_view>
#include <vector>

#include "src/pipeline/plan/record_file.hpp"
#include "src/shards/claim.hpp"
#include "src/shards/temporary_mark.hpp"

namespace urlsieve {
namespace {

// ".NAME.0123456789abcdef", as replace_record() and create_record() name what they write.
bool is_temporary_record(std::string_view name) {
  constexpr std::size_t digits = 16;
  if (!name.starts_with('.') || name.size() < digits + 2 || name[name.size() - digits - 1] != '.')
    return false;
  return name.find_first_not_of("0123456789abcdef", name.size() - digits) == std::string_view::npos;
}

// Nothing of a user: there is no such directory, or it carries the mark, or it is empty but for a torn mark.
result<void> check(const std::string& directory) {
  struct stat about{};
  if (::lstat(directory.c_str(), &about) != 0 && errno == ENOENT) return {};
  if (!is_directory(directory)) return tl::unexpected(in_the_way(directory));
  if (has_mark(directory)) return {};
  const result<std::vector<std::string>> names = names_in(directory);
  if (!names) return tl::unexpected(names.error());
  // The mark itself is written under another name first.
  const bool is_bare = std::all_of(names->begin(), names->end(), [](const std::string& name) {
    return name == mark_name || is_temporary_record(name);
  });
  // Another process may have marked the directory meanwhile.
  if (is_bare || has_mark(directory)) return {};
  return tl::unexpected(in_the_way(directory));
}

result<void> own(const std::string& directory) {
  if (result<void> made = make_directory(directory); !made) return made;
  if (has_mark(directory)) return {};
  // Many workers may write the mark at once.
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

void clear_plan_folder(const std::string& out) noexcept {
  try {
    const std::string runs = out + "/runs";
    const std::string tasks = out + "/tasks";
    if (is_directory(runs) && has_mark(runs)) remove_tree(runs);
    if (!is_directory(tasks) || !has_mark(tasks)) return;
    for (const std::string& directory : {out, tasks})
      for (const std::string& name : names_in(directory).value_or(std::vector<std::string>()))
        if (is_temporary_record(name)) ::unlink((directory + "/" + name).c_str());
  } catch (...) {
    // Out of memory: the next call removes the rest.
  }
}

}  // namespace urlsieve
