// The part of archive_reader that calls libarchive.
#include <algorithm>
#include <array>
#include <cerrno>
#include <clocale>
#include <cstdio>
#include <new>
#include <system_error>

#include "src/input/archives/archive_library.hpp"
#include "src/input/archives/archive_reader.hpp"
#include "src/input/archives/tar_entries.hpp"
#include "src/input/zip/zip_directory.hpp"
#include "src/text/little_endian.hpp"

namespace urlsieve {
namespace {

// Limit of consecutive unreadable entries; beyond it, the reader gives up the archive.
constexpr unsigned most_failures = 1000;

// Sets the thread's locale to UTF-8 while libarchive reads a header, because libarchive converts names to the
// locale's charset.
class utf8_names {
 public:
  utf8_names() {
    static const locale_t utf8 = ::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
    if (utf8 != nullptr) before_ = ::uselocale(utf8);
  }
  ~utf8_names() {
    if (before_ != nullptr) ::uselocale(before_);
  }
  utf8_names(const utf8_names&) = delete;
  utf8_names& operator=(const utf8_names&) = delete;

 private:
  locale_t before_ = nullptr;
};

// In some archives, only one of a file's hard links has the content; the others have no bytes to read.
entry_kind kind_of(::archive_entry* entry, const archive_library& with) {
  switch (with.archive_entry_filetype(entry)) {
    case AE_IFDIR:
      return entry_kind::directory;
    case AE_IFLNK:
      return entry_kind::link;
    case AE_IFCHR:
    case AE_IFBLK:
      return entry_kind::device;
    case AE_IFIFO:
      return entry_kind::fifo;
    case AE_IFSOCK:
      return entry_kind::socket;
    default:
      break;
  }
  const bool again = with.archive_entry_hardlink(entry) != nullptr && with.archive_entry_size(entry) == 0;
  return again ? entry_kind::link : entry_kind::file;
}

}  // namespace

// Callbacks for libarchive. Exceptions must not propagate through it.
struct archive_reader::callbacks {
  static la_ssize_t read(::archive* /*reader*/, void* data, const void** block) {
    auto& self = *static_cast<archive_reader*>(data);
    try {
      static_cast<void>(self.supply());
    } catch (...) {
      self.thrown_ = std::current_exception();
      return ARCHIVE_FATAL;
    }
    // The directory of the zip archive is larger than its end record states.
    if (self.directory_ahead_ && self.given_ > 2 * largest_zip_directory) self.failure_ = EFBIG;
    *block = self.last_.data();
    return self.failure_ != 0 ? la_ssize_t{ARCHIVE_FATAL} : static_cast<la_ssize_t>(self.last_.size());
  }

  static la_int64_t skip(::archive* /*reader*/, void* data, la_int64_t bytes) {
    auto& self = *static_cast<archive_reader*>(data);
    const auto most = static_cast<la_int64_t>(self.file_->size - std::min(self.file_at_, self.file_->size));
    const la_int64_t passed = std::clamp<la_int64_t>(bytes, 0, most);
    self.file_at_ += static_cast<std::uint64_t>(passed);
    return passed;
  }

