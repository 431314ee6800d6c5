#include "src/dedup/spill.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <span>
#include <system_error>
#include <utility>

#include "src/text/scan/fingerprint.hpp"
#include "src/text/shared_prefix.hpp"

namespace urlsieve {
namespace {

constexpr std::string_view magic{"urlrun1\n", 8};
constexpr std::size_t header_size = 12;
constexpr std::size_t block_header_size = 16;
constexpr std::size_t trailer_size = 24;
constexpr std::size_t block_size = std::size_t{64} << 10U;   // entries collected before they are packed
constexpr std::size_t write_size = std::size_t{256} << 10U;  // bytes collected before they are written
constexpr std::size_t largest_block = std::size_t{1} << 31U;
constexpr std::size_t longest_number = 10;

error failed_call(error_code code, std::string_view verb, const std::string& path, int number) {
  return {code, "cannot " + std::string(verb) + ' ' + path + ": " + std::generic_category().message(number)};
}

template <class Number>
void put(std::string& out, Number number) {
  char bytes[sizeof number];
  std::memcpy(bytes, &number, sizeof number);
  out.append(bytes, sizeof number);
}

template <class Number>
Number get(const char* place) {
  Number number;
  std::memcpy(&number, place, sizeof number);
  return number;
}

char* put_number(char* out, std::uint64_t number) {
  for (; number >= 128; number >>= 7U) *out++ = static_cast<char>(number | 128U);
  *out++ = static_cast<char>(number);
  return out;
}

char* put_bytes(char* out, std::string_view bytes) {
  if (!bytes.empty()) std::memcpy(out, bytes.data(), bytes.size());
  return out + bytes.size();
}

// Chains block checksums, so that a missing or moved block is detected.
std::uint64_t chained(std::uint64_t before, std::uint64_t checksum) {
  const std::array<std::uint64_t, 2> both{before, checksum};
  return partition_hash({reinterpret_cast<const char*>(both.data()), sizeof both});
}

}  // namespace

struct run_writer::file {
  ~file() {
    if (descriptor >= 0) ::close(descriptor);
    if (!kept && !path.empty()) ::unlink(path.c_str());
  }

  std::string path;
  int descriptor = -1;
  bool kept = false;
  run_fields fields;
  run_file summary;
  result<void> state;
  block_compressor packer;
  std::vector<char> block;  // the first block_used are filled
  std::size_t block_used = 0;
  std::string out;
  std::string last_key;
  std::uint64_t chain = 0;

  bool pack();
  bool write();
};

bool run_writer::file::write() {
  const char* at = out.data();
  for (std::size_t left = out.size(); left != 0;) {
    const ssize_t written = ::write(descriptor, at, left);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      state = tl::unexpected(failed_call(error_code::cannot_write, "write", path, errno));
      return false;
    }
    at += written;
    left -= static_cast<std::size_t>(written);
  }
  summary.bytes += out.size();
  out.clear();
  return true;
}

bool run_writer::file::pack() {
  if (block_used == 0) return true;
  const std::size_t begin = out.size();
  out.resize(begin + block_header_size + block_compressor::room(block_used));
  char* const header = out.data() + begin;
  char* const frame = header + block_header_size;
  const std::size_t packed =
      packer.pack({block.data(), block_used}, {frame, out.size() - begin - block_header_size});
  const std::uint64_t checksum = partition_hash({frame, packed});
  const auto sizes = std::array<std::uint32_t, 2>{static_cast<std::uint32_t>(block_used),
                                                  static_cast<std::uint32_t>(packed)};
  std::memcpy(header, sizes.data(), 8);
  std::memcpy(header + 8, &checksum, 8);
  chain = chained(chain, checksum);
  out.resize(begin + block_header_size + packed);
  block_used = 0;
  return out.size() < write_size || write();
}

run_writer::run_writer(std::unique_ptr<file> opened) : file_(std::move(opened)) {}
run_writer::run_writer(run_writer&&) noexcept = default;
run_writer& run_writer::operator=(run_writer&&) noexcept = default;
run_writer::~run_writer() = default;

result<run_writer> run_writer::create(const std::string& directory, std::string name, run_fields fields) {
  auto opened = std::make_unique<file>();
  const std::string path = directory + '/' + name;
  opened->descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (opened->descriptor < 0)
    return tl::unexpected(failed_call(error_code::cannot_open, "create", path, errno));
  opened->path = path;
  opened->summary.name = std::move(name);
  opened->fields = fields;
  opened->block.resize(block_size);
  opened->out.reserve(write_size + 2 * block_size);
  opened->out.append(magic);
  put(opened->out, (fields.order ? 1U : 0U) | (fields.columns ? 2U : 0U) | (fields.sources ? 4U : 0U));
  return run_writer(std::move(opened));
}

bool run_writer::append(const known_url& entry) {
  file& to = *file_;
  if (!to.state) return false;
  const std::size_t most =
      entry.url.size() + entry.columns.size() + entry.sources.size() + 6 * longest_number;
  if (most > to.block.size() - to.block_used) {
    if (!to.pack()) return false;
    if (most > to.block.size()) to.block.resize(most);
  }
  const std::size_t shared = shared_prefix(to.last_key, entry.url);
  const std::string_view rest = entry.url.substr(shared);
  char* const begin = to.block.data() + to.block_used;
  char* at = put_bytes(put_number(put_number(begin, shared), rest.size()), rest);
  at = put_number(at, entry.count);
  if (to.fields.order) at = put_number(at, entry.order);
  if (to.fields.columns) at = put_bytes(put_number(at, entry.columns.size()), entry.columns);
  if (to.fields.sources) at = put_bytes(put_number(at, entry.sources.size()), entry.sources);
  to.block_used += static_cast<std::size_t>(at - begin);
  to.last_key.resize(shared);
  to.last_key.append(rest);
  ++to.summary.entries;
  // One huge entry must not make all later blocks huge.
  return to.block_used < block_size || to.pack();
}

