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
  member_checksum& made = members_.emplace_back();
  made.path = plain_member_path(path);
  kept_ = is_checksum_list(made.path) ? &lists_[made.path] : nullptr;
  if (kept_ != nullptr) listed_ -= std::exchange(*kept_, {}).size();
  sha256_.restart();
  md5_.restart();
}

void member_checksums::add(std::span<const char> bytes) {
  members_.back().bytes += bytes.size();
  sha256_.add({bytes.data(), bytes.size()});
  md5_.add({bytes.data(), bytes.size()});
  if (kept_ != nullptr && listed_ + bytes.size() > longest_list) kept_ = nullptr;
  if (kept_ == nullptr) return;
  constexpr std::size_t padding = 64;  // lets a parser read the list without a copy
  kept_->reserve(kept_->size() + bytes.size() + padding);
  kept_->append(bytes.begin(), bytes.end());
  listed_ += bytes.size();
}

void member_checksums::keep_folder(std::string_view folder) {
  if (folder.empty()) return;
  std::erase_if(members_, [&](member_checksum& one) {
    if (!one.path.starts_with(folder)) return true;
    one.path.erase(0, folder.size());
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
  member_checksum& made = members_.back();
  if (made.whole) return;
  sha256_.finish(made.sha256);
  md5_.finish(made.md5);
  made.whole = true;
}

}  // namespace urlsieve