  static la_int64_t seek(::archive* /*reader*/, void* data, la_int64_t to, int from) {
    auto& self = *static_cast<archive_reader*>(data);
    const auto size = static_cast<la_int64_t>(self.file_->size);
    const la_int64_t origin = from == SEEK_SET   ? 0
                              : from == SEEK_END ? size
                                                 : static_cast<la_int64_t>(self.file_at_);
    if (to < -origin || to > size - origin) return ARCHIVE_FATAL;
    self.file_at_ = static_cast<std::uint64_t>(origin + to);
    return origin + to;
  }
};

void archive_reader::closing::operator()(::archive* reader) const {
  archive_library::get().archive_read_free(reader);
}

// Passes a tar archive to libarchive, from the headers of the next entry on, behind synthetic headers.
bool archive_reader::leave_to_library() {
  const std::string before = static_cast<const tar_entries&>(*plain_).headers_for_all();
  front_.insert(0, before + std::string(plain_->rest()));
  begun_at_ = plain_->at() - before.size();
  first_at_ = before.size();
  first_place_ = plain_->place();
  fatal_place_ = plain_->begun_at();
  plain_.reset();
  if (!begin_with_library()) return false;
  const utf8_names named;
  ::archive_entry* ours = nullptr;
  if (!before.empty())
    static_cast<void>(archive_library::get().archive_read_next_header(reader_.get(), &ours));
  rethrow();
  return true;
}

// Reads an entry that zip_entries does not support. libarchive reads the archive once for all such entries,
// in order, and restarts up to 16 times after an error.
archive_reader::step archive_reader::next_of_zip_by_library() {
  constexpr unsigned most_begun = 16;
  by_library_ = true;
  retrying_ = false;
  zip_at_ = place_ = zip_->at();
  fault_ = "an entry of its directory cannot be read";
  reason_ = damage::bad_record_header;
  if (!reader_) {
    if (library_begun_ == most_begun) return step::damaged;
    ++library_begun_;
    file_at_ = 0;
    library_passed_ = 0;
    if (!begin_with_library()) return step::damaged;
  }
  for (; library_passed_ < zip_->passed(); ++library_passed_) {
    const utf8_names named;
    ::archive_entry* ours = nullptr;
    const int status = archive_library::get().archive_read_next_header(reader_.get(), &ours);
    directory_ahead_ = false;
    rethrow();
    if (status >= ARCHIVE_WARN && status != ARCHIVE_EOF) continue;
    reader_.reset();
    return step::damaged;
  }
  ++library_passed_;
  const std::optional<step> made = next_of_library();
  over_ = false;
  if (made == step::entry) {
    if (const std::optional<std::string_view> name = zip_->other_name()) head_.path = *name;
    return *made;
  }
  reader_.reset();
  place_ = zip_at_;
  return step::damaged;
}

bool archive_reader::begin_with_library() {
  const archive_library& with = archive_library::get();
  reader_.reset(with.archive_read_new());
  if (!reader_) throw std::bad_alloc();
  given_ = 0;
  switch (kind_) {
    case file_archive::tar:
      with.archive_read_support_format_tar(reader_.get());
      // Archives that were joined are read to the end.
      with.archive_read_set_format_option(reader_.get(), "tar", "read_concatenated_archives", "1");
      break;
    case file_archive::zip:
      directory_ahead_ = by_directory();
      if (file_)
        with.archive_read_support_format_zip_seekable(reader_.get());
      else
        with.archive_read_support_format_zip_streamable(reader_.get());
      break;
    case file_archive::seven_zip:
      with.archive_read_support_format_7zip(reader_.get());
      break;
    case file_archive::lz4:
      with.archive_read_support_format_raw(reader_.get());
      with.archive_read_support_filter_lz4(reader_.get());
      break;
    case file_archive::lzw:
      with.archive_read_support_format_raw(reader_.get());
      with.archive_read_support_filter_compress(reader_.get());
      break;
    case file_archive::lzip:  // read without libarchive
    case file_archive::cpio:
    case file_archive::ar:
    case file_archive::brotli:
    case file_archive::none:
      break;
  }
  with.archive_read_set_read_callback(reader_.get(), callbacks::read);
  if (file_) {
    with.archive_read_set_seek_callback(reader_.get(), callbacks::seek);
    with.archive_read_set_skip_callback(reader_.get(), callbacks::skip);
  }
  with.archive_read_set_callback_data(reader_.get(), this);
  const int status = with.archive_read_open1(reader_.get());
  rethrow();
  // libarchive reports an invalid archive when the first entry is read.
  return status == ARCHIVE_OK || status == ARCHIVE_FATAL;
}

// Returns nullopt if `reader_` has no further entry.
std::optional<archive_reader::step> archive_reader::next_of_library() {
  const archive_library& with = archive_library::get();
  ::archive_entry* entry = nullptr;
  const int status = [&] {
    const utf8_names named;
    const int answer = with.archive_read_next_header(reader_.get(), &entry);
    directory_ahead_ = false;
    if (answer == ARCHIVE_OK || answer == ARCHIVE_WARN) {
      const char* const path = with.archive_entry_pathname(entry);
      head_.path.assign(path == nullptr ? "" : path);
      head_.kind = kind_of(entry, with);
      head_.too_large = false;
      head_.encrypted = with.archive_entry_is_encrypted(entry) != 0;
      piece_ = {};
      piece_at_ = at_ = 0;
      warned_.clear();
    }
    return answer;
  }();
  rethrow();
  switch (status) {
    case ARCHIVE_OK:
    case ARCHIVE_WARN:
      if (is_compressed_file(kind_) && with.archive_filter_code(reader_.get(), 0) == ARCHIVE_FILTER_NONE) {
        // libarchive passes unrecognized data through uncompressed.
        over_ = true;
        const step told = fail(damage::corrupt_compression);
        fault_ = "its header is broken";
        return told;
      }
      retrying_ = false;
      failures_ = 0;
      head_.too_large = kind_ == file_archive::zip && asks_for_too_much();
      return step::entry;
    case ARCHIVE_RETRY:
    case ARCHIVE_FAILED:
      if (!std::exchange(retrying_, true)) return fail(damage::bad_record_header);
      over_ = kind_ != file_archive::tar && ++failures_ > most_failures;
      break;
    case ARCHIVE_EOF:
      if (!gap_ahead_) over_ = true;
      reader_.reset();
      break;
    default: {
      const bool short_of_bytes = ended_ || gap_ahead_;
      const step told = fail(short_of_bytes ? damage::truncated_record : damage::bad_record_header);
      give_back_unused();
      if (!std::exchange(retrying_, true)) return told;
      break;
    }
  }
  return std::nullopt;
}

// True if libarchive would need too much memory for the current entry: LZMA with a dictionary above
// largest_dictionary, whose size is stored in front of the data. Also true for xz, whose blocks may each have
// a dictionary, and for LZMA properties that cannot be read.
bool archive_reader::asks_for_too_much() const {
  constexpr std::size_t size_at = 5;
  constexpr std::size_t size_end = 9;
  const archive_library& with = archive_library::get();
  const char* const words = with.archive_format_name(reader_.get());
  const std::string_view packed = words == nullptr ? std::string_view() : words;
  if (packed.ends_with("(xz)")) return true;
  if (!packed.ends_with("(lzma)")) return false;
  std::array<char, size_end> properties{};
  const auto at = static_cast<std::uint64_t>(with.archive_filter_bytes(reader_.get(), -1));
  if (!file_ || file_->read(at, properties) != size_end) return true;
  return little_endian(std::string_view(properties.data(), size_end).substr(size_at)) > largest_dictionary;
}

// Returns the bytes passed to libarchive and not used.
std::uint64_t archive_reader::unused_by_library() const {
  const auto used =
      static_cast<std::uint64_t>(archive_library::get().archive_filter_bytes(reader_.get(), -1));
  return given_ - std::min(given_, used);
}

// After libarchive gave up: the search for the next header resumes behind the first unused byte.
void archive_reader::give_back_unused() {
  const std::uint64_t left = unused_by_library();
  reader_.reset();
  if (kind_ != file_archive::tar) return;
  const auto whole = static_cast<std::size_t>(std::min<std::uint64_t>(left, last_.size()));
  if (whole > 1)
    front_.insert(front_.begin(), last_.end() - static_cast<std::ptrdiff_t>(whole - 1), last_.end());
}

archive_reader::step archive_reader::fail(damage reason) {
  const char* const words = archive_library::get().archive_error_string(reader_.get());
  fault_.assign(words == nullptr ? "" : words);
  // libarchive states no position after a fatal error.
  const la_int64_t header = archive_library::get().archive_read_header_position(reader_.get());
  place_ = begun_at_ + static_cast<std::uint64_t>(std::max<la_int64_t>(header, 0));
  if (header == static_cast<la_int64_t>(first_at_)) place_ = first_place_;
  if (header < 0) place_ = fatal_place_;
  reason_ = reason;
  if (failure_ != 0) {
    reason_ = damage::unreadable;
    fault_ = std::system_category().message(failure_);
  }
  return step::damaged;
}

// Sets `piece_` to the next contiguous bytes of the entry; returns libarchive's status.
int archive_reader::read_piece() {
  if (plain_) return read_piece_of_plain();
  if (!reader_) return ARCHIVE_FATAL;
  const void* bytes = nullptr;
  std::size_t size = 0;
  la_int64_t offset = 0;
  int status = ARCHIVE_OK;
  do {
    status = archive_library::get().archive_read_data_block(reader_.get(), &bytes, &size, &offset);
    rethrow();
    if (status == ARCHIVE_WARN) {
      const char* const words = archive_library::get().archive_error_string(reader_.get());
      warned_ = words == nullptr ? "not what the archive says it is" : words;
      // Unused bytes behind a compressed stream do not affect the content.
      if (warned_.starts_with("ZIP compressed data is wrong size")) warned_.clear();
    }
  } while (status >= ARCHIVE_WARN && status != ARCHIVE_EOF && size == 0);
  if (status == ARCHIVE_EOF) return warned_.empty() ? status : fail_at_end();
  if (status >= ARCHIVE_WARN) {
    piece_ = {static_cast<const char*>(bytes), size};
    piece_at_ = std::max(at_, static_cast<std::uint64_t>(offset));
    return status;
  }
  static_cast<void>(fail(ended_ || gap_ahead_ ? damage::truncated_record : damage::corrupt_compression));
  if (status == ARCHIVE_FATAL) {
    retrying_ = true;  // the fault is reported already
    give_back_unused();
  }
  return status;
}

// The entry was read to its end, but contradicts its size or checksum.
int archive_reader::fail_at_end() {
  reason_ = damage::corrupt_compression;
  fault_ = std::exchange(warned_, {});
  while (fault_.ends_with('\n')) fault_.pop_back();
  return ARCHIVE_FAILED;
}

void archive_reader::rethrow() {
  if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
}

}  // namespace urlsieve
