#include "src/input/member_checksums.hpp"

#include <array>

#include "src/input/checksum_library.hpp"

namespace urlsieve {
namespace {

std::string in_hex(std::span<const std::uint8_t> bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (const std::uint8_t byte : bytes) text.append({digits[byte >> 4U], digits[byte & 15U]});
  return text;
}

}  // namespace

struct member_checksums::running {
  const checksum_library& with = checksum_library::get();
  sha256_ctx sha256{};
  md5_ctx md5{};
};

member_checksums::member_checksums() : running_(std::make_unique<running>()) {}
member_checksums::~member_checksums() = default;

void member_checksums::begin(std::string_view path) {
  member_checksum& made = members_.emplace_back();
  made.path = path;
  kept_ = path == "datapackage.json" ? &package_ : path == "datapackage-digest.json" ? &digest_ : nullptr;
  if (kept_ != nullptr) kept_->clear();
  running_->with.nettle_sha256_init(&running_->sha256);
  running_->with.nettle_md5_init(&running_->md5);
}

void member_checksums::add(std::span<const char> bytes) {
  members_.back().bytes += bytes.size();
  const auto* const first = reinterpret_cast<const std::uint8_t*>(bytes.data());
  running_->with.nettle_sha256_update(&running_->sha256, bytes.size(), first);
  running_->with.nettle_md5_update(&running_->md5, bytes.size(), first);
  if (kept_ != nullptr && kept_->size() + bytes.size() <= longest_list)
    kept_->append(bytes.begin(), bytes.end());
}

void member_checksums::end() {
  member_checksum& made = members_.back();
  if (made.whole) return;
  std::array<std::uint8_t, SHA256_DIGEST_SIZE> sha256{};
  std::array<std::uint8_t, MD5_DIGEST_SIZE> md5{};
  running_->with.nettle_sha256_digest(&running_->sha256, sha256.size(), sha256.data());
  running_->with.nettle_md5_digest(&running_->md5, md5.size(), md5.data());
  made.sha256 = in_hex(sha256);
  made.md5 = in_hex(md5);
  made.whole = true;
}

}  // namespace urlsieve
