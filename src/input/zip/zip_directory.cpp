#include "src/input/zip/zip_directory.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "src/input/zip/web_collection.hpp"
#include "src/text/number_bytes.hpp"

namespace urlsieve {
namespace {

// APPNOTE.TXT, sections 4.3.14 to 4.3.16.
constexpr std::size_t end_size = 22;
constexpr std::size_t locator_size = 20;
constexpr std::size_t large_end_size = 56;
constexpr std::uint64_t entries_modulus = 1 << 16;  // the end record counts entries in two bytes

std::optional<std::string> read_zip(const stored_file& file, std::uint64_t at, std::uint64_t size) {
  if (at > file.size || size > file.size - at) return std::nullopt;
  std::string bytes(static_cast<std::size_t>(size), '\0');
  for (std::size_t filled = 0; filled < bytes.size();) {
    const std::optional<std::size_t> got = file.read(at + filled, std::span(bytes).subspan(filled));
    if (got.value_or(0) == 0) return std::nullopt;
    filled += *got;
  }
  return bytes;
}

struct extent {
  std::uint64_t at = 0;
  std::uint64_t size = 0;
  std::uint64_t shift = 0;    // bytes in front of the archive
  std::uint64_t entries = 0;  // modulo 2^16
};

std::uint64_t zip_number(std::string_view bytes, std::size_t at, std::size_t size) {
  return little_endian(bytes.substr(at, size));
}

// Returns the extent that the end record at offset `at` states.
std::optional<extent> extent_of(std::string_view end, std::uint64_t at) {
  const std::uint64_t disk = zip_number(end, 4, 2);
  const std::uint64_t size = zip_number(end, 12, 4);
  const std::uint64_t stated_offset = zip_number(end, 16, 4);
  if (disk != 0 || zip_number(end, 6, 2) != 0 || zip_number(end, 8, 2) != zip_number(end, 10, 2) ||
      stated_offset + size > at)
    return std::nullopt;
  return extent{at - size, size, at - size - stated_offset, zip_number(end, 10, 2)};
}

// Returns the extent that the zip64 end record states, to which a locator points.
std::optional<extent> extent_of_large(const stored_file& file, std::string_view locator) {
  const std::uint64_t at = zip_number(locator, 8, 8);
  if (zip_number(locator, 4, 4) != 0 || zip_number(locator, 16, 4) != 1) return std::nullopt;
  const std::optional<std::string> read = read_zip(file, at, large_end_size);
  if (!read || !read->starts_with("PK\6\6")) return std::nullopt;
  const std::string_view end = *read;
  const std::uint64_t stated_offset = zip_number(end, 48, 8);
  const std::uint64_t rest = zip_number(end, 4, 8);
  if (rest < large_end_size - 12 || rest > 16384 - 12 || rest > file.size - at - 12 ||
      zip_number(end, 16, 4) != 0 || zip_number(end, 20, 4) != 0 ||
      zip_number(end, 24, 8) != zip_number(end, 32, 8) || stated_offset > at)
    return std::nullopt;
  return extent{stated_offset, at - stated_offset, 0, zip_number(end, 32, 8) % entries_modulus};
}

std::optional<extent> find_directory(const stored_file& file) {
  constexpr std::uint64_t searched = std::uint64_t{16} << 10;  // the range that libarchive searches
  const std::uint64_t size = std::min(file.size, searched);
  const std::optional<std::string> read = read_zip(file, file.size - size, size);
  if (!read || read->size() <= end_size) return std::nullopt;
  const std::string_view tail = *read;
  const std::size_t found = tail.rfind("PK\5\6", tail.size() - end_size);
  if (found == std::string_view::npos || found == 0) return std::nullopt;
  if (found >= locator_size && tail.substr(found - locator_size).starts_with("PK\6\7"))
    return extent_of_large(file, tail.substr(found - locator_size, locator_size));
  return extent_of(tail.substr(found, end_size), file.size - size + found);
}

// Marks each record whose name an earlier entry of the file has.
void mark_repeated_names(std::vector<zip_record>& records) {
  std::vector<zip_record*> by_name;
  by_name.reserve(records.size());
  for (zip_record& record : records) by_name.push_back(&record);
  std::ranges::sort(by_name, {}, [](const zip_record* record) { return std::pair(record->name, record); });
  for (std::size_t i = 1; i < by_name.size(); ++i)
    by_name[i]->repeats_name = by_name[i]->name == by_name[i - 1]->name;
}

// Chooses the package. Among several at the top the last counts, as for any repeated name.
class package_choice {
 public:
  void look_at(std::string_view path, const zip_record& record) {
    if (!is_package_path(path)) return;
    const std::string_view plain = plain_member_path(path);
    const bool is_at_top = plain.find('/') == std::string_view::npos;
    if (at_top_ && !is_at_top) return;
    several_folders_ =
        !is_at_top && (several_folders_ || (!path_.empty() && plain != plain_member_path(path_)));
    at_top_ = is_at_top;
    path_ = path;
    record_ = record;
  }

  void give(zip_directory& all) const {
    if (path_.empty() || several_folders_) return;
    all.package = record_;
    all.package_path = path_;
  }

 private:
  bool at_top_ = false;
  bool several_folders_ = false;
  std::string_view path_;
  zip_record record_;
};

}  // namespace

std::optional<zip_directory> read_zip_directory(const stored_file& file) {
  const std::optional<extent> where = find_directory(file);
  if (!where || where->size > largest_zip_directory) return std::nullopt;
  std::optional<std::string> read = read_zip(file, where->at, where->size);
  if (!read) return std::nullopt;
  zip_directory all;
  all.bytes = std::make_shared<const std::string>(std::move(*read));
  all.at = where->at;
  std::vector<zip_record>& records = all.records;
  package_choice packages;
  for (std::string_view left = *all.bytes; !left.empty();) {
    const std::optional<zip_record> record = read_zip_record(left, where->shift);
    if (!record) return std::nullopt;
    records.push_back(*record);
    packages.look_at(record->name, *record);
  }
  packages.give(all);
  all.miscounts = records.size() % entries_modulus != where->entries;
  std::ranges::sort(records, {},
                    [](const zip_record& record) { return std::pair(record.header_at, record.name); });
  mark_repeated_names(records);
  return all;
}

}  // namespace urlsieve
