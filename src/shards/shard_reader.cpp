// One block holds the row before, the current row and the bytes behind. When the block runs out, the needed
// rows move to the front, and the rest is filled. A row that exceeds the block makes the block grow, within
// the memory budget of open().
#include "src/shards/shard_reader.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "src/codec/compression.hpp"
#include "src/rows/packed_values.hpp"
#include "src/shards/dataset_file.hpp"
#include "src/shards/layered_rows.hpp"
#include "src/shards/parquet_rows.hpp"
#include "src/shards/shard_content.hpp"
#include "src/shards/sort_key.hpp"
#include "src/text/number_bytes.hpp"
#include "src/transfer/remote_name.hpp"

namespace urlsieve {
namespace {

// A growing block needs memory for its old and its new copy, and for keys and sort keys.
constexpr std::uint64_t blocks_a_row = 3;

// Measured memory, in bytes: a reader, a column, and the tables of a decoder. A zstd frame needs its window,
// whose size the writer chose, and a block besides.
constexpr std::uint64_t of_open_reader = std::uint64_t{6} << 10U;
constexpr std::uint64_t of_open_column = std::uint64_t{32} << 10U;
constexpr std::uint64_t of_zstd_tables = std::uint64_t{192} << 10U;
constexpr std::uint64_t largest_window_of_ours = std::uint64_t{768} << 10U;
constexpr std::uint64_t of_other_decoders = std::uint64_t{256} << 10U;

// Returns the first size of the block. A small shard needs less than `block`; the extra byte lets the reader
// reach the end without growing.
std::size_t first_block(std::uint64_t content_bytes, std::size_t block) {
  return static_cast<std::size_t>(std::min<std::uint64_t>(block - 1, content_bytes) + 1);
}

// Returns the fault of a file that was read to its end.
std::string_view file_fault(const shard_summary& entry, const shard_summary& summary) {
  if (summary.bytes < entry.bytes) return "it is shorter than the manifest says";
  if (summary.bytes > entry.bytes) return "it is longer than the manifest says";
  if (summary.checksum != entry.checksum) return "its checksum differs from the manifest";
  return {};
}

}  // namespace

shard_reader::shard_reader() : places_(std::make_unique<place[]>(2)) {}
shard_reader::shard_reader(shard_reader&&) noexcept = default;
shard_reader& shard_reader::operator=(shard_reader&&) noexcept = default;
shard_reader::~shard_reader() = default;

result<shard_reader> shard_reader::open(const std::string& directory, const shard_summary& entry,
                                        const manifest& run, const row_layout& layout, std::uint64_t memory,
                                        const remote_context& remote) {
  shard_access access;
  access.remote = remote;
  access.memory = memory;
  return open(directory, entry, run, layout, access);
}

result<shard_reader> shard_reader::open(const std::string& directory, const shard_summary& entry,
                                        const manifest& run, const row_layout& layout,
                                        const shard_access& access) {
  shard_reader reader;
  reader.access_ = access;
  reader.entry_ = &entry;
  reader.layout_ = &layout;
  reader.order_ = run.order;
  reader.run_ = &run;
  reader.is_typed_ = run.form == row_form::parquet;
  reader.is_packed_ = reader.is_typed_ && access.is_intermediate;
  if (reader.is_packed_ || !entry.layers.empty())
    for (const row_column& column : row_columns(run)) reader.kinds_.push_back(column.kind);
  if (!entry.layers.empty()) {
    result<layered_rows> layers = layered_rows::open(directory, entry, run, layout, access);
    if (!layers) return tl::unexpected(std::move(layers.error()));
    reader.path_ = shard_path(directory, entry);
    reader.is_packed_ = reader.is_typed_;
    reader.layers_ = std::make_unique<layered_rows>(std::move(*layers));
    return reader;
  }
  std::optional<compression> packing;
  if (!reader.is_typed_ || reader.is_packed_) packing = run.packing;
  result<shard_content> content =
      shard_content::open(shard_path(directory, entry), access.remote, packing, entry.bytes, access.block);
  if (!content) return tl::unexpected(std::move(content.error()));
  reader.path_ = content->path();
  reader.content_ = std::make_unique<shard_content>(std::move(*content));
  return reader;
}

std::uint64_t shard_reader::memory_for(const manifest& run) {
  // Text needs the block of rows, the block of stored bytes, and the window of the compression.
  constexpr std::uint64_t of_text = std::uint64_t{2} << 20U;
  return run.form == row_form::parquet ? parquet::memory_to_read(run.fields.size() + 1) : of_text;
}

std::uint64_t shard_reader::memory_for(const manifest& run, std::uint64_t bytes, std::uint64_t content_bytes,
                                       std::size_t block, bool is_intermediate) {
  if (run.form == row_form::parquet && !is_intermediate) {
    const std::size_t columns = run.fields.size() + 1;
    const std::uint64_t whole = bytes + 3 * content_bytes + of_open_reader + columns * of_open_column;
    return std::min<std::uint64_t>(parquet::memory_to_read(columns), whole);
  }
  std::uint64_t sum = of_open_reader + first_block(content_bytes, block);
  if (run.packing == compression::none) return sum;
  sum += shard_content::piece_of(bytes, block);
  return sum + (run.packing == compression::zstd
                    ? of_zstd_tables + std::min<std::uint64_t>(largest_window_of_ours, content_bytes)
                    : of_other_decoders);
}

std::uint64_t shard_reader::remote_memory_for(const manifest& run, std::uint64_t bytes) {
  const std::uint64_t kept =
      run.form == row_form::parquet ? parquet::largest_group(run.fields.size() + 1) : std::uint64_t{0};
  return std::min(dataset_file::remote_read_memory, bytes) + std::min(kept, bytes);
}

void shard_reader::fail(std::string_view fault) {
  if (state_) state_ = tl::unexpected(error{error_code::cannot_read, path_ + ": " + std::string(fault)});
}

void shard_reader::copy_content_error() {
  if (state_ && !content_->state()) state_ = content_->state();
}

// Moves the kept rows to `destination`, and adjusts their views.
void shard_reader::move_block(char* destination) {
  const char* const first_row = previous().row.data();
  char* const first =
      block_.get() + (first_row == nullptr ? static_cast<std::ptrdiff_t>(at_) : first_row - block_.get());
  const std::size_t rest = end_ - static_cast<std::size_t>(first - block_.get());
  if (rest != 0) std::memmove(destination, first, rest);
  place& row = places_[1 - current_index_];
  const auto follow = [&](std::string_view& view) {
    if (view.data() >= block_.get() && view.data() < block_.get() + end_)
      view = {destination + (view.data() - first), view.size()};
  };
  follow(row.key);
  follow(row.sort_key);
  follow(row.row);
  at_ -= static_cast<std::size_t>(first - block_.get());
  end_ = rest;
}

// Reserves memory for a block of twice the size; returns false if the budget is exhausted.
bool shard_reader::take_growth() {
  if (2 * capacity_ <= access_.memory / blocks_a_row) return true;
  const std::uint64_t more = blocks_a_row * 2 * capacity_ - access_.memory;
  if (access_.spare == nullptr || more > *access_.spare) return false;
  *access_.spare -= more;
  access_.memory += more;
  return true;
}

// Makes space behind the kept bytes of the block; returns false if a row is too long.
bool shard_reader::extend_block() {
  if (capacity_ == 0) {
    capacity_ = first_block(entry_->content_bytes, access_.block);
    block_ = std::make_unique_for_overwrite<char[]>(capacity_);
    return true;
  }
  move_block(block_.get());
  if (end_ != capacity_) return true;
  if (end_ - at_ > entry_->content_bytes) {
    fail("it has a row that is longer than the size of all rows in the manifest");
    return false;
  }
  if (!take_growth()) {
    exceeded_memory_ = true;
    fail("it has a row of more than " + std::to_string((end_ - at_) >> 10U) +
         " KiB, which exceeds the memory budget: give more options::memory, or fewer "
         "options::threads");
    return false;
  }
  auto larger = std::make_unique_for_overwrite<char[]>(2 * capacity_);
  move_block(larger.get());
  block_ = std::move(larger);
  capacity_ *= 2;
  return true;
}

// Reads more bytes into the block; returns false at the end.
bool shard_reader::refill() {
  if (ended_ || !state_ || !extend_block()) return false;
  const std::size_t before = end_;
  end_ += content_->take({block_.get() + end_, capacity_ - end_});
  ended_ = content_->ended();
  copy_content_error();
  return end_ != before;
}

bool shard_reader::next() {
  if (finished_) return false;
  current_index_ = 1 - current_index_;
  if (!(layers_ != nullptr ? next_of_layers()
        : is_packed_       ? next_packed()
        : is_typed_        ? next_of_columns()
                           : next_line())) {
    finished_ = true;
    return false;
  }
  ++lines_;
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
    if (searched != 0) fail("its last line has no line end");
    return false;
  }
  const char* const begin = block_.get() + at_;
  current().row = {begin, static_cast<std::size_t>(feed - begin)};
  at_ += current().row.size() + 1;
  content_bytes_ += current().row.size() + 1;
  return true;
}

