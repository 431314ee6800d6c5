#include "src/input/archives/archive_bytes.hpp"

#include <algorithm>
#include <cerrno>
#include <functional>

#include "src/input/archives/ar_entries.hpp"
#include "src/input/archives/cpio_entries.hpp"
#include "src/input/archives/tar_header.hpp"
#include "src/input/zip/zip_directory.hpp"
#include "src/text/number_bytes.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t archive_block = std::size_t{256} << 10;

// How to find headers of a format.
struct header_sign {
  std::string_view mark;
  std::size_t at;    // offset of `mark` in a header
  std::size_t size;  // bytes needed to check a header
  bool (*is_header)(std::string_view text);
};

const header_sign& sign_of(file_archive kind) {
  static constexpr header_sign tar{"ustar", 257, tar_block, is_tar_header};
  static constexpr header_sign cpio{"07070", 0, longest_cpio_header,
                                    [](std::string_view text) { return read_cpio_header(text).has_value(); }};
  static constexpr header_sign ar{"`\n", 58, ar_header_size, is_ar_header};
  return kind == file_archive::tar ? tar : kind == file_archive::cpio ? cpio : ar;
}

}  // namespace

archive_bytes::archive_bytes(file_archive kind, std::unique_ptr<byte_source> packed, std::string_view head,
                             std::size_t junk)
    : kind_(kind),
      packed_(std::move(packed)),
      first_record_(junk),
      front_(head.substr(junk)),
      bytes_read_(head.size()) {
  if (kind_ != file_archive::zip && kind_ != file_archive::seven_zip) return;
  file_ = packed_->random_access();
  if (file_ && !fits_in_memory()) file_.reset();
  if (file_) front_.clear();
}

void archive_bytes::read_in_order() {
  front_.assign(static_cast<std::size_t>(bytes_read_) - first_record_, '\0');
  front_.resize(file_->read(first_record_, front_).value_or(0));
  file_.reset();
  dictionaries_ = {};
  ended_ = false;
  begin_reader();
}

std::string archive_bytes::tail() const {
  constexpr std::size_t most = std::size_t{66} << 10;  // a comment may stand at the end
  std::string last(static_cast<std::size_t>(std::min<std::uint64_t>(file_->size, most)), '\0');
  last.resize(file_->read(file_->size - last.size(), last).value_or(0));
  return last;
}

// True if the directory of a zip archive, as its end record states, is small enough to hold in memory.
bool archive_bytes::fits_in_memory() const {
  if (kind_ != file_archive::zip) return true;
  constexpr std::size_t size_at = 12;
  const std::string last = tail();
  const std::size_t end = last.rfind("PK\5\6");
  if (end == std::string::npos || last.size() < end + size_at + 4) return false;
  return little_endian(std::string_view(last).substr(end + size_at, 4)) <= largest_zip_directory;
}

// Returns the next block; empty at the end, and before a gap.
std::span<const char> archive_bytes::fetch() {
  if (file_) {
    block_ = blocks_.next(archive_block);
    const std::optional<std::size_t> got = file_->read(file_at_, block_);
    failure_ = got ? 0 : errno;
    block_ = block_.first(got.value_or(0));
    file_at_ += block_.size();
    ended_ = got && *got == 0;
    return block_;
  }
  // All blocks have one size whatever was read before, because libarchive's result for a corrupt block
  // depends on it.
  block_ = blocks_.next(archive_block);
  const std::size_t front_size = std::min(front_.size(), archive_block);
  std::copy_n(front_.data(), front_size, block_.data());
  front_.erase(0, front_size);
  std::size_t got = 0;
  if (front_size < archive_block && !gap_ahead_) got = packed_->read(block_.subspan(front_size), counted_);
  bytes_read_ += got;
  if (got != 0 && packed_->after_gap()) {
    gap_ahead_ = true;
    behind_gap_.assign(block_.data() + front_size, got);
    got = 0;
  }
  block_ = block_.first(front_size + got);
  ended_ = block_.empty() && !gap_ahead_;
  return block_;
}

std::span<const char> archive_bytes::supply() {
  last_ = fetch();
  if (kind_ == file_archive::zip) dictionaries_.bound(file_ ? file_at_ - last_.size() : supplied_, block_);
  supplied_ += last_.size();
  return last_;
}

// Makes fetch() continue behind a gap. Returns false if there was none.
bool archive_bytes::pass_gap() {
  if (!std::exchange(gap_ahead_, false)) return false;
  front_ = std::exchange(behind_gap_, {});
  return true;
}

// Puts the next valid header in front, to be read again. Returns false if there is none.
bool archive_bytes::find_header() {
  const header_sign& sign = sign_of(kind_);
  std::string window;
  while (true) {
    const std::span<const char> more = fetch();
    window.append(more.begin(), more.end());
    // Some headers have no mark to search for; at the front of the archive, sniff_file_archive() recognizes
    // them.
    if (supplied_ == 0 && !more.empty() && sniff_file_archive(window) == kind_) {
      front_.insert(0, window);
      return true;
    }
    std::size_t at = window.find(sign.mark, sign.at);
    for (; at != std::string::npos; at = window.find(sign.mark, at + 1)) {
      const std::string_view found = std::string_view(window).substr(at - sign.at);
      if (found.size() < sign.size && !more.empty()) break;
      if (!sign.is_header(found)) continue;
      front_.insert(0, found);
      return true;
    }
    if (more.empty()) {
      if (!pass_gap()) return false;
      window.clear();
    } else if (window.size() >= sign.size) {
      window.erase(0, window.size() - sign.size + 1);
    }
  }
}

void archive_bytes::drain() {
  if (file_) {
    file_at_ = file_->size;
    counted_.bytes_read += file_->size - std::exchange(file_->counted, file_->size);
    packed_->check_end(counted_);
    return;
  }
  front_.clear();
  while (!fetch().empty() || pass_gap()) {
  }
}

void archive_bytes::put_back_last(std::size_t count) {
  front_.insert(front_.begin(), last_.end() - static_cast<std::ptrdiff_t>(count), last_.end());
}

bool archive_bytes::is_held(std::string_view bytes) const {
  return std::greater_equal<>()(bytes.data(), block_.data()) &&
         std::less_equal<>()(bytes.data() + bytes.size(), block_.data() + block_.size());
}

stats archive_bytes::take_counts() {
  counted_.bytes = 0;  // only the content of the archive counts
  return std::exchange(counted_, {});
}

}  // namespace urlsieve
