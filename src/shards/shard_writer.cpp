// Rows are collected in a block; a full block is compressed and written. The checksum covers the written
// bytes. `state` keeps the first error, and nothing is written after an error.
#include "src/shards/shard_writer.hpp"

#include <fcntl.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "src/codec/compression.hpp"
#include "src/rows/delimited_writer.hpp"
#include "src/rows/packed_values.hpp"
#include "src/shards/durable_file.hpp"
#include "src/shards/filter_file.hpp"
#include "src/shards/filter_writer.hpp"
#include "src/shards/parquet/row_file_writer.hpp"
#include "src/shards/parquet_rows.hpp"
#include "src/shards/shard_names.hpp"
#include "src/text/encodings/utf8.hpp"
#include "src/text/scan/fingerprint.hpp"
#include "urlsieve/names.hpp"
#include "urlsieve/url_view.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t rows_size = std::size_t{256} << 10U;  // rows collected before they are packed
constexpr std::size_t write_size = std::size_t{1} << 20U;   // bytes collected before they are written
// Memory for text, in bytes: blocks of rows, compressed blocks, and the compressor.
constexpr std::uint64_t memory_for_text = std::uint64_t{4} << 20U;

// Limits the hosts of URLs with userinfo in a manifest.
constexpr std::size_t most_userinfo_hosts = 256;

// Adds the host of a URL (for edges: of the document) to the summary, if the URL has userinfo. Hosts that
// JSON cannot hold unchanged make the list unknown.
void note_userinfo(std::string_view key, shard_summary& to) {
  if (!to.userinfo_hosts || key.find('@') == std::string_view::npos) return;
  const url_view url = url_view::of(key.substr(0, key.find('\t')));
  if (!url.has_userinfo()) return;
  std::vector<std::string>& hosts = *to.userinfo_hosts;
  const auto place = std::ranges::lower_bound(hosts, url.host());
  if (place != hosts.end() && *place == url.host()) return;
  if (hosts.size() == most_userinfo_hosts || !is_ascii(url.host()))
    to.userinfo_hosts.reset();
  else
    hosts.insert(place, std::string(url.host()));
}

}  // namespace

struct shard_writer::file {
  durable_file out;
  std::unique_ptr<parquet::row_file_writer> columns;  // null: rows are written as text
  std::unique_ptr<encoder> packer;                    // null: not compressed
  std::vector<char> rows;                             // the first rows_used are filled
  std::size_t rows_used = 0;
  std::vector<char> packed;
  std::size_t packed_used = 0;
  std::optional<filter_writer> filter;
  std::string typed;  // a packed row
  running_checksum sum;
  shard_summary summary;
  result<void> state;

  bool take(std::string_view row);
  bool note(parquet::row_file_writer::outcome done);
  bool pack(std::string_view bytes, bool last);
  bool write(std::string_view bytes);
};

bool shard_writer::file::write(std::string_view bytes) {
  sum.add(bytes);
  summary.bytes += bytes.size();
  state = out.write(bytes);
  return state.has_value();
}

bool shard_writer::file::pack(std::string_view bytes, bool last) {
  if (!packer) return bytes.empty() || write(bytes);
  for (bool finished = false; !finished;) {
    const encode_step step = packer->encode({bytes.data(), bytes.size()},
                                            {packed.data() + packed_used, packed.size() - packed_used}, last);
    bytes.remove_prefix(step.consumed);
    packed_used += step.produced;
    finished = last ? step.finished : bytes.empty();
    if (packed_used == packed.size() || (last && finished)) {
      if (!write({packed.data(), packed_used})) return false;
      packed_used = 0;
    }
  }
  return true;
}

// Stores the error for an unfit row; `state` has an error of writing already.
bool shard_writer::file::note(parquet::row_file_writer::outcome done) {
  if (done == parquet::row_file_writer::outcome::unfit) {
    state = tl::unexpected(error{error_code::not_supported,
                                 summary.name + " would have a row that Parquet cannot store (number " +
                                     std::to_string(summary.lines) + "): its numbers have 63 bits at most"});
  }
  return done == parquet::row_file_writer::outcome::done;
}

bool shard_writer::file::take(std::string_view row) {
  if (row.size() > rows.size() - rows_used) {
    if (!pack({rows.data(), std::exchange(rows_used, 0)}, false)) return false;
    if (row.size() > rows.size()) return pack(row, false);
  }
  std::memcpy(rows.data() + rows_used, row.data(), row.size());
  rows_used += row.size();
  return true;
}

