#include "src/runs/run_writer.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include "src/codec/zstd_block.hpp"
#include "src/runs/run_format.hpp"
#include "src/text/scan/fingerprint.hpp"
#include "src/text/shared_prefix.hpp"
#include "src/text/system_error.hpp"
#include "src/text/varint.hpp"

namespace urlsieve {

namespace {

constexpr std::size_t block_size = std::size_t{64} << 10U;   // entries collected before they are packed
constexpr std::size_t write_size = std::size_t{256} << 10U;  // bytes collected before they are written

template <class Number>
void append_number(std::string& out, Number number) {
  char bytes[sizeof number];
  std::memcpy(bytes, &number, sizeof number);
  out.append(bytes, sizeof number);
}

// Writes the size of `bytes` and the bytes. Returns the end.
char* write_sized(std::string_view bytes, char* out) {
  char* const begin = write_varint(bytes.size(), out);
  if (!bytes.empty()) std::memcpy(begin, bytes.data(), bytes.size());
  return begin + bytes.size();
}

}  // namespace

struct run_writer::file {
  ~file() {
    if (descriptor >= 0) ::close(descriptor);
    if (!is_complete && !path.empty()) ::unlink(path.c_str());
  }

  std::string path;
  int descriptor = -1;
  bool is_complete = false;
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
      state = tl::unexpected(system_error(error_code::cannot_write, "write", path, errno));
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
  out.resize(begin + run_format::block_header_size + block_compressor::max_compressed(block_used));
  char* const header = out.data() + begin;
  char* const frame = header + run_format::block_header_size;
  const std::size_t packed =
      packer.pack({block.data(), block_used}, {frame, out.size() - begin - run_format::block_header_size});
  const std::uint64_t checksum = partition_hash({frame, packed});
  const auto sizes = std::array<std::uint32_t, 2>{static_cast<std::uint32_t>(block_used),
                                                  static_cast<std::uint32_t>(packed)};
  std::memcpy(header, sizes.data(), 8);
  std::memcpy(header + 8, &checksum, 8);
  chain = run_format::chained(chain, checksum);
  out.resize(begin + run_format::block_header_size + packed);
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
    return tl::unexpected(system_error(error_code::cannot_open, "create", path, errno));
  opened->path = path;
  opened->summary.name = std::move(name);
  opened->fields = fields;
  opened->block.resize(block_size);
  opened->out.reserve(write_size + 2 * block_size);
  opened->out.append(run_format::magic);
  append_number(opened->out, run_format::number_of(fields));
  return run_writer(std::move(opened));
}

bool run_writer::append(const known_url& entry) {
  file& to = *file_;
  if (!to.state) return false;
  const std::size_t most =
      entry.url.size() + entry.columns.size() + entry.sources.size() + 6 * longest_varint;
  if (most > to.block.size() - to.block_used) {
    if (!to.pack()) return false;
    if (most > to.block.size()) to.block.resize(most);
  }
  const std::size_t shared = shared_prefix(to.last_key, entry.url);
  const std::string_view rest = entry.url.substr(shared);
  char* const begin = to.block.data() + to.block_used;
  char* at = write_varint(entry.count, write_sized(rest, write_varint(shared, begin)));
  if (to.fields.order) at = write_varint(entry.order, at);
  if (to.fields.columns) at = write_sized(entry.columns, at);
  if (to.fields.sources) at = write_sized(entry.sources, at);
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
    done.summary.checksum = run_format::chained(done.chain, done.summary.entries);
    append_number(done.out, std::uint64_t{0});
    append_number(done.out, done.summary.entries);
    append_number(done.out, done.summary.checksum);
    done.write();
  }
  if (done.state && ::close(std::exchange(done.descriptor, -1)) != 0)
    done.state = tl::unexpected(system_error(error_code::cannot_write, "write", done.path, errno));
  if (!done.state) return tl::unexpected(done.state.error());
  done.is_complete = true;
  return done.summary;
}

}  // namespace urlsieve