// Reads until the block has `size` bytes of the next rows; returns false at the end.
bool shard_reader::fill_to(std::size_t size) {
  while (end_ - at_ < size)
    if (!refill()) return false;
  return true;
}

bool shard_reader::next_packed() {
  const auto fail_unless_ended = [this] {
    if (end_ != at_) fail("its last row is incomplete");
    return false;
  };
  if (!fill_to(packed_row_head)) return fail_unless_ended();
  const std::uint64_t size = packed_row_head + little_endian({block_.get() + at_, packed_row_head});
  if (size > entry_->content_bytes || !fill_to(static_cast<std::size_t>(size))) return fail_unless_ended();
  current().row = {block_.get() + at_ + packed_row_head, static_cast<std::size_t>(size) - packed_row_head};
  at_ += static_cast<std::size_t>(size);
  content_bytes_ += size;
  return true;
}

bool shard_reader::next_of_layers() {
  std::string& row = current().joined_row;
  if (!layers_->next(row)) {
    if (state_) state_ = layers_->state();
    return false;
  }
  current().row = row;
  current().row.remove_prefix(is_packed_ ? packed_row_head : 0);
  current().row.remove_suffix(is_packed_ ? 0 : 1);
  content_bytes_ += row.size();
  return true;
}

// Packed values are views into the block, which may have moved since the row was read.
std::span<const row_value> shard_reader::values_of(place& row) {
  if (is_packed_ && !unpack_row(row.row, kinds_, row.values)) row.values.clear();
  return row.values.values();
}

