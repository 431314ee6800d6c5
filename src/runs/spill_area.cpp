#include "src/runs/spill_area.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <string_view>
#include <utility>

#include "src/runs/merged_stream.hpp"
#include "src/runs/run_reader.hpp"
#include "src/runs/run_writer.hpp"
#include "src/text/system_error.hpp"

namespace urlsieve {
namespace {

constexpr std::string_view name_prefix = "run-";

result<void> sync(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return tl::unexpected(system_error(error_code::cannot_open, "open", path, errno));
  const int failed = ::fsync(descriptor) == 0 ? 0 : errno;
  ::close(descriptor);
  if (failed != 0) return tl::unexpected(system_error(error_code::cannot_write, "sync", path, failed));
  return {};
}

}  // namespace

spill_area::~spill_area() {
  for (const std::string& name : passing_) ::unlink(path_of(name).c_str());
  if (has_directory_) ::rmdir(directory_.c_str());  // fails if the directory holds kept runs
}

result<void> spill_area::make_directory() {
  if (has_directory_) return {};
  if (maker_ && directory_.empty()) {
    result<std::string> directory = maker_();
    if (!directory) return tl::unexpected(std::move(directory.error()));
    directory_ = std::move(*directory);
  }
  if (::mkdir(directory_.c_str(), 0700) != 0 && errno != EEXIST)
    return tl::unexpected(system_error(error_code::cannot_open, "create", directory_, errno));
  has_directory_ = true;
  return {};
}

result<std::string> spill_area::path_for(const std::string& name) {
  const std::lock_guard lock(mutex_);
  return make_directory().map([&] { return path_of(name); });
}

result<run_file> spill_area::write(entry_stream& entries, run_fields fields) {
  std::string name(name_prefix);
  {
    const std::lock_guard lock(mutex_);
    if (result<void> status = make_directory(); !status) return tl::unexpected(status.error());
    name += std::to_string(next_number_++);
    passing_.insert(name);
  }
  result<run_writer> writer = run_writer::create(directory_, name, fields);
  if (!writer) return tl::unexpected(writer.error());
  while (entries.advance() && writer->append(entries.entry())) {
  }
  if (const result<void> read = entries.state(); !read) return tl::unexpected(read.error());
  result<run_file> written = writer->finish();
  if (written) {
    const std::lock_guard lock(mutex_);
    bytes_written_ += written->bytes;
  }
  return written;
}

result<std::unique_ptr<entry_stream>> spill_area::open(const run_file& run,
                                                       block_decompressor& unpacker) const {
  return run_reader::open(directory_, run, unpacker)
      .map([](std::unique_ptr<run_reader>&& opened) -> std::unique_ptr<entry_stream> {
        return std::move(opened);
      });
}

result<std::unique_ptr<entry_stream>> spill_area::merge(std::span<const run_file> runs,
                                                        std::vector<std::unique_ptr<entry_stream>> streams,
                                                        block_decompressor& unpacker,
                                                        std::uint32_t max_sources) const {
  for (const run_file& run : runs) {
    result<std::unique_ptr<entry_stream>> opened = open(run, unpacker);
    if (!opened) return tl::unexpected(opened.error());
    streams.push_back(std::move(*opened));
  }
  if (streams.size() == 1) return std::move(streams.front());
  return std::make_unique<merged_stream>(std::move(streams), max_sources);
}

result<void> spill_area::reduce(std::vector<run_file>& runs, std::size_t most, run_fields fields,
                                std::uint32_t max_sources) {
  while (runs.size() > most) {
    // The first merge takes only as many runs as needed, so that all later merges are full.
    const std::size_t count = std::min(most, runs.size() - most + 1);
    std::sort(runs.begin(), runs.end(),
              [](const run_file& a, const run_file& b) { return a.bytes > b.bytes; });
    const std::span<const run_file> smallest = std::span(runs).last(count);
    block_decompressor unpacker;
    result<run_file> merged =
        merge(smallest, {}, unpacker, max_sources).and_then([&](std::unique_ptr<entry_stream>&& stream) {
          return write(*stream, fields);
        });
    if (!merged) return tl::unexpected(merged.error());
    remove(smallest);
    runs.resize(runs.size() - count);
    runs.push_back(std::move(*merged));
  }
  return {};
}

void spill_area::remove(std::span<const run_file> runs) noexcept {
  const std::lock_guard lock(mutex_);
  for (const run_file& run : runs) {
    const auto found = passing_.find(run.name);
    if (found == passing_.end()) continue;
    ::unlink(path_of(run.name).c_str());
    passing_.erase(found);
  }
}

result<void> spill_area::keep(std::span<const run_file> runs) {
  const std::lock_guard lock(mutex_);
  if (result<void> status = make_directory(); !status) return status;
  for (const run_file& run : runs) {
    if (durable_runs_.contains(run.name)) continue;
    if (result<void> synced = sync(path_of(run.name)); !synced) return synced;
    durable_runs_.insert(run.name);
    passing_.erase(run.name);
  }
  return sync(directory_);
}

result<void> spill_area::adopt(const run_file& run) {
  block_decompressor unpacker;
  if (const auto stream = open(run, unpacker); !stream) return tl::unexpected(stream.error());
  const std::lock_guard lock(mutex_);
  has_directory_ = true;
  durable_runs_.insert(run.name);
  std::uint64_t number = 0;
  if (run.name.starts_with(name_prefix))
    std::from_chars(run.name.data() + name_prefix.size(), run.name.data() + run.name.size(), number);
  next_number_ = std::max(next_number_, number + 1);
  return {};
}

void spill_area::discard() noexcept {
  const std::lock_guard lock(mutex_);
  for (const std::string& name : passing_) ::unlink(path_of(name).c_str());
  for (const std::string& name : durable_runs_) ::unlink(path_of(name).c_str());
  passing_.clear();
  durable_runs_.clear();
  if (std::exchange(has_directory_, false)) ::rmdir(directory_.c_str());
}

std::uint64_t spill_area::bytes_written() const {
  const std::lock_guard lock(mutex_);
  return bytes_written_;
}

}  // namespace urlsieve
