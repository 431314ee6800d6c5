// The part of archive_reader that supplies bytes, and searches for a valid header behind damage.
#include <algorithm>
#include <cerrno>
#include <utility>

#include "src/input/archives/ar_entries.hpp"
#include "src/input/archives/archive_reader.hpp"
#include "src/input/archives/cpio_header.hpp"
#include "src/input/archives/tar_header.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t block_size = std::size_t{256} << 10;

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

// Returns the next block; empty at the end, and before a gap.
std::span<const char> archive_reader::fetch() {
  if (file_) {
    block_ = blocks_.next(block_size);
    const std::optional<std::size_t> got = file_->read(file_at_, block_);
    failure_ = got ? 0 : errno;
    block_ = block_.first(got.value_or(0));
    file_at_ += block_.size();
    ended_ = got && *got == 0;
    return block_;
  }
  // All blocks have one size whatever was read before, because libarchive's result for a corrupt block
  // depends on it.
  block_ = blocks_.next(block_size);
  const std::size_t held = std::min(front_.size(), block_size);
  std::copy_n(front_.data(), held, block_.data());
  front_.erase(0, held);
  std::size_t got = 0;
  if (held < block_size && !gap_ahead_) got = packed_->read(block_.subspan(held), counted_);
  taken_ += got;
  if (got != 0 && packed_->after_gap()) {
    gap_ahead_ = true;
    behind_gap_.assign(block_.data() + held, got);
    got = 0;
  }
  block_ = block_.first(held + got);
  ended_ = block_.empty() && !gap_ahead_;
  return block_;
}

std::span<const char> archive_reader::supply() {
  last_ = fetch();
  if (kind_ == file_archive::zip) dictionaries_.bound(file_ ? file_at_ - last_.size() : given_, block_);
  given_ += last_.size();
  return last_;
}

// Makes fetch() continue behind a gap. Returns false if there was none.
bool archive_reader::pass_gap() {
  if (!std::exchange(gap_ahead_, false)) return false;
  front_ = std::exchange(behind_gap_, {});
  return true;
}

// Puts the next valid header in front, to be read again. Returns false if there is none.
bool archive_reader::find_header() {
  const header_sign& sign = sign_of(kind_);
  std::string window;
  while (true) {
    const std::span<const char> more = fetch();
    window.append(more.begin(), more.end());
    // Some headers have no mark to search for; at the front of the archive, sniff_file_archive() recognizes
    // them.
    if (given_ == 0 && !more.empty() && sniff_file_archive(window) == kind_) {
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

void archive_reader::drain() {
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

}  // namespace urlsieve