std::string_view shard_reader::text_of(place& row) {
  if (!is_typed_) return row.row;
  if (!texts_) texts_.emplace(row_columns(*run_), between_parquet_elements);
  row.row_storage.clear();
  texts_->append(values_of(row), row.row_storage);
  return std::string_view(row.row_storage).substr(0, row.row_storage.size() - 1);
}

void shard_reader::open_columns() {
  shard_content* const content = content_.get();
  parquet::row_file_reader::reading access;
  access.at = [content](std::uint64_t offset, std::span<char> buffer) {
    return content->fill_from(offset, buffer);
  };
  access.next = [content](std::span<char> buffer) { return content->fill(buffer); };
  access.size = content->size();
  std::vector<parquet::column> columns = parquet_columns(*run_);
  if (is_remote_name(path_)) access.kept_group = parquet::largest_group(columns.size());
  const std::uint64_t limit = std::max(access_.memory / blocks_a_row, parquet::accepted_page);
  columns_ = std::make_unique<parquet::row_file_reader>(std::move(columns), std::move(access), limit);
}

bool shard_reader::next_of_columns() {
  if (!columns_) open_columns();
  if (!columns_->next(current().values)) {
    copy_content_error();
    if (!columns_->fault().empty()) fail(columns_->fault());
    return false;
  }
  content_bytes_ += text_size(current().values.values());
  if (content_bytes_ <= entry_->content_bytes) return true;
  fail("its rows are longer than the manifest says");
  return false;
}

