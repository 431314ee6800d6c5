// Decodes gzip members with inflate_pair, from and into buffers of exact size, and DEFLATE streams with zlib.
#ifndef URLSIEVE_TESTS_CODEC_PAIRED_HPP
#define URLSIEVE_TESTS_CODEC_PAIRED_HPP

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/codec/inflate_pair.hpp"

namespace urlsieve::testing {

// Results are in input order for any assignment of members to lanes.
class paired final : public inflate_pair::work {
 public:
  // `capacity`: size of the output buffer, with slack.
  void add(std::string_view stored, std::size_t capacity) {
    job& added = jobs_.emplace_back();
    added.stored.reset(new char[stored.size()]);
    std::copy(stored.begin(), stored.end(), added.stored.get());
    added.stored_size = stored.size();
    added.capacity.reset(new char[capacity]);
    added.room_size = capacity;
  }

  void run(const inflate_groups& with = inflate_groups_here().front()) {
    const auto pair = std::make_unique<inflate_pair>(with);
    pair->run(*this);
  }

  // Returns the output of a member, or nullopt if the member is corrupt.
  [[nodiscard]] std::optional<std::string_view> plain(std::size_t number) const {
    const job& finished = jobs_[number];
    if (finished.made.consumed == 0) return std::nullopt;
    return std::string_view(finished.capacity.get(), finished.made.produced);
  }
  [[nodiscard]] std::size_t consumed(std::size_t number) const { return jobs_[number].made.consumed; }
  [[nodiscard]] bool all_done() const {
    return std::all_of(jobs_.begin(), jobs_.end(), [](const job& item) { return item.times == 1; });
  }

  bool next(unsigned lane, inflate_pair::task& into) override {
    if (given_ == jobs_.size()) return false;
    at_[lane] = given_++;
    const job& its = jobs_[at_[lane]];
    into = {{its.stored.get(), its.stored_size}, {its.capacity.get(), its.room_size}};
    return true;
  }
  void done(unsigned lane, inflate_pair::outcome made) override {
    jobs_[at_[lane]].made = made;
    ++jobs_[at_[lane]].times;
  }

 private:
  struct job {
    std::unique_ptr<char[]> stored;
    std::size_t stored_size = 0;
    std::unique_ptr<char[]> capacity;
    std::size_t room_size = 0;
    inflate_pair::outcome made;
    unsigned times = 0;
  };
  std::vector<job> jobs_;
  std::size_t given_ = 0;
  std::array<std::size_t, inflate_pair::lanes> at_{};
};

struct zlib_result {
  std::size_t consumed;
  std::string plain;
};

// Returns nullopt if the stream is incomplete or corrupt, or yields more than `most` bytes.
inline std::optional<zlib_result> zlib_inflate(std::string_view deflated, std::size_t most) {
  z_stream stream{};
  if (inflateInit2(&stream, -15) != Z_OK) return std::nullopt;
  zlib_result result{0, std::string(most + 1, '\0')};
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(deflated.data()));
  stream.avail_in = static_cast<uInt>(deflated.size());
  stream.next_out = reinterpret_cast<Bytef*>(result.plain.data());
  stream.avail_out = static_cast<uInt>(result.plain.size());
  const int answer = inflate(&stream, Z_FINISH);
  result.consumed = stream.total_in;
  result.plain.resize(stream.total_out);
  inflateEnd(&stream);
  if (answer != Z_STREAM_END || result.plain.size() > most) return std::nullopt;
  return result;
}

inline void append_little(std::string& to, std::size_t number) {
  for (unsigned i = 0; i < 4; ++i) to += static_cast<char>(number >> 8 * i & 0xFFU);
}

// Returns a gzip member of `deflated`, with the trailer of `plain` inserted at `end`.
inline std::string gzip_member(std::string_view deflated, std::size_t end, std::string_view plain) {
  std::string member("\x1F\x8B\x08\0\0\0\0\0\0\xFF", 10);
  member.append(deflated.substr(0, end));
  const auto* const bytes = reinterpret_cast<const Bytef*>(plain.data());
  append_little(member, crc32_z(crc32_z(0, nullptr, 0), bytes, plain.size()));
  append_little(member, plain.size());
  return member.append(deflated.substr(end));
}

}  // namespace urlsieve::testing

#endif
