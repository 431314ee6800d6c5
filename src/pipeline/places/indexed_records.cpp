#include "src/pipeline/places/indexed_records.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

#include "src/input/offset_mark.hpp"
#include "src/pipeline/places/place_rows.hpp"
#include "src/pipeline/redirects/locked_spill_directory.hpp"
#include "src/pipeline/resources.hpp"
#include "urlsieve/input_options.hpp"
#include "urlsieve/output_options.hpp"
#include "urlsieve/password.hpp"

namespace urlsieve {
namespace {

constexpr std::uint64_t part_of_memory_for_places = 16;
constexpr std::size_t longest_indexed_name = std::size_t{64} << 10U;
constexpr std::string_view whole_record_end = "\r\n\r\n";
constexpr std::string_view whole_arc_record_end = "\n";

// Larger records are decompressed by the reader alone, which bounds the memory of the work ahead.
constexpr std::size_t largest_stored_ahead = std::size_t{2} << 20U;
constexpr std::size_t largest_decoded_ahead = std::size_t{8} << 20U;

// Returns true if the bytes of a record did not arrive, which says nothing about the record.
bool is_unavailable(const fetched_record& fetched) {
  return fetched.fault && kind_of(fetched.fault->reason) == fault::input;
}

std::string prefix_of_inputs(std::string prefix) {
  if (!prefix.empty() && !prefix.ends_with('/')) prefix += '/';
  return prefix;
}

// The records of one file.
class indexed_source final : public byte_source {
 public:
  indexed_source(indexed_records& records, std::string name)
      : records_(records), file_(std::move(name)), name_(without_password(file_)) {}

  std::size_t read(std::span<char> out, stats& counted) override {
    std::size_t filled = 0;
    while (filled < out.size()) {
      if (record_ == nullptr && !begin_record(counted)) break;
      const std::size_t size = std::min(out.size() - filled, record_->bytes.size() - done_);
      std::memcpy(out.data() + filled, record_->bytes.data() + done_, size);
      filled += size;
      done_ += size;
      plain_ += size;
      if (done_ == record_->bytes.size()) end_record();
    }
    counted.bytes += filled;
    return filled;
  }

  [[nodiscard]] bool after_gap() const override { return false; }

  void take_marks(std::vector<offset_mark>& marks) override {
    marks.insert(marks.end(), marks_.begin(), marks_.end());
    marks_.clear();
  }

  [[nodiscard]] std::uint64_t stored_position() const override { return stored_; }
  [[nodiscard]] std::uint64_t stored_size() const override { return 0; }
  [[nodiscard]] std::string_view name() const override { return name_; }

 private:
  bool begin_record(stats& counted) {
    const std::uint64_t before = counted.bytes_read;
    record_ = records_.next_of(file_, counted);
    stored_ += counted.bytes_read - before;
    if (record_ == nullptr) return false;
    done_ = 0;
    marks_.push_back({plain_, record_->from.offset, !record_->is_compressed});
    return true;
  }

  void end_record() {
    if (record_->is_compressed)
      marks_.push_back({plain_, record_->from.offset + record_->from.bytes.size(), false, true, true});
    record_.reset();
  }

  indexed_records& records_;
  std::string file_;
  std::string name_;
  std::unique_ptr<indexed_record> record_;  // null: between two records
  std::size_t done_ = 0;                    // bytes of the record returned so far
  std::uint64_t plain_ = 0;                 // bytes returned so far
  std::uint64_t stored_ = 0;
  std::vector<offset_mark> marks_;
};

}  // namespace

struct indexed_records::idle_readers {
  std::mutex mutex;
  std::vector<std::unique_ptr<stored_record_reader>> readers;
  record_limit limit;

  std::unique_ptr<stored_record_reader> take() {
    const std::lock_guard lock(mutex);
    if (readers.empty()) return std::make_unique<stored_record_reader>(limit, true);
    std::unique_ptr<stored_record_reader> reader = std::move(readers.back());
    readers.pop_back();
    return reader;
  }