result<run_file> run_writer::finish() {
  file& done = *file_;
  if (done.state) done.pack();
  if (done.state) {
    done.summary.checksum = chained(done.chain, done.summary.entries);
    put(done.out, std::uint64_t{0});
    put(done.out, done.summary.entries);
    put(done.out, done.summary.checksum);
    done.write();
  }
  if (done.state && ::close(std::exchange(done.descriptor, -1)) != 0)
    done.state = tl::unexpected(failed_call(error_code::cannot_write, "write", done.path, errno));
  if (!done.state) return tl::unexpected(done.state.error());
  done.kept = true;
  return done.summary;
}

result<std::unique_ptr<run_reader>> run_reader::open(const std::string& directory, const run_file& run,
                                                     block_decompressor& unpacker) {
  std::string path = directory + '/' + run.name;
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return tl::unexpected(failed_call(error_code::cannot_open, "open", path, errno));
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
    return tl::unexpected(failed_call(error_code::cannot_read, "read", path_, errno));
  const auto size = static_cast<std::uint64_t>(found.st_size);
  std::array<char, header_size> header{};
  std::array<char, trailer_size> trailer{};
  if (size != run.bytes || size < header_size + trailer_size) {
    fail("is not whole");
  } else if (read_at(0, header.data(), header.size()) &&
             read_at(size - trailer_size, trailer.data(), trailer.size())) {
    const auto fields = get<std::uint32_t>(header.data() + magic.size());
    fields_ = {(fields & 1U) != 0, (fields & 2U) != 0, (fields & 4U) != 0};
    if (std::string_view(header.data(), magic.size()) != magic || fields > 7 ||
        get<std::uint64_t>(trailer.data()) != 0 || get<std::uint64_t>(trailer.data() + 8) != run.entries ||
        get<std::uint64_t>(trailer.data() + 16) != run.checksum)
      fail("is damaged");
  }
  offset_ = header_size;
  return state_;
}

bool run_reader::fail(std::string_view what) {
  state_ =
      tl::unexpected(error{error_code::cannot_read, "the temporary file " + path_ + ' ' + std::string(what)});
  return false;
}

bool run_reader::read_at(std::uint64_t offset, char* to, std::size_t size) {
  while (size != 0) {
    const ssize_t got = ::pread(descriptor_, to, size, static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) {
      state_ = tl::unexpected(failed_call(error_code::cannot_read, "read", path_, errno));
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
  const std::uint64_t last = run_.bytes - trailer_size;
  if (offset_ == last) {
    if (read_ != run_.entries || chained(chained_, read_) != run_.checksum) return fail("is damaged");
    return false;
  }
  std::array<char, block_header_size> header{};
  if (last - offset_ < block_header_size) return fail("is damaged");
  if (!read_at(offset_, header.data(), header.size())) return false;
  const auto size = get<std::uint32_t>(header.data());
  const auto packed = get<std::uint32_t>(header.data() + 4);
  const auto checksum = get<std::uint64_t>(header.data() + 8);
  offset_ += block_header_size;
  if (packed == 0 || packed > last - offset_ || size == 0 || size > largest_block) return fail("is damaged");
  packed_.resize(packed);
  if (!read_at(offset_, packed_.data(), packed)) return false;
  offset_ += packed;
  if (partition_hash({packed_.data(), packed}) != checksum) return fail("is damaged");
  chained_ = chained(chained_, checksum);
  block_.resize(size);
  if (!unpacker_.unpack(packed_, block_)) return fail("is damaged");
  next_ = block_.data();
  end_ = next_ + size;
  return true;
}

bool run_reader::advance() {
  if (!state_) return false;
  if (next_ == end_ && !read_block()) return false;
  if (!parse_entry()) return fail("is damaged");
  ++read_;
  return true;
}

bool run_reader::parse_entry() {
  const auto number = [this](std::uint64_t& value) {
    value = 0;
    for (unsigned shift = 0; next_ != end_ && shift < 64; shift += 7) {
      const auto byte = static_cast<unsigned char>(*next_++);
      value |= static_cast<std::uint64_t>(byte & 127U) << shift;
      if (byte < 128) return true;
    }
    return false;
  };
  const auto bytes = [&](std::string_view& value) {
    std::uint64_t size = 0;
    if (!number(size) || size > static_cast<std::uint64_t>(end_ - next_)) return false;
    value = {next_, size};
    next_ += size;
    return true;
  };
  std::uint64_t shared = 0;
  std::string_view rest;
  if (!number(shared) || shared > key_.size() || !bytes(rest) || !number(entry_.count)) return false;
  if (fields_.order && !number(entry_.order)) return false;
  if (fields_.columns && !bytes(entry_.columns)) return false;
  if (fields_.sources && !bytes(entry_.sources)) return false;
  key_.resize(shared);
  key_.append(rest);
  shared_ = shared;
  entry_.url = key_;
  return true;
}

}  // namespace urlsieve