void shard_reader::read_key() {
  place& row = current();
  const std::optional<std::string_view> found =
      is_typed_ ? layout_->key(values_of(row), row.key_storage) : layout_->key(row.row, row.key_storage);
  if (!found) malformed_.note(lines_);
  row.key = found.value_or(row.row);
  row.sort_key = row.key;
  if (order_ != row_order::surt) return;
  assign_sort_key(order_, row.key, row.sort_storage);
  row.sort_key = row.sort_storage;
}

void shard_reader::compare() {
  const std::string_view above = current().sort_key;
  if (lines_ == 1) {
    first_key_ = current().key;
    shared_ = 0;
    return;
  }
  const std::string_view below = previous().sort_key;
  shared_ = shared_prefix(below, above);
  if (order_ == row_order::first_seen) return;
  const bool ascends =
      shared_ < above.size() && (shared_ == below.size() || static_cast<unsigned char>(below[shared_]) <
                                                                static_cast<unsigned char>(above[shared_]));
  if (!ascends) disordered_.note(lines_);
}

// A shard of several layers has no size and no checksum of its own.
std::size_t shard_reader::read_stored(std::span<char> out) {
  const std::size_t got = state_ ? content_->take_stored(out) : 0;
  copy_content_error();
  return got;
}

void shard_reader::drain() {
  if (layers_ != nullptr) return layers_->drain();
  std::vector<char> block(std::size_t{128} << 10U);
  while (content_->take_stored(block) != 0) {
  }
  copy_content_error();
}

std::uint64_t shard_reader::stored_bytes() const {
  return layers_ != nullptr ? layers_->stored_bytes() : content_->bytes();
}

shard_summary shard_reader::summary() const {
  shard_summary all;
  all.name = entry_->name;
  all.lines = lines_;
  all.bytes = stored_bytes();
  all.content_bytes = content_bytes_;
  if (content_ != nullptr) all.checksum = content_->checksum();
  all.first_key = first_key_;
  if (lines_ != 0) all.last_key = finished_ ? previous().key : current().key;
  return all;
}

result<void> shard_reader::check_file() const {
  if (!state_) return state_;
  if (layers_ != nullptr) return layers_->check_files();
  const std::string_view fault = file_fault(*entry_, summary());
  if (fault.empty()) return {};
  return tl::unexpected(error{error_code::cannot_read, path_ + " is damaged: " + std::string(fault)});
}

result<void> shard_reader::check() const {
  if (!state_) return state_;
  if (result<void> checked = layers_ != nullptr ? layers_->check() : check_file(); !checked) return checked;
  const auto refuse = [this](const std::string& defect) {
    return tl::unexpected(error{error_code::cannot_read, path_ + " is damaged: " + defect});
  };
  if (malformed_.count != 0)
    return refuse("line " + std::to_string(malformed_.first) + " has no URL in the URL column");
  if (disordered_.count != 0)
    return refuse("line " + std::to_string(disordered_.first) + " is not greater than the line before");
  const shard_summary all = summary();
  if (all.lines != entry_->lines || (layers_ == nullptr && all.content_bytes != entry_->content_bytes))
    return refuse("its number of lines or bytes differs from the manifest");
  return {};
}

}  // namespace urlsieve
