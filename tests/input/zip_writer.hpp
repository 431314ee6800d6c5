// Writes zip archives with valid or false header fields.
#ifndef URLSIEVE_TESTS_INPUT_MADE_ZIP_HPP
#define URLSIEVE_TESTS_INPUT_MADE_ZIP_HPP

#include <zlib.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tests/codec/packed.hpp"
#include "tests/codec/packed_otherwise.hpp"

namespace urlsieve::testing {

struct zip_entry {
  std::string name{};
  std::string plain{};
  unsigned method = 0;
  unsigned mode = 0100644;
  unsigned flags = 0;
  unsigned made_by = 3;      // "version made by" in the directory
  unsigned needed_by = 0;    // "version needed" in the local header
  std::string extra{};       // extra field of the local header
  std::string told_extra{};  // extra field of the directory
  std::string comment{};
  bool sizes_behind = false;      // data descriptor, as zip writes to a pipe
  bool large = false;             // zip64: sizes and offset in extra fields
  std::uint64_t more_stored = 0;  // added to the compressed size in the directory
  std::uint64_t more_plain = 0;
  std::uint64_t own_more_stored = 0;  // the same in the local header
  std::uint64_t more_sum = 0;
  std::string own_name{};          // different name in the local header
  std::uint64_t own_more_sum = 0;  // added to the CRC in the local header
  unsigned own_other_method = 0;   // added to the method in the local header
  std::string behind{};            // bytes after the entry, in no header
};

struct zip_shape {
  std::string in_front{};  // prefix that offsets ignore
  std::string comment{};
  bool large_end = false;  // with a zip64 end record
  bool backwards = false;  // reverse order in the directory
  bool told_places_count_front = false;
};

inline std::string make_zip(const std::vector<zip_entry>& entries, const zip_shape& shape = {}) {
  constexpr auto put = put_little_endian;
  std::string all = shape.in_front;
  const std::uint64_t front = shape.told_places_count_front ? 0 : shape.in_front.size();
  std::vector<std::string> records;
  for (const zip_entry& one : entries) {
    const std::string bytes = one.method == 8 ? zlib_pack(one.plain, -15) : one.plain;
    const std::uint64_t at = all.size() - front;
    const std::uint64_t stored = bytes.size() + one.more_stored;
    const std::uint64_t plain = one.plain.size() + one.more_plain;
    const std::uint64_t sum =
        ::crc32(0, reinterpret_cast<const Bytef*>(one.plain.data()), static_cast<uInt>(one.plain.size())) +
        one.more_sum;
    const unsigned flags = one.flags | (one.sizes_behind ? 8U : 0U);
    const std::string& own_name = one.own_name.empty() ? one.name : one.own_name;
    const auto common = [&](std::string& into, bool told, std::uint64_t more, bool own) {
      put(into, 20 | one.needed_by << 8U, 2);
      put(into, flags, 2);
      put(into, one.method + (own ? one.own_other_method : 0), 2);
      put(into, 0x21, 4);
      put(into, told ? (sum + (own ? one.own_more_sum : 0)) & 0xFFFFFFFF : 0, 4);
      put(into, !told ? 0 : one.large ? 0xFFFFFFFF : stored + more, 4);
      put(into, !told ? 0 : one.large ? 0xFFFFFFFF : plain, 4);
      put(into, (own ? own_name : one.name).size(), 2);
    };
    const auto large = [&](std::uint64_t more) {
      std::string extra{};
      if (!one.large) return extra;
      put(extra, 1, 2);
      put(extra, 16, 2);
      put(extra, plain, 8);
      put(extra, stored + more, 8);
      return extra;
    };
    const std::string extra = (one.sizes_behind ? std::string() : large(one.own_more_stored)) + one.extra;
    all += "PK\3\4";
    common(all, !one.sizes_behind, one.own_more_stored, true);
    put(all, extra.size(), 2);
    all += own_name + extra + bytes + one.behind;
    if (one.sizes_behind) {
      all += "PK\7\10";
      put(all, sum, 4);
      put(all, stored, 4);
      put(all, plain, 4);
    }
    const std::string told_extra = large(0) + one.told_extra;
    std::string record = "PK\1\2";
    put(record, 20 | one.made_by << 8U, 2);
    common(record, true, 0, false);
    put(record, told_extra.size(), 2);
    put(record, one.comment.size(), 2);
    put(record, 0, 4);
    put(record, one.made_by == 3 ? std::uint64_t{one.mode} << 16U : one.mode, 4);
    put(record, at, 4);
    records.push_back(record + one.name + told_extra + one.comment);
  }
  if (shape.backwards) records = {records.rbegin(), records.rend()};
  const std::uint64_t begin = all.size();
  for (const std::string& record : records) all += record;
  const std::uint64_t size = all.size() - begin;
  if (shape.large_end) {
    const std::uint64_t at = all.size();
    all += "PK\6\6";
    put(all, 44, 8);
    put(all, 0x2D002D, 4);
    put(all, 0, 8);
    put(all, records.size(), 8);
    put(all, records.size(), 8);
    put(all, size, 8);
    put(all, begin - front, 8);
    all += "PK\6\7";
    put(all, 0, 4);
    put(all, at, 8);
    put(all, 1, 4);
  }
  all += "PK\5\6";
  put(all, 0, 4);
  put(all, records.size(), 2);
  put(all, records.size(), 2);
  put(all, size, 4);
  put(all, shape.large_end ? 0xFFFFFFFF : begin - front, 4);
  put(all, shape.comment.size(), 2);
  return all + shape.comment;
}

}  // namespace urlsieve::testing

#endif
