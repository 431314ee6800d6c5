#include "src/input/archives/archive_reader.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "src/input/archives/ar_entries.hpp"
#include "src/input/archives/archive_library.hpp"
#include "src/input/archives/cpio_entries.hpp"
#include "src/input/archives/lzip_entry.hpp"
#include "src/input/archives/tar_entries.hpp"
#include "src/input/zip/zip_directory.hpp"
#include "src/text/little_endian.hpp"

namespace urlsieve {
namespace {

// True for formats that are read without libarchive while their headers are supported.
bool is_plain(file_archive kind) {
  return kind == file_archive::tar || kind == file_archive::cpio || kind == file_archive::ar ||
         kind == file_archive::lzip;
}

}  // namespace

archive_reader::archive_reader(file_archive kind, std::unique_ptr<byte_source> packed, std::string_view head,
                               read_ahead how, std::size_t junk)
    : kind_(kind),
      packed_(std::move(packed)),
      how_(std::move(how)),
      front_(head.substr(junk)),
      taken_(head.size()) {
  if (kind_ != file_archive::zip && kind_ != file_archive::seven_zip) return;
  file_ = packed_->in_any_order();
  if (file_ && !may_be_held()) file_.reset();
  if (file_) front_.clear();
  if (file_ && kind_ == file_archive::seven_zip) excess_ = excess_of_seven_zip(*file_);
}

archive_reader::~archive_reader() = default;

std::string archive_reader::tail() const {
  constexpr std::size_t most = std::size_t{66} << 10;  // a comment may stand at the end
  std::string last(static_cast<std::size_t>(std::min<std::uint64_t>(file_->size, most)), '\0');
  last.resize(file_->read(file_->size - last.size(), last).value_or(0));
  return last;
}

const zip_entries* archive_reader::zip_directory_ahead() {
  if (file_ && kind_ == file_archive::zip && !zip_ && !reader_) static_cast<void>(begin());
  return zip_.get();
}

// True if the directory of a zip archive, as its end record states, is small enough to hold in memory.
bool archive_reader::may_be_held() const {
  if (kind_ != file_archive::zip) return true;
  constexpr std::size_t size_at = 12;
  const std::string last = tail();
  const std::size_t end = last.rfind("PK\5\6");
  if (end == std::string::npos || last.size() < end + size_at + 4) return false;
  return little_endian(std::string_view(last).substr(end + size_at, 4)) <= largest_zip_directory;
}

// Starts reading. Returns false if nothing follows.
bool archive_reader::begin() {
  if (is_plain(kind_)) return begin_plain();
  if (given_ != 0) return false;
  first_at_ = 0;
  begun_at_ = first_place_ = fatal_place_ = file_ ? 0 : taken_ - front_.size() - behind_gap_.size();
  if (file_ && kind_ == file_archive::zip) zip_ = zip_entries::of(*file_, how_);
  return zip_ || begin_with_library();
}

bool archive_reader::begin_plain() {
  if (kind_ == file_archive::lzip ? given_ != 0 : !find_header()) return false;
  given_ = 0;
  const std::uint64_t at = taken_ - front_.size() - behind_gap_.size();
  const auto more = [this] { return supply(); };
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

// Returns nullopt if `plain_` has no further entry.
std::optional<archive_reader::step> archive_reader::next_of_plain() {
  switch (plain_->next(head_)) {
    case plain_entries::step::entry:
      piece_ = {};
      piece_at_ = at_ = 0;
      retrying_ = false;
      failures_ = 0;
      return step::entry;
    case plain_entries::step::cut: {
      const std::uint64_t begun_at = plain_->begun_at();
      const step told = fail_in_plain(plain_->reason());
      if (kind_ == file_archive::tar) place_ = begun_at;  // where libarchive would give up
      if (!std::exchange(retrying_, true)) return told;
      break;
    }
    case plain_entries::step::end:
      if (!gap_ahead_) over_ = true;
      plain_.reset();
      break;
    case plain_entries::step::odd:
      if (kind_ == file_archive::tar) {
        over_ = !leave_to_library();
        break;
      }
      // The search for the next header resumes behind the first byte of this header.
      front_.insert(0, plain_->rest().substr(std::min<std::size_t>(plain_->rest().size(), 1)));
      const step told = fail_in_plain(damage::bad_record_header);
      if (!std::exchange(retrying_, true)) return told;
      break;
  }
  return std::nullopt;
}

archive_reader::step archive_reader::fail_in_plain(damage reason) {
  fault_ = reason == damage::bad_record_header ? "a header that cannot be" : plain_->fault();
  place_ = plain_->place();
  reason_ = reason;
  plain_.reset();
  return step::damaged;
}

archive_reader::step archive_reader::next() {
  if (!over_ && excess_) {
    over_ = true;
    fault_ = excess_->why;
    reason_ = excess_->reason;
    return step::damaged;
  }
  while (!over_) {
    if (!plain_ && !zip_ && !reader_ && !begin()) break;
    const std::optional<step> made = plain_ ? next_of_plain() : zip_ ? next_of_zip() : next_of_library();
    if (made) return *made;
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
    case zip_entries::step::odd:
      return next_of_zip_by_library();
    case zip_entries::step::contradiction:
      zip_at_ = place_ = zip_->at();
      reason_ = zip_->reason();
      fault_ = zip_->fault();
      return step::damaged;
    case zip_entries::step::end:
      over_ = true;
      break;
  }
  return std::nullopt;
}

std::optional<std::size_t> archive_reader::read_of_zip(std::span<char> out) {
  const std::optional<std::size_t> got = zip_->read(out);
  zip_at_ = zip_->at();
  if (got) return got;
  reason_ = zip_->reason();
  fault_ = zip_->fault();
  return std::nullopt;
}

std::optional<std::size_t> archive_reader::read(std::span<char> out) {
  if (zip_ && !by_library_) return read_of_zip(out);
  if (piece_.empty() && at_ == piece_at_) {
    const int status = read_piece();
    if (status == ARCHIVE_EOF) return 0;
    if (status < ARCHIVE_WARN) return std::nullopt;
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
  const bool in_block = std::greater_equal<>()(bytes.data(), block_.data()) &&
                        std::less_equal<>()(bytes.data() + bytes.size(), block_.data() + block_.size());
  return in_block ? bytes : std::string_view();
}

int archive_reader::read_piece_of_plain() {
  const std::optional<std::string_view> got = plain_->piece();
  if (!got) {
    static_cast<void>(fail_in_plain(plain_->reason()));
    retrying_ = true;  // the fault is reported already
    return ARCHIVE_FATAL;
  }
  piece_ = *got;
  piece_at_ = at_;
  return got->empty() ? ARCHIVE_EOF : ARCHIVE_OK;
}

std::uint64_t archive_reader::unused() const {
  std::uint64_t left = front_.size();
  if (plain_) left += plain_->rest().size();
  if (reader_) left += unused_by_library();
  return left;
}

stats archive_reader::take_counts() {
  counted_.bytes = 0;  // only the content of the archive counts
  return std::exchange(counted_, {});
}

}  // namespace urlsieve