  void give(std::unique_ptr<stored_record_reader> reader) {
    const std::lock_guard lock(mutex);
    readers.push_back(std::move(reader));
  }
};

struct indexed_records::pending {
  std::unique_ptr<indexed_record> record = std::make_unique<indexed_record>();
  std::size_t stored = 0;
  claim_once decoding;
  std::exception_ptr failure;  // of the thread that decompressed the record
};

result<std::unique_ptr<indexed_records>> indexed_records::open(const std::string& name,
                                                               std::optional<opened_list> list,
                                                               run_options options,
                                                               const remote_context& remote,
                                                               const std::set<file_identity>& replaced) {
  const auto refuse = [&](std::string_view why) {
    return tl::unexpected(
        error{error_code::usage, without_password(name) + " is an index of records: " + std::string(why)});
  };
  if (options.output.resume) return refuse("output_options::resume needs a list of files");
  if (options.input.format != input_format::automatic && options.input.format != input_format::warc)
    return refuse("the records are of web archives, so input_options::format must be auto or warc");
  std::unique_ptr<indexed_records> opened(new indexed_records(name, std::move(options), remote, replaced));
  return opened->read_rows(std::move(list)).map([&] { return std::move(opened); });
}

indexed_records::indexed_records(std::string name, run_options options, remote_context remote,
                                 const std::set<file_identity>& replaced)
    : name_(std::move(name)),
      options_(std::move(options)),
      remote_(std::move(remote)),
      area_(locked_spill_directory(spill_place_of(options_.output))),
      places_(area_, memory_or_half(options_.output.memory) / part_of_memory_for_places,
              options_.input.max_document),
      records_({remote_,
                prefix_of_inputs(options_.inputs_prefix),
                {options_.input.max_document, "input_options::max_document"},
                {replaced.begin(), replaced.end()}},
               [this] { return next_place(); }),
      reader_({options_.input.max_document, "input_options::max_document"}, true),
      idle_(std::make_shared<idle_readers>()),
      most_pending_bytes_(options_.input.max_document) {
  idle_->limit = {std::min(largest_decoded_ahead, options_.input.max_document),
                  "input_options::max_document"};
}

void indexed_records::set(const read_ahead& ahead) {
  ahead_ = ahead;
}

result<void> indexed_records::read_rows(std::optional<opened_list> list) {
  const place_reading how{
      {}, options_.marks, remote_, memory_or_half(options_.output.memory) / part_of_memory_for_places};
  result<void> added;
  const auto take = [&](const place_row& row) {
    added = add(row);
    return added.has_value();
  };
  // A file is opened again, so that damage of rows has its place in the file.
  std::error_code failed;
  const bool is_stream = list && !std::filesystem::is_regular_file(name_, failed);
  result<void> read =
      is_stream ? read_places(name_, std::move(*list), how, take) : read_places(name_, how, take);
  if (!added) return added;
  if (!read) return read;
  return places_.open();
}

result<void> indexed_records::add(const place_row& row) {
  const bool is_too_long = row.place && row.place->input.size() > longest_indexed_name;
  if (row.place && !is_too_long) return places_.add(*row.place);
  const std::string_view why = is_too_long          ? "the name of the input is longer than 64 KiB"
                               : !row.fault.empty() ? row.fault
                                                    : "the row has no offset or no length of a record";
  counted_.damaged_in(damage::unreadable, name_,
                      row.is_stored ? input_place{row.at, std::nullopt} : input_place{std::nullopt, row.at},
                      why);
  return {};
}

// Returns the next place, and counts different lengths; nullopt at the end.
std::optional<record_place> indexed_records::next_place() {
  const std::optional<record_place> place = places_.next();
  if (!place) return std::nullopt;
  if (const std::string why = places_.contradiction(); !why.empty())
    counted_.damaged_in(damage::bad_record_length, name_, {}, std::string(place->input) + ": " + why);
  return place;
}

// Decompresses the record, and completes the line ends, which the last record of a file may lack.
void indexed_records::decode(stored_record_reader& reader, indexed_record& record) {
  const stored_record read = read_longest(record.from, reader);
  record.fault = read.fault;
  if (read.fault) return;
  record.is_compressed = read.packing != compression::none;
  record.bytes.assign(read.bytes);
  const std::string_view record_end = read.is_arc ? whole_arc_record_end : whole_record_end;
  if (read.line_ends().size() < record_end.size()) {
    record.bytes.resize(read.header_size + read.block_size);
    record.bytes.append(record_end);
  }
}

// Fetches the next record. A small record may be decompressed by another thread.
void indexed_records::fetch() {
  result<std::optional<fetched_record>> fetched = records_.next();
  if (fetched && !*fetched)
    if (result<void> state = places_.state(); !state) fetched = tl::unexpected(std::move(state.error()));
  if (!fetched) failure_ = std::move(fetched.error());
  has_ended_ = !fetched || !*fetched;
  if (has_ended_) return;
  auto added = std::make_shared<pending>();
  added->record->from = std::move(**fetched);
  added->stored = added->record->from.bytes.size();
  pending_bytes_ += added->stored;
  added->decoding.open();
  pending_.push_back(added);
  if (!ahead_.start || added->record->from.fault || added->stored > largest_stored_ahead) return;
  ahead_.start([added, idle = idle_] {
    if (!added->decoding.claim()) return;
    try {
      std::unique_ptr<stored_record_reader> reader = idle->take();
      decode(*reader, *added->record);
      idle->give(std::move(reader));
    } catch (...) {
      added->failure = std::current_exception();
    }
    added->decoding.finish();
  });
}

// Returns the next record, and fetches records behind it; null at the end, and after an error.
indexed_records::pending* indexed_records::front() {
  constexpr std::size_t records_for_run = 4;
  const std::size_t most = ahead_.start ? std::max<std::size_t>(1, records_for_run * ahead_.runs) : 1;
  while (!has_ended_ &&
         (pending_.empty() || (pending_.size() < most && pending_bytes_ < most_pending_bytes_)))
    fetch();
  return failure_ || pending_.empty() ? nullptr : pending_.front().get();
}

std::unique_ptr<indexed_record> indexed_records::take_front() {
  const std::shared_ptr<pending> first = std::move(pending_.front());
  pending_.pop_front();
  pending_bytes_ -= first->stored;
  indexed_record& record = *first->record;
  if (record.from.fault) return std::move(first->record);
  bool is_decoded = false;
  if (!first->decoding.claim()) {
    first->decoding.wait();
    if (first->failure) std::rethrow_exception(first->failure);
    is_decoded = !record.fault || record.fault->reason != damage::too_large;
  }
  if (!is_decoded) decode(reader_, record);
  return std::move(first->record);
}

// Skips the records in front of the first range that arrives of the next file. Counts the file as not read if
// no range arrives; otherwise next_of() counts the skipped records as damage.
void indexed_records::skip_unavailable(stats& counted) {
  const std::shared_ptr<const std::string> name = front()->record->from.input;
  const input_fault first = *front()->record->from.fault;
  std::uint64_t count = 0;
  stats lost;
  for (const pending* next = front(); next != nullptr && *next->record->from.input == *name; next = front()) {
    const fetched_record& from = next->record->from;
    if (from.count != 0) break;
    if (!is_unavailable(from)) return counted_.add(lost);
    lost.damaged_in(from.fault->reason, *name, {from.offset, std::nullopt}, from.fault->why);
    ++count;
    static_cast<void>(take_front());
  }
  counted.not_read(first.reason, *name,
                   first.why + " (" + std::to_string(count) + (count == 1 ? " record)" : " records)"));
}

std::unique_ptr<byte_source> indexed_records::next(stats& counted) {
  while (const pending* const first = front()) {
    counted.add(std::exchange(counted_, {}));
    const fetched_record& from = first->record->from;
    if (from.count == 0 && !is_unavailable(from)) return std::make_unique<indexed_source>(*this, *from.input);
    if (from.count == 0) {
      skip_unavailable(counted);
      continue;
    }
    counted.not_read(
        from.fault->reason, *from.input,
        from.fault->why + " (" + std::to_string(from.count) + (from.count == 1 ? " record)" : " records)"));
    static_cast<void>(take_front());
  }
  counted.add(std::exchange(counted_, {}));
  return nullptr;
}

std::unique_ptr<indexed_record> indexed_records::next_of(const std::string& name, stats& counted) {
  while (const pending* const first = front()) {
    counted.add(std::exchange(counted_, {}));
    if (first->record->from.count != 0 || *first->record->from.input != name) return nullptr;
    std::unique_ptr<indexed_record> record = take_front();
    counted.bytes_read += record->from.bytes.size();
    const input_place place{record->from.offset, std::nullopt};
    if (record->from.fault)
      counted.damaged_in(record->from.fault->reason, name, place, record->from.fault->why);
    else if (record->fault)
      counted.damaged_in(record->fault->reason, name, place, record->fault->why);
    else
      return record;
  }
  return nullptr;
}

}  // namespace urlsieve
