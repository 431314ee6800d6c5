#include "src/input/zip/zip_entries.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <system_error>
#include <utility>

#include "src/codec/gzip_stream.hpp"
#include "src/codec/raw_block.hpp"

namespace urlsieve {
namespace {

// libarchive's messages for errors of zlib.
constexpr std::string_view not_deflated = "ZIP decompression failed (-3)";
constexpr std::string_view cut_deflated = "ZIP decompression failed (-5)";
constexpr std::string_view cut = "Truncated ZIP file data";

std::string in_hex(std::uint32_t sum) {
  std::array<char, 8> digits{};
  char* const end = std::to_chars(digits.begin(), digits.end(), sum, 16).ptr;
  return "0x" + std::string(digits.begin(), end);
}

}  // namespace

std::unique_ptr<zip_entries> zip_entries::of(const stored_file& file, const read_ahead& ahead) {
  std::optional<zip_directory> directory = read_zip_directory(file);
  if (!directory) return nullptr;
  return std::unique_ptr<zip_entries>(new zip_entries(file, std::move(*directory), ahead));
}

std::optional<zip_entries::package> zip_entries::read_package(std::size_t most) const {
  if (!package_ || package_->plain > most) return std::nullopt;
  read_ahead alone = how_;
  alone.start = nullptr;
  zip_directory of_package;
  of_package.bytes = directory_bytes_;
  of_package.at = directory_at_;
  of_package.records.push_back(*package_);
  zip_entries entries(file_, std::move(of_package), alone);
  archive_entry_head head;
  step event = entries.next(head);
  if (event == step::contradiction) event = entries.next(head);  // reported when the archive is read
  if (event != step::entry || head.kind != entry_kind::file) return std::nullopt;
  package found{package_path_, {}};
  found.text.reserve(static_cast<std::size_t>(package_->plain));
  std::string block(std::size_t{64} << 10, '\0');
  while (true) {
    const std::optional<std::size_t> got = entries.read(block);
    if (!got || found.text.size() + *got > most) return std::nullopt;
    if (*got == 0) return found;
    found.text.append(block, 0, *got);
  }
}

// Waits until no other thread reads the file.
zip_entries::~zip_entries() {
  for (const std::shared_ptr<zip_member>& member : queue_)
    if (!member->decoding().claim()) member->decoding().wait();
}

void zip_entries::begin_ahead() {
  how_.start([members = std::exchange(task_members_, {}), file = file_, run_bytes = how_.run_bytes,
              left = task_memory_left_] {
    for (const std::shared_ptr<zip_member>& member : members)
      if (member->decoding().claim()) member->read_and_decode(file, run_bytes, *left);
  });
  task_memory_ = 0;
}

void zip_entries::look_ahead() {
  // Remote files are read in order, not ahead.
  const bool ahead = how_.start && file_.remote == nullptr;
  const std::size_t most = ahead ? members_a_run * how_.runs : 1;
  const std::size_t most_held = ahead ? how_.runs * static_cast<std::size_t>(zip_member::most_stored) : 0;
  while (listed_ < records_.size() && queue_.size() < most &&
         (queue_.empty() || queued_memory_ < most_held)) {
    const auto member = std::make_shared<zip_member>(records_[listed_++]);
    member->decoding().open();
    queued_memory_ += member->memory();
    queue_.push_back(member);
    if (!ahead || !member->is_small()) continue;
    task_members_.push_back(member);
    task_memory_ += member->memory();
    if (task_memory_ >= min_task_bytes || listed_ == records_.size()) begin_ahead();
  }
}

// Waits for the thread that reads the current entry; reads other entries meanwhile.
void zip_entries::wait() {
  for (const std::shared_ptr<zip_member>& member : queue_) {
    if (current_->decoding().done()) return;
    if (member->is_small() && member->decoding().claim())
      member->read_and_decode(file_, how_.run_bytes, *task_memory_left_);
  }
  current_->decoding().wait();
}

// Returns false if no entry follows.
bool zip_entries::take_next() {
  if (std::exchange(is_unsupported_, false)) ++passed_;
  look_ahead();
  if (queue_.empty()) return false;
  current_ = std::move(queue_.front());
  queue_.pop_front();
  queued_memory_ -= current_->memory();
  if (current_->decoding().claim())
    current_->read(file_);
  else
    wait();
  task_memory_left_->fetch_add(static_cast<std::int64_t>(current_->reserved()), std::memory_order_relaxed);
  current_->check();
  return true;
}

std::string zip_entries::contradictions_of_header() const {
  if (!current_->differences().empty())
    return "local header and directory differ in " + current_->differences() + "; the directory counts";
  return current_->record().repeats_name ? "another member has the same name" : std::string();
}

// Describes how the end of the current entry and the next offset in the directory disagree. Empty if they
// agree.
std::string zip_entries::contradictions_behind() {
  const zip_record& record = current_->record();
  if (current_->header_size() == 0) return {};
  const std::uint64_t end = record.header_at + current_->header_size() + record.stored;
  const std::size_t next = listed_ - queue_.size();
  const std::uint64_t begin = next < records_.size() ? records_[next].header_at : directory_at_;
  if (end > begin) return "the next member overlaps " + std::to_string(end - begin) + " bytes of it";
  constexpr std::uint16_t has_descriptor = 1U << 3U;
  constexpr std::uint64_t longest_descriptor = 24;
  const std::uint64_t descriptor = (record.flags & has_descriptor) != 0 ? longest_descriptor : 0;
  if (is_padding(end + std::min(descriptor, begin - end), begin)) return {};
  return std::to_string(begin - end) + " bytes behind it belong to no member";
}

// True if the bytes are NULs, or in front of the directory the signatures of an Android package.
bool zip_entries::is_padding(std::uint64_t from, std::uint64_t to) const {
  constexpr std::string_view android = "APK Sig Block 42";
  std::array<char, 4096> block{};
  const auto read = [&](std::uint64_t at, std::uint64_t size) {
    const std::span<char> buffer =
        std::span(block).first(static_cast<std::size_t>(std::min<std::uint64_t>(size, block.size())));
    return std::string_view(block.data(), file_.read(at, buffer).value_or(0));
  };
  if (to == directory_at_ && to - from > android.size() &&
      read(to - android.size(), android.size()) == android)
    return true;
  while (from < to) {
    const std::string_view bytes = read(from, to - from);
    if (bytes.empty() || bytes.find_first_not_of('\0') != std::string_view::npos) return false;
    from += bytes.size();
  }
  return true;
}

zip_entries::step zip_entries::contradict(std::string contradiction, std::uint64_t at) {
  fault_ = std::move(contradiction);
  reason_ = damage::directory_mismatch;
  at_ = at;
  return step::contradiction;
}

std::optional<std::string_view> zip_entries::other_name() const {
  if (!current_ || !current_->differences().starts_with("name")) return std::nullopt;
  return current_->record().name;
}

zip_entries::step zip_entries::next(archive_entry_head& head) {
  if (!std::exchange(was_checked_, true))
    if (std::string contradiction = contradictions_behind(); !contradiction.empty())
      return contradict(std::move(contradiction), current_->record().header_at);
  if (!std::exchange(is_taken_, false)) {
    if (!take_next()) {
      if (!std::exchange(miscounts_, false)) return step::end;
      return contradict("its end states another number of members than its directory has", directory_at_);
    }
    if (std::string contradiction = contradictions_of_header(); !contradiction.empty()) {
      is_taken_ = true;
      return contradict(std::move(contradiction), current_->record().header_at);
    }
  }
  was_checked_ = false;
  is_unsupported_ = !current_->header();
  if (is_unsupported_) {
    at_ = current_->record().header_at;
    return step::unsupported;
  }
  ++passed_;
  const zip_header& header = *current_->header();
  at_ = current_->record().header_at + header.size;
  left_ = current_->is_whole() ? current_->bytes().size() : current_->record().stored;
  is_over_ = left_ == 0;
  ended_ = false;
  delivered_ = 0;
  sum_ = 0;
  unused_ = {};
  if (inflater_) inflater_->reset();
  reason_ = damage::corrupt_compression;
  fault_.clear();
  head.path = header.name;
  head.kind = header.kind;
  head.encrypted = head.too_large = false;
  return step::entry;
}

std::optional<std::size_t> zip_entries::read(std::span<char> out) {
  if (out.empty() || ended_) return 0;
  const std::optional<std::size_t> got = is_over_ ? 0 : read_more(out);
  if (got == 0U) return end();
  ended_ = !got;
  if (!got) return got;
  delivered_ += *got;
  if (!is_checked()) sum_ = crc32_of(sum_, out.first(*got));
  return got;
}

// True if the entry was decompressed whole, which verified its size and checksum.
bool zip_entries::is_checked() const {
  return current_->is_whole() && current_->header()->method == zip_header::deflated && delivered_ != 0;
}

// Verifies size and checksum at the end of the entry, and reports differences. Compares sizes modulo 2^32,
// because not all writers store larger sizes.
std::optional<std::size_t> zip_entries::end() {
  ended_ = is_over_ = true;
  const zip_record& record = current_->record();
  std::string wrong;
  if (static_cast<std::uint32_t>(delivered_) != static_cast<std::uint32_t>(record.plain)) {
    wrong = "ZIP uncompressed data is wrong size (read " + std::to_string(delivered_) + ", expected " +
            std::to_string(record.plain) + ")";
  } else if (!is_checked() && sum_ != record.sum) {
    wrong = "ZIP bad CRC: " + in_hex(sum_) + " should be " + in_hex(record.sum);
  }
  if (wrong.empty()) return 0;
  return lose(damage::corrupt_compression, wrong);
}

std::optional<std::size_t> zip_entries::read_more(std::span<char> out) {
  if (!fault_.empty()) return lose(reason_, std::exchange(fault_, {}));
  if (current_->is_whole()) return copy(out);
  return current_->header()->method == zip_header::stored ? read_stored(out) : inflate(out);
}

std::optional<std::size_t> zip_entries::copy(std::span<char> out) {
  const std::string_view rest =
      current_->bytes().substr(current_->bytes().size() - static_cast<std::size_t>(left_));
  const std::size_t part = rest.copy(out.data(), out.size());
  left_ -= part;
  return part;
}

std::optional<std::size_t> zip_entries::read_stored(std::span<char> out) {
  if (left_ == 0) return 0;
  const std::span<char> buffer =
      out.first(static_cast<std::size_t>(std::min<std::uint64_t>(left_, out.size())));
  const std::optional<std::size_t> got = file_.read(at_, buffer);
  if (!got) return lose(damage::unreadable, std::system_category().message(errno));
  if (*got == 0) return lose(damage::truncated_record, cut);
  at_ += *got;
  left_ -= *got;
  return got;
}

std::optional<std::size_t> zip_entries::inflate(std::span<char> out) {
  constexpr std::size_t block = std::size_t{256} << 10;
  if (!inflater_) inflater_ = make_inflater(deflate_wrapper::raw);
  while (true) {
    if (unused_.empty() && left_ != 0) {
      packed_.resize(static_cast<std::size_t>(std::min<std::uint64_t>(left_, block)));
      const std::optional<std::size_t> got = file_.read(at_, packed_);
      if (!got) return lose(damage::unreadable, std::system_category().message(errno));
      if (*got == 0) return lose(damage::truncated_record, cut_deflated);
      at_ += *got;
      left_ -= *got;
      unused_ = {packed_.data(), *got};
    }
    const decode_step progress = inflater_->decode(unused_, out, left_ == 0);
    unused_.remove_prefix(progress.consumed);
    is_over_ = progress.state == decode_state::member_end;
    if (progress.state == decode_state::corrupt) fault_ = not_deflated;
    if (progress.state == decode_state::truncated) fault_ = cut_deflated;
    // Bytes before the fault are returned first.
    if (is_over_ || progress.produced != 0) return progress.produced;
    if (!fault_.empty()) return lose(damage::corrupt_compression, std::exchange(fault_, {}));
  }
}

std::optional<std::size_t> zip_entries::lose(damage reason, std::string_view fault) {
  is_over_ = true;
  reason_ = reason;
  fault_ = fault;
  return std::nullopt;
}

}  // namespace urlsieve
