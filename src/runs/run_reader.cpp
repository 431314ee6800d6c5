#include "src/runs/run_reader.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "src/runs/run_format.hpp"
#include "src/text/scan/fingerprint.hpp"
#include "src/text/system_error.hpp"
#include "src/text/varint.hpp"

namespace urlsieve {

namespace {

constexpr std::size_t largest_block = std::size_t{1} << 31U;

template <class Number>
Number get(const char* place) {
  Number number;
  std::memcpy(&number, place, sizeof number);
  return number;
}

}  // namespace

result<std::unique_ptr<run_reader>> run_reader::open(const std::string& directory, const run_file& run,
                                                     block_decompressor& unpacker) {
  std::string path = directory + '/' + run.name;
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return tl::unexpected(system_error(error_code::cannot_open, "open", path, errno));
  std::unique_ptr<run_reader> opened(new run_reader(std::move(path), descriptor, unpacker));
  return opened->begin(run).map([&opened] { return std::move(opened); });
}

run_reader::~run_reader() {
  ::close(descriptor_);
}

result<void> run_reader::begin(const run_file& run) {
  run_ = run;
  struct stat found{};
  if (::fstat(descriptor_, &found) != 0)
    return tl::unexpected(system_error(error_code::cannot_read, "read", path_, errno));
  const auto size = static_cast<std::uint64_t>(found.st_size);
  std::array<char, run_format::header_size> header{};
  std::array<char, run_format::trailer_size> trailer{};
  if (size != run.bytes || size < run_format::header_size + run_format::trailer_size) {
    fail("is truncated");
  } else if (read_at(0, header.data(), header.size()) &&
             read_at(size - run_format::trailer_size, trailer.data(), trailer.size())) {
    const auto fields = get<std::uint32_t>(header.data() + run_format::magic.size());
    fields_ = run_format::fields_of(fields);
    if (std::string_view(header.data(), run_format::magic.size()) != run_format::magic ||
        fields > run_format::all_fields || get<std::uint64_t>(trailer.data()) != 0 ||
        get<std::uint64_t>(trailer.data() + 8) != run.entries ||
        get<std::uint64_t>(trailer.data() + 16) != run.checksum)
      fail("is damaged");
  }
  offset_ = run_format::header_size;
  return state_;
}

bool run_reader::fail(std::string_view fault) {
  state_ = tl::unexpected(
      error{error_code::cannot_read, "the temporary file " + path_ + ' ' + std::string(fault)});
  return false;
}

bool run_reader::read_at(std::uint64_t offset, char* to, std::size_t size) {
  while (size != 0) {
    const ssize_t got = ::pread(descriptor_, to, size, static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) {
      state_ = tl::unexpected(system_error(error_code::cannot_read, "read", path_, errno));
      return false;
    }
    if (got == 0) return fail("ends early");
    to += got;
    offset += static_cast<std::uint64_t>(got);
    size -= static_cast<std::size_t>(got);
  }
  return true;
}

// Returns false at the end as well.
bool run_reader::read_block() {
  const std::uint64_t last = run_.bytes - run_format::trailer_size;
  if (offset_ == last) {
    if (read_ != run_.entries || run_format::chained(chained_, read_) != run_.checksum)
      return fail("is damaged");
    return false;
  }
  std::array<char, run_format::block_header_size> header{};
  if (last - offset_ < run_format::block_header_size) return fail("is damaged");
  if (!read_at(offset_, header.data(), header.size())) return false;
  const auto size = get<std::uint32_t>(header.data());
  const auto packed = get<std::uint32_t>(header.data() + 4);
  const auto checksum = get<std::uint64_t>(header.data() + 8);
  offset_ += run_format::block_header_size;
  if (packed == 0 || packed > last - offset_ || size == 0 || size > largest_block) return fail("is damaged");
  packed_.resize(packed);
  if (!read_at(offset_, packed_.data(), packed)) return false;
  offset_ += packed;
  if (partition_hash({packed_.data(), packed}) != checksum) return fail("is damaged");
  chained_ = run_format::chained(chained_, checksum);
  block_.resize(size);
  if (!unpacker_.unpack(packed_, block_)) return fail("is damaged");
  left_ = {block_.data(), size};
  return true;
}

bool run_reader::advance() {
  if (!state_) return false;
  if (left_.empty() && !read_block()) return false;
  if (!parse_entry()) return fail("is damaged");
  ++read_;
  return true;
}

bool run_reader::parse_entry() {
  std::string_view left = left_;
  const auto number = [&left](std::uint64_t& value) { return take_varint(left, value); };
  const auto bytes = [&](std::string_view& value) {
    std::uint64_t size = 0;
    if (!number(size) || size > left.size()) return false;
    value = left.substr(0, size);
    left.remove_prefix(size);
    return true;
  };
  std::uint64_t shared = 0;
  std::string_view rest;
  if (!number(shared) || shared > key_.size() || !bytes(rest) || !number(entry_.count)) return false;
  if (fields_.order && !number(entry_.order)) return false;
  if (fields_.columns && !bytes(entry_.columns)) return false;
  if (fields_.sources && !bytes(entry_.sources)) return false;
  left_ = left;
  key_.resize(shared);
  key_.append(rest);
  shared_ = shared;
  entry_.url = key_;
  return true;
}

}  // namespace urlsieve
