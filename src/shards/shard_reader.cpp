// One block holds the row before, the row at hand and what follows. When it runs out, what is still needed
// moves to the front and the rest is filled; a row that is longer than the block makes it grow, within the
// memory that open() was given.
#include "src/shards/shard_reader.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "src/codec/compression.hpp"
#include "src/shards/durable_file.hpp"
#include "src/shards/parquet_rows.hpp"
#include "src/url/surt.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t read_size = std::size_t{128} << 10U;
// A block that grows stands beside the one it takes the place of, and keys are copied or made to sort by.
constexpr std::uint64_t blocks_a_row = 3;

// Measured, of each reader: what it is made of, a column, tables of decoders. Frames of zstd have windows
// that the program chose, and a block besides.
constexpr std::uint64_t of_open_reader = std::uint64_t{6} << 10U;
constexpr std::uint64_t of_open_column = std::uint64_t{32} << 10U;
constexpr std::uint64_t of_zstd_tables = std::uint64_t{192} << 10U;
constexpr std::uint64_t largest_window_of_ours = std::uint64_t{768} << 10U;
constexpr std::uint64_t of_other_decoders = std::uint64_t{256} << 10U;

// A small shard needs less than a block; one byte more, so that its end is met without a larger one.
std::size_t first_block(std::uint64_t content_bytes, std::size_t block) {
  return static_cast<std::size_t>(std::min<std::uint64_t>(block - 1, content_bytes) + 1);
}

std::size_t stored_piece(std::uint64_t bytes, std::size_t block) {
  return static_cast<std::size_t>(std::clamp<std::uint64_t>(bytes, 1, std::min(read_size, block / 2)));
}

// What is wrong with a file that was read to its end.
std::string_view file_fault(const shard_summary& said, const shard_summary& met) {
  if (met.bytes < said.bytes) return "it is shorter than the manifest says";
  if (met.bytes > said.bytes) return "it is longer than the manifest says";
  if (met.checksum != said.checksum) return "its checksum is not that of the manifest";
  return {};
}

}  // namespace

void assign_sort_key(row_order order, std::string_view key, std::string& out) {
  if (order != row_order::surt) {
    out = key;
    return;
  }
  out.resize(surt_room(key.size()));
  out.resize(write_surt(key, out.data()));
  out.append(1, '\0').append(key);
}

// The bytes of the file, decompressed and summed up.
struct shard_reader::file {
  int descriptor = -1;
  std::unique_ptr<decoder> unpacker;  // null: the file holds the rows as they are
  std::vector<char> stored;           // read and not yet unpacked: [from, to)
  std::size_t from = 0;
  std::size_t to = 0;
  bool at_end = false;
  bool inside = false;  // a member has begun
  running_checksum sum;
  std::uint64_t bytes = 0;
  std::uint64_t size = 0;  // when it was opened
  std::size_t piece = read_size;
  int failure = 0;

  file() = default;
  file(const file&) = delete;
  file& operator=(const file&) = delete;
  ~file() {
    if (descriptor >= 0) ::close(descriptor);
  }

  // Bytes as stored; 0 at the end, -1 with errno.
  ssize_t read(std::span<char> out) {
    while (true) {
      const ssize_t got = ::read(descriptor, out.data(), out.size());
      if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
      if (got > 0) {
        sum.add({out.data(), static_cast<std::size_t>(got)});
        bytes += static_cast<std::uint64_t>(got);
      }
      return got;
    }
  }

  // Fills `out`, from where it was read to or from a place; false at the end, or with `failure`.
  bool fill(std::span<char> out, std::optional<std::uint64_t> from_place = std::nullopt) {
    while (!out.empty()) {
      const ssize_t got = from_place ? read_at(out, *from_place) : read(out);
      if (got < 0) failure = errno;
      if (got <= 0) return false;
      if (from_place) *from_place += static_cast<std::uint64_t>(got);
      out = out.subspan(static_cast<std::size_t>(got));
    }
    return true;
  }

