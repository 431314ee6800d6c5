#include "src/pipeline/collection_check.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "src/documents/json/data_package.hpp"
#include "src/text/ascii.hpp"

namespace urlsieve {
namespace {

constexpr std::string_view archives = "archive/";

class collection_check {
 public:
  collection_check(const member_checksums& of, std::string_view name, stats& counted)
      : of_(&of), name_(name), counted_(&counted) {
    for (const member_checksum& one : of.members()) by_path_[one.path] = &one;
  }

  // Whether there is a member of that name.
  [[nodiscard]] bool has(std::string_view path) const { return by_path_.contains(path); }

  // What the list called `list` says of its files.
  void hold_against(std::string_view list, const std::string& text) {
    const std::optional<std::vector<listed_file>> files = read_data_package(text);
    if (!files) return tell(name_, std::string(list) + " cannot be read");
    for (const listed_file& one : *files) hold_against(one);
    if (list == package) tell_unlisted(*files);
  }

  static constexpr std::string_view package = "datapackage.json";

 private:
  void tell(std::string_view input, std::string_view what) {
    counted_->damaged_in(damage::wrong_checksum, input, {}, what);
  }

  [[nodiscard]] std::string member_name(std::string_view path) const {
    return std::string(name_).append(1, '!').append(path);
  }

  void hold_against(const listed_file& listed) {
    const auto found = by_path_.find(listed.path);
    if (found == by_path_.end()) return tell(name_, listed.path + " is listed, and is not there");
    const member_checksum* const member = found->second;
    if (!member->whole) return;
    if (listed.bytes && *listed.bytes != member->bytes) {
      return tell(member_name(listed.path), "it has " + std::to_string(member->bytes) + " bytes, and " +
                                                std::to_string(*listed.bytes) + " are listed");
    }
    if (listed.hash.empty()) return counted_->pass_over("wacz", "no-checksum");
    const std::size_t colon = listed.hash.find(':');
    const std::string_view word =
        colon == std::string::npos ? std::string_view("md5") : std::string_view(listed.hash).substr(0, colon);
    const std::string_view digits = colon == std::string::npos
                                        ? std::string_view(listed.hash)
                                        : std::string_view(listed.hash).substr(colon + 1);
    const bool is_sha256 = ascii::same(word, "sha256") || ascii::same(word, "sha-256");
    if (!is_sha256 && !ascii::same(word, "md5")) return counted_->pass_over("wacz", "unknown-checksum");
    const std::string& made = is_sha256 ? member->sha256 : member->md5;
    if (!ascii::same(digits, made))
      tell(member_name(listed.path), std::string(is_sha256 ? "sha256 " : "md5 ") + made + ", listed is " +
                                         std::string(digits.substr(0, made.size())));
  }

  void tell_unlisted(const std::vector<listed_file>& files) {
    std::vector<std::string_view> paths;
    paths.reserve(files.size());
    for (const listed_file& one : files) paths.push_back(one.path);
    std::sort(paths.begin(), paths.end());
    for (const member_checksum& member : of_->members())
      if (member.path.starts_with(archives) && !std::binary_search(paths.begin(), paths.end(), member.path))
        tell(member_name(member.path), "it is not listed");
  }

  const member_checksums* of_;
  std::unordered_map<std::string_view, const member_checksum*> by_path_;  // the last of several
  std::string_view name_;
  stats* counted_;
};

}  // namespace

void check_collection(const member_checksums& of, std::string_view name, stats& counted) {
  collection_check check(of, name, counted);
  if (!check.has(collection_check::package)) {
    counted.damaged_in(damage::wrong_checksum, name, {}, "there is no datapackage.json that lists any");
    return;
  }
  check.hold_against(collection_check::package, of.package());
  if (!of.digest_of_package().empty()) check.hold_against("datapackage-digest.json", of.digest_of_package());
}

}  // namespace urlsieve
