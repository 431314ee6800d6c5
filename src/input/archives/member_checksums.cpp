#include "src/input/archives/member_checksums.hpp"

#include <utility>

#include "src/input/zip/web_collection.hpp"

namespace urlsieve {
namespace {

// True for a checksum list at the top of the archive or of a top-level folder.
bool is_checksum_list(std::string_view path) {
  const std::string_view name = path.substr(path.find('/') + 1);
  return name == "datapackage.json" || name == "datapackage-digest.json";
}

}  // namespace

void member_checksums::begin(std::string_view path) {
  member_checksum& member = members_.emplace_back();
  member.path = plain_member_path(path);
  list_ = is_checksum_list(member.path) ? &lists_[member.path] : nullptr;
  if (list_ != nullptr) listed_ -= std::exchange(*list_, {}).size();
  sha256_.restart();
  md5_.restart();
}

void member_checksums::add(std::span<const char> bytes) {
  members_.back().bytes += bytes.size();
  sha256_.add({bytes.data(), bytes.size()});
  md5_.add({bytes.data(), bytes.size()});
  if (list_ != nullptr && listed_ + bytes.size() > longest_list) list_ = nullptr;
  if (list_ == nullptr) return;
  constexpr std::size_t padding = 64;  // lets a parser read the list without a copy
  list_->reserve(list_->size() + bytes.size() + padding);
  list_->append(bytes.begin(), bytes.end());
  listed_ += bytes.size();
}

void member_checksums::keep_folder(std::string_view folder) {
  if (folder.empty()) return;
  std::erase_if(members_, [&](member_checksum& member) {
    if (!member.path.starts_with(folder)) return true;
    member.path.erase(0, folder.size());
    return false;
  });
  std::map<std::string, std::string, std::less<>> in_folder;
  for (auto& [path, text] : lists_)
    if (path.starts_with(folder)) in_folder[path.substr(folder.size())] = std::move(text);
  lists_ = std::move(in_folder);
}

const std::string& member_checksums::list(std::string_view path) const {
  static const std::string none;
  const auto found = lists_.find(path);
  return found == lists_.end() ? none : found->second;
}

void member_checksums::end() {
  member_checksum& member = members_.back();
  if (member.whole) return;
  sha256_.finish(member.sha256);
  md5_.finish(member.md5);
  member.whole = true;
}

}  // namespace urlsieve
