#include "src/pipeline/archive_stack.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/documents/json/data_package.hpp"
#include "src/input/archives/member_checksums.hpp"
#include "src/text/ascii.hpp"
#include "src/transfer/digests.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {
namespace {

// Compares the members of a collection of web archives (WACZ) with the list in its datapackage.json.
constexpr std::string_view archives = "archive/";

class collection_check {
 public:
  collection_check(const member_checksums& checksums, std::string_view name, stats& counted)
      : of_(&checksums), name_(name), counted_(&counted) {
    by_path_.reserve(checksums.members().size());
    for (std::size_t i = 0; i < checksums.members().size(); ++i)
      by_path_.push_back(static_cast<std::uint32_t>(i));
    std::ranges::sort(by_path_, {}, [&](std::uint32_t i) { return std::pair(path_of(i), i); });
    is_listed_.resize(checksums.members().size());
  }

  // Returns true if a member has the name.
  [[nodiscard]] bool has(std::string_view path) const { return find(path).has_value(); }

  // Compares the members with the list `text`, the member called `list`.
  void compare(std::string_view list, const std::string& text) {
    if (!read_data_package(text, [this](const listed_file& entry) { compare(entry); }))
      return report(name_, std::string(list) + " cannot be read");
    if (list == package) report_unlisted();
  }

  static constexpr std::string_view package = "datapackage.json";

 private:
  [[nodiscard]] std::string_view path_of(std::uint32_t index) const { return of_->members()[index].path; }

  // Returns the index of the last member with the name.
  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view path) const {
    const auto behind =
        std::ranges::upper_bound(by_path_, path, {}, [&](std::uint32_t i) { return path_of(i); });
    if (behind == by_path_.begin() || path_of(behind[-1]) != path) return std::nullopt;
    return behind[-1];
  }

  void report(std::string_view input, std::string_view detail) {
    counted_->damaged_in(damage::wrong_checksum, input, {}, detail);
  }

  [[nodiscard]] std::string member_name(std::string_view path) const {
    return std::string(name_).append(1, '!').append(path);
  }

  void compare(const listed_file& listed) {
    const std::optional<std::uint32_t> found = find(listed.path);
    if (!found) return report(name_, listed.path + " is listed but does not exist");
    is_listed_[*found] = true;
    const member_checksum* const member = &of_->members()[*found];
    if (!member->whole) return;
    if (listed.bytes && *listed.bytes != member->bytes) {
      return report(member_name(listed.path), "it has " + std::to_string(member->bytes) + " bytes, and " +
                                                  std::to_string(*listed.bytes) + " are listed");
    }
    if (listed.hash.empty()) return counted_->count_skipped("wacz", "no-checksum");
    const std::size_t colon = listed.hash.find(':');
    const std::string_view word =
        colon == std::string::npos ? std::string_view("md5") : std::string_view(listed.hash).substr(0, colon);
    const std::string_view digits = colon == std::string::npos
                                        ? std::string_view(listed.hash)
                                        : std::string_view(listed.hash).substr(colon + 1);
    const bool is_sha256 = ascii::same(word, "sha256") || ascii::same(word, "sha-256");
    if (!is_sha256 && !ascii::same(word, "md5")) return counted_->count_skipped("wacz", "unknown-checksum");
    const std::string digest = is_sha256 ? hex_of({member->sha256.data(), member->sha256.size()})
                                         : hex_of({member->md5.data(), member->md5.size()});
    if (!ascii::same(digits, digest))
      report(member_name(listed.path), std::string(is_sha256 ? "sha256 " : "md5 ") + digest + ", listed is " +
                                           std::string(digits.substr(0, digest.size())));
  }

  // Reports unlisted members in "archive/". If several members have one name, only the last can be listed.
  void report_unlisted() {
    for (const member_checksum& member : of_->members())
      if (member.path.starts_with(archives) && !is_listed_[*find(member.path)])
        report(member_name(member.path), "it is not listed");
  }

  const member_checksums* of_;
  std::vector<std::uint32_t> by_path_;  // indexes of members, sorted by path and index
  std::vector<bool> is_listed_;         // by index of the member
  std::string_view name_;
  stats* counted_;
};

// Compares `checksums`, computed from the members of the collection `name`, with the list. Counts differences
// as damage::wrong_checksum. Under the name of the member: members that differ from the list, and unlisted
// members in "archive/". Under `name`: listed members that are missing, and a missing or unreadable list.
// Does not compare members that were not read completely, because they were reported before. Counts unknown
// and missing checksums as skipped: "wacz:unknown-checksum", "wacz:no-checksum".
void check_collection(const member_checksums& checksums, std::string_view name, stats& counted) {
  collection_check check(checksums, name, counted);
  if (!check.has(collection_check::package)) {
    counted.damaged_in(damage::wrong_checksum, name, {}, "no datapackage.json lists a digest");
    return;
  }
  check.compare(collection_check::package, checksums.package());
  if (!checksums.digest_of_package().empty())
    check.compare("datapackage-digest.json", checksums.digest_of_package());
}

}  // namespace

bool archive_stack::enter(file_archive kind, std::string_view head, std::size_t junk, current_input& input,
                          batch& next, const read_ahead& ahead, bool makes_checksums) {
  if (archives_.size() == nested_inputs::max_depth) {
    input.refuse(next, damage::unknown_format, "an archive inside 4 others");
    return false;
  }
  if (kind == file_archive::seven_zip && !input.source->random_access()) {
    input.refuse(next, damage::unknown_format,
                 "a 7z archive can only be read from a file that is not compressed");
    return false;
  }
  input.settle(next);
  entered in{nullptr, kind, next.inputs.back().counts.damaged, input.is_named};
  in.members = std::make_unique<nested_inputs>(kind, std::move(input.source), head, input.marks,
                                               archives_.empty() ? nullptr : archives_.back().members.get(),
                                               ahead, junk);
  if (makes_checksums && kind == file_archive::zip) in.members->make_checksums();
  archives_.push_back(std::move(in));
  input.forget_plain_bytes(next);  // the contents of the members are counted instead
  input.forget();
  return true;
}

bool archive_stack::next(current_input& input, batch& next, std::uint64_t& stored_bytes) {
  while (!archives_.empty()) {
    entered& in = archives_.back();
    const std::uint64_t not_read_before = next.counted.inputs.not_read;
    input.source = in.members->next(next.counted);
    if (const member_checksums* const sums = input.source ? nullptr : in.members->checksums())
      check_collection(*sums, in.members->name(), next.counted);
    const damage_counts fresh = input.account.new_damage(next.counted);
    for (std::size_t i = 0; i < damage_count; ++i) in.damaged[i] += fresh[i];
    // Encrypted members count as inputs of their own.
    in.damaged[static_cast<std::size_t>(damage::unreadable)] -=
        next.counted.inputs.not_read - not_read_before;
    input.account.pass(next.counted);
    next.take_unread_inputs();
    if (input.source) {
      input.name = input.source->name();
      input.is_named = false;
      input.is_member = true;
      input.begin_part(next, false);
      return true;
    }
    batch_input& part = next.inputs.emplace_back();
    part.name = in.members->name();
    part.first_slice = next.slices.size();
    part.format = word_of(in.kind);
    part.is_member = archives_.size() > 1;
    part.is_archive = true;
    part.is_named = in.is_named;
    part.counts.damaged = in.damaged;
    part.not_read = in.members->not_read();
    if (archives_.size() == 1) stored_bytes += stored_position();
    archives_.pop_back();
  }
  return false;
}

}  // namespace urlsieve