shard_writer::shard_writer(std::unique_ptr<file> opened) : file_(std::move(opened)) {}
shard_writer::shard_writer(shard_writer&&) noexcept = default;
shard_writer& shard_writer::operator=(shard_writer&&) noexcept = default;
shard_writer::~shard_writer() = default;

result<shard_writer> shard_writer::create(const std::string& directory, std::string name,
                                          compression packing) {
  if (!is_writable(packing))
    return tl::unexpected(
        error{error_code::not_supported, "shards cannot be written as " + std::string(name_of(packing))});
  result<durable_file> out = durable_file::create(directory + '/' + name);
  if (!out) return tl::unexpected(std::move(out.error()));
  auto opened = std::make_unique<file>();
  opened->out = std::move(*out);
  opened->summary.name = std::move(name);
  opened->summary.userinfo_hosts.emplace();
  if (packing == compression::none) {
    opened->rows.resize(write_size);
  } else {
    opened->packer = make_seekable_encoder(packing);
    opened->rows.resize(rows_size);
    opened->packed.resize(write_size);
  }
  return shard_writer(std::move(opened));
}

result<shard_writer> shard_writer::create(const std::string& directory, std::uint32_t shard,
                                          const manifest& run) {
  std::string name = shard_file_name(shard, run);
  if (result<void> created = create_shard_folder(directory, name); !created)
    return tl::unexpected(std::move(created.error()));
  const bool is_text = run.form != row_form::parquet;
  result<shard_writer> writer = create(directory, std::move(name), is_text ? run.packing : compression::none);
  if (!writer) return writer;
  file* const to = writer->file_.get();
  if (run.filter_bits != 0) {
    result<filter_writer> filter = filter_writer::create(directory + '/' + filter_file_name(to->summary.name),
                                                         run.order, run.filter_bits);
    if (!filter) return tl::unexpected(std::move(filter.error()));
    to->filter.emplace(std::move(*filter));
  }
  if (is_text) return writer;
  to->rows = {};
  to->columns = std::make_unique<parquet::row_file_writer>(
      parquet_description(run, shard), [to](std::string_view bytes) { return to->write(bytes); });
  return writer;
}

std::uint64_t shard_writer::memory_for(const manifest& run) {
  return (run.form == row_form::parquet ? parquet::memory_to_write(run.fields.size() + 1) : memory_for_text) +
         (run.filter_bits != 0 ? filter_writer::memory : 0);
}

// Adds a row of `size` bytes to the summary; returns false after an error.
bool shard_writer::count(std::size_t size, std::string_view key) {
  file& to = *file_;
  if (!to.state) return false;
  if (to.summary.lines == 0) to.summary.first_key = key;
  to.summary.last_key = key;
  ++to.summary.lines;
  to.summary.lengths.add(key.size());
  note_userinfo(key, to.summary);
  to.summary.content_bytes += size;
  if (to.filter) to.filter->add(key);
  return true;
}

bool shard_writer::append(std::string_view row, std::string_view key) {
  return count(row.size(), key) && file_->take(row);
}

bool shard_writer::append(std::span<const row_value> row, std::string_view key) {
  file& to = *file_;
  if (to.columns) return count(text_size(row), key) && to.note(to.columns->append(row));
  to.typed.clear();
  pack_row(row, to.typed);
  return count(to.typed.size(), key) && to.take(to.typed);
}

template <class Close>
result<shard_summary> shard_writer::finish_with(const Close& close) {
  file& done = *file_;
  if (done.state && done.columns)
    done.note(done.columns->finish());
  else if (done.state)
    done.pack({done.rows.data(), done.rows_used}, true);
  if (done.state) done.state = close(done.out);
  if (done.state && done.filter) {
    done.state = done.filter->finish(close).map(
        [&](filter_summary&& filter) { done.summary.filter = std::move(filter); });
  }
  if (!done.state) return tl::unexpected(done.state.error());
  done.summary.checksum = done.sum.hex();
  return done.summary;
}

result<shard_summary> shard_writer::finish() {
  return finish_with([](durable_file& out) { return out.close(); });
}

result<shard_summary> shard_writer::finish(sync_queue& queue) {
  return finish_with([&queue](durable_file& out) { return queue.add(std::move(out)); });
}

result<shard_summary> shard_writer::finish_unsynced() {
  return finish_with([](durable_file& out) { return out.close_unsynced(); });
}

}  // namespace urlsieve
