#include "src/input/archives/archive_reader.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

#include "src/input/archives/ar_entries.hpp"
#include "src/input/archives/cpio_entries.hpp"
#include "src/input/archives/lzip_entry.hpp"
#include "src/input/archives/tar_entries.hpp"

namespace urlsieve {
namespace {

// Limit of consecutive unreadable entries; beyond it, the reader gives up the archive.
constexpr unsigned most_failures = 1000;

// True for formats that are read without libarchive while their headers are supported.
bool is_plain(file_archive kind) {
  return kind == file_archive::tar || kind == file_archive::cpio || kind == file_archive::ar ||
         kind == file_archive::lzip;
}

}  // namespace

archive_reader::archive_reader(file_archive kind, std::unique_ptr<byte_source> packed, std::string_view head,
                               read_ahead ahead, std::size_t junk)
    : kind_(kind), how_(std::move(ahead)), bytes_(kind, std::move(packed), head, junk) {
  if (by_directory() && kind_ == file_archive::seven_zip) excess_ = check_seven_zip_bounds(*bytes_.file());
}

archive_reader::~archive_reader() = default;

const zip_entries* archive_reader::zip_directory_ahead() {
  if (by_directory() && kind_ == file_archive::zip && !zip_ && !library_) static_cast<void>(begin());
  return zip_.get();
}

// Starts reading. Returns false if nothing follows.
bool archive_reader::begin() {
  if (is_plain(kind_)) return begin_plain();
  if (bytes_.supplied() != 0) return false;
  if (by_directory() && kind_ == file_archive::zip) zip_ = zip_entries::of(*bytes_.file(), how_);
  if (zip_) return true;
  const std::uint64_t at = by_directory() ? 0 : bytes_.at();
  return begin_with_library({at, 0, at, at});
}

bool archive_reader::begin_plain() {
  if (kind_ == file_archive::lzip ? bytes_.supplied() != 0 : !bytes_.find_header()) return false;
  bytes_.begin_reader();
  const std::uint64_t at = bytes_.at();
  const auto more = [this] { return bytes_.supply(); };
  if (kind_ == file_archive::tar)
    plain_ = std::make_unique<tar_entries>(more, at);
  else if (kind_ == file_archive::cpio)
    plain_ = std::make_unique<cpio_entries>(more, at);
  else if (kind_ == file_archive::ar)
    plain_ = std::make_unique<ar_entries>(more, at);
  else
    plain_ = std::make_unique<lzip_entry>(more, at);
  return true;
}

bool archive_reader::begin_with_library(const library_reader::origin& places) {
  library_ = std::make_unique<library_reader>(kind_, bytes_, places);
  return library_->open();
}

// Passes a tar archive to libarchive, from the headers of the next entry on, behind synthetic headers.
bool archive_reader::continue_with_library() {
  const std::string before = static_cast<const tar_entries&>(*plain_).headers_for_all();
  bytes_.put_back(before + std::string(plain_->rest()));
  const library_reader::origin places{plain_->at() - before.size(), before.size(), plain_->place(),
                                      plain_->begun_at()};
  plain_.reset();
  if (!begin_with_library(places)) return false;
  if (!before.empty()) static_cast<void>(library_->skip_header());
  return true;
}

void archive_reader::begin_content() {
  piece_ = {};
  piece_at_ = at_ = 0;
}

// Returns nullopt if `plain_` has no further entry.
std::optional<archive_reader::step> archive_reader::next_of_plain() {
  switch (plain_->next(head_)) {
    case plain_entries::step::entry:
      begin_content();
      retrying_ = false;
      failures_ = 0;
      return step::entry;
    case plain_entries::step::cut: {
      const std::uint64_t begun_at = plain_->begun_at();
      const step reported = fail_in_plain(plain_->reason());
      if (kind_ == file_archive::tar) fault_.place = begun_at;  // where libarchive would give up
      if (!std::exchange(retrying_, true)) return reported;
      break;
    }
    case plain_entries::step::end:
      if (!bytes_.gap_follows()) is_over_ = true;
      plain_.reset();
      break;
    case plain_entries::step::unsupported:
      if (kind_ == file_archive::tar) {
        is_over_ = !continue_with_library();
        break;
      }
      // The search for the next header resumes behind the first byte of this header.
      bytes_.put_back(plain_->rest().substr(std::min<std::size_t>(plain_->rest().size(), 1)));
      const step reported = fail_in_plain(damage::bad_record_header);
      if (!std::exchange(retrying_, true)) return reported;
      break;
  }
  return std::nullopt;
}

archive_reader::step archive_reader::report(archive_fault found) {
  const std::optional<std::uint64_t> place = found.place ? found.place : fault_.place;
  fault_ = std::move(found);
  fault_.place = place;
  return step::damaged;
}

archive_reader::step archive_reader::fail_in_plain(damage reason) {
  archive_fault found{reason, plain_->place(),
                      reason == damage::bad_record_header ? "an impossible header" : plain_->fault()};
  plain_.reset();
  return report(std::move(found));
}

archive_reader::step archive_reader::next() {
  if (!is_over_ && excess_) {
    is_over_ = true;
    return report({excess_->reason, std::nullopt, std::string(excess_->why)});
  }
  while (!is_over_) {
    if (!plain_ && !zip_ && !library_ && !begin()) break;
    const std::optional<step> found = plain_ ? next_of_plain() : zip_ ? next_of_zip() : next_of_library();
    if (found) return *found;
  }
  return step::end;
}

// Returns nullopt if `zip_` has no further entry.
std::optional<archive_reader::step> archive_reader::next_of_zip() {
  by_library_ = false;
  switch (zip_->next(head_)) {
    case zip_entries::step::entry:
      zip_at_ = zip_->at();
      return step::entry;
    case zip_entries::step::unsupported:
      return next_of_zip_by_library();
    case zip_entries::step::contradiction:
      zip_at_ = zip_->at();
      return report({zip_->reason(), zip_at_, std::string(zip_->fault())});
    case zip_entries::step::end:
      is_over_ = true;
      break;
  }
  return std::nullopt;
}

std::optional<std::size_t> archive_reader::read_of_zip(std::span<char> out) {
  const std::optional<std::size_t> got = zip_->read(out);
  zip_at_ = zip_->at();
  if (!got) static_cast<void>(report({zip_->reason(), std::nullopt, std::string(zip_->fault())}));
  return got;
}

// Reads an entry that zip_entries does not support. libarchive reads the archive once for all such entries,
// in order, and restarts up to 16 times after an error.
archive_reader::step archive_reader::next_of_zip_by_library() {
  constexpr unsigned most_begun = 16;
  by_library_ = true;
  retrying_ = false;
  zip_at_ = zip_->at();
  const auto report_unreadable = [this] {
    if (bytes_.failure() != 0)
      return report({damage::unreadable, zip_at_, std::system_category().message(bytes_.failure())});
    return report({damage::bad_record_header, zip_at_, "an entry of the zip directory cannot be read"});
  };
  if (!library_) {
    if (library_begun_ == most_begun) return report_unreadable();
    ++library_begun_;
    bytes_.seek(0);
    library_passed_ = 0;
    if (!begin_with_library({})) return report_unreadable();
  }
  for (; library_passed_ < zip_->passed(); ++library_passed_) {
    if (library_->skip_header()) continue;
    library_.reset();
    return report_unreadable();
  }
  ++library_passed_;
  const std::optional<step> found = next_of_library();
  is_over_ = false;
  if (found == step::entry) {
    if (const std::optional<std::string_view> name = zip_->other_name()) head_.path = *name;
    return *found;
  }
  library_.reset();
  fault_.place = zip_at_;
  return step::damaged;
}

// Returns nullopt if `library_` has no further entry.
std::optional<archive_reader::step> archive_reader::next_of_library() {
  switch (library_->next(head_)) {
    case library_reader::step::entry:
      begin_content();
      has_entry_ = true;
      retrying_ = false;
      failures_ = 0;
      return step::entry;
    case library_reader::step::unrecognized: {
      is_over_ = true;
      archive_fault found = library_->fault(damage::corrupt_compression);
      found.text = "its header is corrupt";
      return report(std::move(found));
    }
    case library_reader::step::corrupt_header:
      if (!std::exchange(retrying_, true)) return report(library_->fault(damage::bad_record_header));
      is_over_ = kind_ != file_archive::tar && ++failures_ > most_failures;
      break;
    case library_reader::step::fatal: {
      archive_fault found =
          library_->fault(bytes_.is_cut() ? damage::truncated_record : damage::bad_record_header);
      give_back_unused();
      // Members are found by their own headers if the directory of the archive is damaged.
      if (is_zip_without_directory()) bytes_.read_in_order();
      if (!std::exchange(retrying_, true)) return report(std::move(found));
      is_over_ = bytes_.failure() != 0;  // the file cannot be read at the second attempt, either
      break;
    }
    case library_reader::step::end:
      if (!bytes_.gap_follows()) is_over_ = true;
      library_.reset();
      break;
  }
  return std::nullopt;
}

// True if libarchive gave up a zip archive before its first entry, because its directory is damaged.
bool archive_reader::is_zip_without_directory() const {
  return kind_ == file_archive::zip && by_directory() && !zip_ && !has_entry_ && bytes_.failure() == 0;
}

// After libarchive gave up: the search for the next header resumes behind the first unused byte.
void archive_reader::give_back_unused() {
  const std::uint64_t left = library_->unused();
  library_.reset();
  if (kind_ != file_archive::tar) return;
  const auto whole = static_cast<std::size_t>(std::min<std::uint64_t>(left, bytes_.last_size()));
  if (whole > 1) bytes_.put_back_last(whole - 1);
}

// Returns the next contiguous bytes of the entry; reports a fault.
library_reader::piece archive_reader::next_piece() {
  using kind = library_reader::piece::kind;
  if (plain_) {
    const std::optional<std::string_view> got = plain_->piece();
    if (got) return {got->empty() ? kind::end : kind::bytes, *got, at_, {}};
    static_cast<void>(fail_in_plain(plain_->reason()));
    retrying_ = true;  // the fault is reported already
    return {kind::failed};
  }
  if (!library_) return {kind::failed};
  library_reader::piece got = library_->next_piece();
  if (got.is == kind::failed || got.is == kind::fatal) static_cast<void>(report(std::move(got.fault)));
  if (got.is == kind::fatal) {
    retrying_ = true;
    give_back_unused();
  }
  return got;
}

std::optional<std::size_t> archive_reader::read(std::span<char> out) {
  if (zip_ && !by_library_) return read_of_zip(out);
  if (piece_.empty() && at_ == piece_at_) {
    const library_reader::piece got = next_piece();
    if (got.is == library_reader::piece::kind::end) return 0;
    if (got.is != library_reader::piece::kind::bytes) return std::nullopt;
    piece_ = got.bytes;
    piece_at_ = std::max(at_, got.offset);
  }
  // Fills the holes of a sparse file with NULs.
  const auto hole = static_cast<std::size_t>(std::min<std::uint64_t>(piece_at_ - at_, out.size()));
  std::fill_n(out.data(), hole, '\0');
  const std::size_t part = std::min(piece_.size(), out.size() - hole);
  std::copy_n(piece_.data(), part, out.data() + hole);
  piece_.remove_prefix(part);
  piece_at_ += part;
  at_ += hole + part;
  return hole + part;
}

std::string_view archive_reader::whole() const {
  if (!plain_ || kind_ == file_archive::lzip || at_ != 0 || !piece_.empty()) return {};
  const std::string_view bytes = plain_->whole();
  // Bytes that span two blocks are in memory that hold() does not own.
  return bytes_.is_held(bytes) ? bytes : std::string_view();
}

std::uint64_t archive_reader::unused() const {
  std::uint64_t left = bytes_.in_front();
  if (plain_) left += plain_->rest().size();
  if (library_) left += library_->unused();
  return left;
}

}  // namespace urlsieve
