#include "src/input/archives/member_checksums.hpp"

#include <array>
#include <utility>

#include "src/input/archives/checksum_library.hpp"
#include "src/input/zip/web_collection.hpp"

namespace urlsieve {
namespace {

// True for a checksum list at the top of the archive or of a top-level folder.
bool is_checksum_list(std::string_view path) {
  const std::string_view name = path.substr(path.find('/') + 1);
  return name == "datapackage.json" || name == "datapackage-digest.json";
}

}  // namespace

std::string in_hexadecimal(std::span<const std::uint8_t> bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (const std::uint8_t byte : bytes) text.append({digits[byte >> 4U], digits[byte & 15U]});
  return text;
}

struct member_checksums::running {
  const checksum_library& with = checksum_library::get();
  sha256_ctx sha256{};
  md5_ctx md5{};
};

member_checksums::member_checksums() : running_(std::make_unique<running>()) {}
member_checksums::~member_checksums() = default;

void member_checksums::begin(std::string_view path) {
  member_checksum& made = members_.emplace_back();
  made.path = plain_member_path(path);
  kept_ = is_checksum_list(made.path) ? &lists_[made.path] : nullptr;
  if (kept_ != nullptr) listed_ -= std::exchange(*kept_, {}).size();
  running_->with.nettle_sha256_init(&running_->sha256);
  running_->with.nettle_md5_init(&running_->md5);
}

void member_checksums::add(std::span<const char> bytes) {
  members_.back().bytes += bytes.size();
  const auto* const first = reinterpret_cast<const std::uint8_t*>(bytes.data());
  running_->with.nettle_sha256_update(&running_->sha256, bytes.size(), first);
  running_->with.nettle_md5_update(&running_->md5, bytes.size(), first);
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
  running_->with.nettle_sha256_digest(&running_->sha256, made.sha256.size(), made.sha256.data());
  running_->with.nettle_md5_digest(&running_->md5, made.md5.size(), made.md5.data());
  made.whole = true;
}

}  // namespace urlsieve
