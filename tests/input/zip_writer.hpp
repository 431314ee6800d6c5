// Writes zip archives with valid or false header fields.
#ifndef URLSIEVE_TESTS_INPUT_ZIP_WRITER_HPP
#define URLSIEVE_TESTS_INPUT_ZIP_WRITER_HPP

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
  unsigned made_by = 3;           // "version made by" in the directory
  unsigned needed_by = 0;         // "version needed" in the local header
  std::string extra{};            // extra field of the local header
  std::string directory_extra{};  // extra field of the directory
  std::string comment{};
  bool has_data_descriptor = false;  // data descriptor, as zip writes to a pipe
  bool is_zip64 = false;             // zip64: sizes and offset in extra fields
  std::uint64_t stored_delta = 0;    // added to the compressed size in the directory
  std::uint64_t plain_delta = 0;
  std::uint64_t local_stored_delta = 0;  // the same in the local header
  std::uint64_t sum_delta = 0;
  std::string local_name{};           // different name in the local header
  std::uint64_t local_sum_delta = 0;  // added to the CRC in the local header
  unsigned local_method_delta = 0;    // added to the method in the local header
  std::string trailing_bytes{};       // bytes after the entry, in no header
};

struct zip_shape {
  std::string prefix{};  // prefix that offsets ignore
  std::string comment{};
  bool has_zip64_end = false;  // with a zip64 end record
  bool is_reversed = false;    // reverse order in the directory
  bool offsets_include_prefix = false;
};

inline std::string make_zip(const std::vector<zip_entry>& entries, const zip_shape& shape = {}) {
  constexpr auto put = put_little_endian;
  std::string all = shape.prefix;
  const std::uint64_t front = shape.offsets_include_prefix ? 0 : shape.prefix.size();
  std::vector<std::string> records;
  for (const zip_entry& entry : entries) {
    const std::string bytes = entry.method == 8 ? zlib_pack(entry.plain, -15) : entry.plain;
    const std::uint64_t at = all.size() - front;
    const std::uint64_t stored = bytes.size() + entry.stored_delta;
    const std::uint64_t plain = entry.plain.size() + entry.plain_delta;
    const std::uint64_t sum = ::crc32(0, reinterpret_cast<const Bytef*>(entry.plain.data()),
                                      static_cast<uInt>(entry.plain.size())) +
                              entry.sum_delta;
    const unsigned flags = entry.flags | (entry.has_data_descriptor ? 8U : 0U);
    const std::string& local_name = entry.local_name.empty() ? entry.name : entry.local_name;
    const auto common = [&](std::string& into, bool has_sizes, std::uint64_t more, bool own) {
      put(into, 20 | entry.needed_by << 8U, 2);
      put(into, flags, 2);
      put(into, entry.method + (own ? entry.local_method_delta : 0), 2);
      put(into, 0x21, 4);
      put(into, has_sizes ? (sum + (own ? entry.local_sum_delta : 0)) & 0xFFFFFFFF : 0, 4);
      put(into, !has_sizes ? 0 : entry.is_zip64 ? 0xFFFFFFFF : stored + more, 4);
      put(into, !has_sizes ? 0 : entry.is_zip64 ? 0xFFFFFFFF : plain, 4);
      put(into, (own ? local_name : entry.name).size(), 2);
    };
    const auto large = [&](std::uint64_t more) {
      std::string extra{};
      if (!entry.is_zip64) return extra;
      put(extra, 1, 2);
      put(extra, 16, 2);
      put(extra, plain, 8);
      put(extra, stored + more, 8);
      return extra;
    };
    const std::string extra =
        (entry.has_data_descriptor ? std::string() : large(entry.local_stored_delta)) + entry.extra;
    all += "PK\3\4";
    common(all, !entry.has_data_descriptor, entry.local_stored_delta, true);
    put(all, extra.size(), 2);
    all += local_name + extra + bytes + entry.trailing_bytes;
    if (entry.has_data_descriptor) {
      all += "PK\7\10";
      put(all, sum, 4);
      put(all, stored, 4);
      put(all, plain, 4);
    }
    const std::string directory_extra = large(0) + entry.directory_extra;
    std::string record = "PK\1\2";
    put(record, 20 | entry.made_by << 8U, 2);
    common(record, true, 0, false);
    put(record, directory_extra.size(), 2);
    put(record, entry.comment.size(), 2);
    put(record, 0, 4);
    put(record, entry.made_by == 3 ? std::uint64_t{entry.mode} << 16U : entry.mode, 4);
    put(record, at, 4);
    records.push_back(record + entry.name + directory_extra + entry.comment);
  }
  if (shape.is_reversed) records = {records.rbegin(), records.rend()};
  const std::uint64_t begin = all.size();
  for (const std::string& record : records) all += record;
  const std::uint64_t size = all.size() - begin;
  if (shape.has_zip64_end) {
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
  put(all, shape.has_zip64_end ? 0xFFFFFFFF : begin - front, 4);
  put(all, shape.comment.size(), 2);
  return all + shape.comment;
}

}  // namespace urlsieve::testing

#endif
