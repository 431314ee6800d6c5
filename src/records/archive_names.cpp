#include "src/records/archive_names.hpp"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <system_error>
#include <utility>

#include "src/pipeline/places/record_input.hpp"
#include "src/transfer/remote_name.hpp"

namespace urlsieve {
namespace {

namespace fs = std::filesystem;

// Returns the absolute path without "." and "..", and with members of an archive (behind "!") as they are.
std::string full_path(std::string_view name) {
  const std::size_t mark = name.find('!');
  const fs::path file(name.substr(0, mark));
  std::error_code failed;
  const fs::path absolute = fs::absolute(file, failed);
  std::string full = (failed ? file : absolute).lexically_normal().string();
  while (full.ends_with('/')) full.pop_back();
  if (mark != std::string_view::npos) full.append(name.substr(mark));
  while (full.ends_with('/')) full.pop_back();
  return full;
}

// Returns the part of `name` below `root`; empty: `name` is not below.
std::string_view part_below(std::string_view root, std::string_view name) {
  if (!name.starts_with(root)) return {};
  std::string_view below = name.substr(root.size());
  if (below.empty() || !(root.ends_with('/') || below.front() == '/' || below.front() == '!')) return {};
  if (below.front() == '!') below.remove_prefix(1);
  return below.substr(std::min(below.find_first_not_of('/'), below.size()));
}

// Returns why the bytes of an input cannot be read again; empty: they can. Objects of servers that are no
// members of archives are not requested.
std::string fault_of_name(std::string_view input, const remote_context& remote) {
  std::error_code failed;
  const bool is_member = input.find('!') != std::string_view::npos;
  if (is_remote_name(input) ? !is_member : fs::is_regular_file(input, failed)) return {};
  const record_input opened(std::string(input), remote);
  return opened.fault() && !opened.fault()->is_exhaustion ? opened.fault()->why : std::string();
}

}  // namespace

archive_names::archive_names(std::string_view root, remote_context remote)
    : root_(root), remote_(std::move(remote)) {
  if (!root.empty() && !is_remote_name(root)) full_root_ = full_path(root);
}

const archive_name& archive_names::find(std::string_view input) {
  if (has_last_ && last_ == input) return name_;
  last_.assign(input);
  has_last_ = true;
  name_ = {};
  std::string_view below = root_.empty() ? std::string_view() : part_below(root_, input);
  std::string full;
  if (below.empty() && !root_.empty() && !is_remote_name(root_) && !is_remote_name(input)) {
    full = full_path(input);
    below = part_below(full_root_.empty() ? "/" : full_root_, full);
  }
  name_.is_below = !below.empty();
  name_.written.assign(below.empty() ? input : below);
  name_.unreadable = fault_of_name(input, remote_);
  return name_;
}

}  // namespace urlsieve