  // Leaves alone where the file is read on, and its checksum.
  [[nodiscard]] ssize_t read_at(std::span<char> out, std::uint64_t offset) const {
    while (true) {
      const ssize_t got = ::pread(descriptor, out.data(), out.size(), static_cast<off_t>(offset));
      if (got >= 0 || (errno != EINTR && errno != EAGAIN)) return got;
    }
  }

  // Fills `stored`; false with errno.
  bool read_stored() {
    stored.resize(piece);
    const ssize_t got = read(stored);
    if (got < 0) return false;
    from = 0;
    to = static_cast<std::size_t>(got);
    at_end = got == 0;
    return true;
  }
};

shard_reader::shard_reader() : places_(std::make_unique<place[]>(2)) {}
shard_reader::shard_reader(shard_reader&&) noexcept = default;
shard_reader& shard_reader::operator=(shard_reader&&) noexcept = default;
shard_reader::~shard_reader() = default;

result<shard_reader> shard_reader::open(const std::string& directory, const shard_summary& said,
                                        const manifest& of, const row_layout& layout, std::uint64_t memory) {
  shard_access access;
  access.memory = memory;
  return open(directory, said, of, layout, access);
}

result<shard_reader> shard_reader::open(const std::string& directory, const shard_summary& said,
                                        const manifest& of, const row_layout& layout,
                                        const shard_access& access) {
  shard_reader made;
  made.access_ = access;
  made.path_ = directory + '/' + said.name;
  made.said_ = &said;
  made.layout_ = &layout;
  made.order_ = of.order;
  made.file_ = std::make_unique<file>();
  do {
    made.file_->descriptor = ::open(made.path_.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  } while (made.file_->descriptor < 0 && errno == EINTR);
  if (made.file_->descriptor < 0)
    return tl::unexpected(system_error(error_code::cannot_read, "open", made.path_, errno));
  struct stat found{};
  if (::fstat(made.file_->descriptor, &found) != 0)
    return tl::unexpected(system_error(error_code::cannot_read, "look at", made.path_, errno));
  if (!S_ISREG(found.st_mode))
    return tl::unexpected(error{error_code::cannot_read, made.path_ + " is no regular file"});
  ::posix_fadvise(made.file_->descriptor, 0, 0, POSIX_FADV_SEQUENTIAL);
  made.file_->size = static_cast<std::uint64_t>(found.st_size);
  made.file_->piece = stored_piece(made.file_->size, access.block);
  made.of_ = &of;
  made.of_columns_ = of.form == row_form::parquet && !access.as_text;
  if (!made.of_columns_) made.file_->unpacker = make_decoder(of.packing);
  return made;
}

std::uint64_t shard_reader::memory_for(const manifest& of) {
  // Of a text its block, its file's, and the window of its compression.
  constexpr std::uint64_t of_text = std::uint64_t{2} << 20U;
  return of.form == row_form::parquet ? parquet::memory_to_read(of.fields.size() + 1) : of_text;
}

std::uint64_t shard_reader::memory_for(const manifest& of, std::uint64_t bytes, std::uint64_t content_bytes,
                                       std::size_t block, bool as_text) {
  if (of.form == row_form::parquet && !as_text) {
    const std::size_t columns = of.fields.size() + 1;
    const std::uint64_t whole = bytes + 3 * content_bytes + of_open_reader + columns * of_open_column;
    return std::min<std::uint64_t>(parquet::memory_to_read(columns), whole);
  }
  std::uint64_t sum = of_open_reader + first_block(content_bytes, block);
  if (of.packing == compression::none) return sum;
  sum += stored_piece(bytes, block);
  return sum + (of.packing == compression::zstd
                    ? of_zstd_tables + std::min<std::uint64_t>(largest_window_of_ours, content_bytes)
                    : of_other_decoders);
}

void shard_reader::fail(std::string_view what) {
  if (state_) state_ = tl::unexpected(error{error_code::cannot_read, path_ + ": " + std::string(what)});
}

void shard_reader::fail_to_read(int number) {
  if (state_) state_ = tl::unexpected(system_error(error_code::cannot_read, "read", path_, number));
}

// The views of the rows follow their bytes to a new place of the first one that is kept.
void shard_reader::move_block(char* to) {
  const char* const kept_row = before().row.data();
  char* const first =
      block_.get() + (kept_row == nullptr ? static_cast<std::ptrdiff_t>(at_) : kept_row - block_.get());
  const std::size_t kept = end_ - static_cast<std::size_t>(first - block_.get());
  if (kept != 0) std::memmove(to, first, kept);
  place& row = places_[1 - turn_];
  const auto follow = [&](std::string_view& view) {
    if (view.data() >= block_.get() && view.data() < block_.get() + end_)
      view = {to + (view.data() - first), view.size()};
  };
  follow(row.key);
  follow(row.sort_key);
  follow(row.row);
  at_ -= static_cast<std::size_t>(first - block_.get());
  end_ = kept;
}

// Takes what a block of twice the size needs.
bool shard_reader::may_grow() {
  if (2 * capacity_ <= access_.memory / blocks_a_row) return true;
  const std::uint64_t more = blocks_a_row * 2 * capacity_ - access_.memory;
  if (access_.spare == nullptr || more > *access_.spare) return false;
  *access_.spare -= more;
  access_.memory += more;
  return true;
}

// Room behind what is kept of the block; false: a row is too long.
bool shard_reader::make_room() {
  if (capacity_ == 0) {
    capacity_ = first_block(said_->content_bytes, access_.block);
    block_ = std::make_unique_for_overwrite<char[]>(capacity_);
    return true;
  }
  move_block(block_.get());
  if (end_ != capacity_) return true;
  if (end_ - at_ > said_->content_bytes) {
    fail("it has a row that is longer than all rows together, as the manifest has them");
    return false;
  }
  if (!may_grow()) {
    fail("it has a row of more than " + std::to_string((end_ - at_) >> 10U) +
         " KiB, which takes more memory than there is for it: give more options::memory, or fewer "
         "options::threads");
    return false;
  }
  auto larger = std::make_unique_for_overwrite<char[]>(2 * capacity_);
  move_block(larger.get());
  block_ = std::move(larger);
  capacity_ *= 2;
  return true;
}

// More bytes behind those in the block; false at the end.
bool shard_reader::refill() {
  if (ended_ || !state_ || !make_room()) return false;
  const std::size_t before = end_;
  while (end_ < capacity_ && !ended_ && state_) {
    const std::span<char> room(block_.get() + end_, capacity_ - end_);
    if (!file_->unpacker) {
      const ssize_t got = file_->read(room);
      if (got < 0) fail_to_read(errno);
      ended_ = got <= 0;
      end_ += got > 0 ? static_cast<std::size_t>(got) : 0;
      continue;
    }
    if (file_->from == file_->to && !file_->at_end && !file_->read_stored()) fail_to_read(errno);
    if (file_->at_end && !file_->inside) ended_ = true;
    if (ended_ || !state_) break;
    file_->inside = true;
    const decode_step step = file_->unpacker->decode(
        {file_->stored.data() + file_->from, file_->to - file_->from}, room, file_->at_end);
    file_->from += step.consumed;
    end_ += step.produced;
    if (step.state == decode_state::member_end) file_->inside = false;
    if (step.state == decode_state::corrupt || step.state == decode_state::truncated)
      fail(std::string("cannot be decompressed: ") + std::string(file_->unpacker->fault()));
  }
  return end_ != before;
}

bool shard_reader::next() {
  if (finished_) return false;
  turn_ = 1 - turn_;
  if (!(of_columns_ ? next_of_columns() : next_line())) {
    finished_ = true;
    return false;
  }
  ++lines_;
  content_bytes_ += now().row.size() + 1;
  read_key();
  compare();
  return true;
}

bool shard_reader::next_line() {
  const char* feed = nullptr;
  for (std::size_t searched = 0; feed == nullptr;) {
    const std::size_t size = end_ - at_;
    if (size > searched)
      feed = static_cast<const char*>(std::memchr(block_.get() + at_ + searched, '\n', size - searched));
    searched = size;
    if (feed != nullptr || refill()) continue;
    if (searched != 0) fail("its last line has no end");
    return false;
  }
  const char* const begin = block_.get() + at_;
  now().row = {begin, static_cast<std::size_t>(feed - begin)};
  at_ += now().row.size() + 1;
  return true;
}

void shard_reader::open_columns() {
  file* const of = file_.get();
  parquet::row_file_reader::reading how;
  how.at = [of](std::uint64_t offset, std::span<char> room) { return of->fill(room, offset); };
  how.next = [of](std::span<char> room) { return of->fill(room); };
  how.size = of->size;
  std::vector<parquet::column> columns = parquet_columns(*of_);
  const std::uint64_t limit = std::max(access_.memory / blocks_a_row, parquet::largest_group(columns.size()));
  columns_ = std::make_unique<parquet::row_file_reader>(std::move(columns), std::move(how), limit);
}

bool shard_reader::next_of_columns() {
  if (!columns_) open_columns();
  place& at = now();
  at.row_storage.clear();
  if (!columns_->next(at.row_storage)) {
    if (file_->failure != 0)
      fail_to_read(file_->failure);
    else if (!columns_->fault().empty())
      fail(columns_->fault());
    return false;
  }
  at.row_storage.push_back('\n');
  at.row = {at.row_storage.data(), at.row_storage.size() - 1};
  if (content_bytes_ + at.row_storage.size() <= said_->content_bytes) return true;
  fail("its rows are longer than the manifest says");
  return false;
}

void shard_reader::read_key() {
  place& row = now();
  const std::optional<std::string_view> found = layout_->key(row.row, row.key_storage);
  if (!found) malformed_.note(lines_);
  row.key = found.value_or(row.row);
  row.sort_key = row.key;
  if (order_ != row_order::surt) return;
  assign_sort_key(order_, row.key, row.sort_storage);
  row.sort_key = row.sort_storage;
}

void shard_reader::compare() {
  const std::string_view above = now().sort_key;
  if (lines_ == 1) {
    first_key_ = now().key;
    shared_ = 0;
    return;
  }
  const std::string_view below = before().sort_key;
  shared_ = shared_prefix(below, above);
  if (order_ == row_order::first_seen) return;
  const bool ascends =
      shared_ < above.size() && (shared_ == below.size() || static_cast<unsigned char>(below[shared_]) <
                                                                static_cast<unsigned char>(above[shared_]));
  if (!ascends) disordered_.note(lines_);
}

std::size_t shard_reader::read_stored(std::span<char> out) {
  const ssize_t got = state_ ? file_->read(out) : 0;
  if (got < 0) fail_to_read(errno);
  return got > 0 ? static_cast<std::size_t>(got) : 0;
}

void shard_reader::drain() {
  std::vector<char> block(read_size);
  ssize_t got = 1;
  while (got > 0) got = file_->read(block);
  if (got < 0) fail_to_read(errno);
}

std::uint64_t shard_reader::stored_bytes() const {
  return file_->bytes;
}

shard_summary shard_reader::met() const {
  shard_summary all;
  all.name = said_->name;
  all.lines = lines_;
  all.bytes = file_->bytes;
  all.content_bytes = content_bytes_;
  all.checksum = file_->sum.hex();
  all.first_key = first_key_;
  if (lines_ != 0) all.last_key = finished_ ? before().key : now().key;
  return all;
}

result<void> shard_reader::check_file() const {
  if (!state_) return state_;
  const std::string_view fault = file_fault(*said_, met());
  if (fault.empty()) return {};
  return tl::unexpected(error{error_code::cannot_read, path_ + " is damaged: " + std::string(fault)});
}

result<void> shard_reader::check() const {
  if (result<void> sound = check_file(); !sound) return sound;
  const auto refuse = [this](const std::string& what) {
    return tl::unexpected(error{error_code::cannot_read, path_ + " is damaged: " + what});
  };
  if (malformed_.count != 0)
    return refuse("line " + std::to_string(malformed_.first) + " has no URL in its place");
  if (disordered_.count != 0)
    return refuse("line " + std::to_string(disordered_.first) + " is not above the line before");
  const shard_summary all = met();
  if (all.lines != said_->lines || all.content_bytes != said_->content_bytes)
    return refuse("it has not as many lines or bytes as the manifest says");
  return {};
}

}  // namespace urlsieve
