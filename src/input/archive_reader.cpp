#include "src/input/archive_reader.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <clocale>
#include <cstdio>
#include <system_error>
#include <utility>

#include "src/input/ar_entries.hpp"
#include "src/input/archive_library.hpp"
#include "src/input/cpio_entries.hpp"
#include "src/input/cpio_header.hpp"
#include "src/input/lzip_entry.hpp"
#include "src/input/tar_entries.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t block_size = std::size_t{256} << 10;

// libarchive holds a zip archive's directory, which takes some times its size. A larger one is not read.
constexpr std::uint64_t largest_directory = std::uint64_t{16} << 20;

// Of LZMA. 7-Zip makes none that is larger, unless it is told to.
constexpr std::uint64_t largest_dictionary = std::uint64_t{256} << 20;

// Entries one after another that cannot be told; then the archive is given up.
constexpr unsigned most_failures = 1000;

// libarchive writes names in the characters of the locale, which a library has no say in: while it reads a
// header, this thread's are UTF-8.
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

// How the headers of a kind can be found.
struct header_sign {
  std::string_view mark;
  std::size_t at;    // where in a header the mark stands
  std::size_t size;  // what has to be seen of one
  bool (*is_header)(std::string_view text);
};

const header_sign& sign_of(file_archive kind) {
  static constexpr header_sign tar{"ustar", 257, tar_block, is_tar_header};
  static constexpr header_sign cpio{"07070", 0, longest_cpio_header,
                                    [](std::string_view text) { return read_cpio_header(text).has_value(); }};
  static constexpr header_sign ar{"`\n", 58, ar_header_size, is_ar_header};
  return kind == file_archive::tar ? tar : kind == file_archive::cpio ? cpio : ar;
}

// Read without libarchive, at least where it is in good order.
bool is_plain(file_archive kind) {
  return kind == file_archive::tar || kind == file_archive::cpio || kind == file_archive::ar ||
         kind == file_archive::lzip;
}

// A later name of a file has its content in some archives, and none in others: there is nothing to read then.
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

// What libarchive calls; an exception must not pass through it.
struct archive_reader::callbacks {
  static la_ssize_t read(::archive* /*reader*/, void* data, const void** block) {
    auto& self = *static_cast<archive_reader*>(data);
    try {
      static_cast<void>(self.supply());
    } catch (...) {
      self.thrown_ = std::current_exception();
      return ARCHIVE_FATAL;
    }
    // A zip archive's directory that is longer than its end says.
    if (self.directory_ahead_ && self.given_ > 2 * largest_directory) self.failure_ = EFBIG;
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

archive_reader::archive_reader(file_archive kind, std::unique_ptr<byte_source> packed, std::string_view head)
    : kind_(kind), packed_(std::move(packed)), front_(head), taken_(head.size()) {
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

// Whether the directory of a zip archive, which its end tells of, has a size that can be held.
bool archive_reader::may_be_held() const {
  if (kind_ != file_archive::zip) return true;
  constexpr std::size_t size_at = 12;
  const std::string last = tail();
  const std::size_t end = last.rfind("PK\5\6");
  if (end == std::string::npos || last.size() < end + size_at + 4) return false;
  std::uint64_t size = 0;
  for (std::size_t i = 4; i > 0; --i)
    size = size << 8U | static_cast<unsigned char>(last[end + size_at + i - 1]);
  return size <= largest_directory;
}

// What libarchive is given next; empty at the end, and before a gap.
std::span<const char> archive_reader::fetch() {
  if (file_) {
    block_.resize(block_size);
    const std::optional<std::size_t> got = file_->read(file_at_, block_);
    failure_ = got ? 0 : errno;
    block_.resize(got.value_or(0));
    file_at_ += block_.size();
    ended_ = got && *got == 0;
    return block_;
  }
  // Blocks have one size whatever was read before, as what libarchive makes of a broken one depends on it.
  block_.resize(block_size);
  const std::size_t held = std::min(front_.size(), block_size);
  std::copy_n(front_.data(), held, block_.data());
  front_.erase(0, held);
  std::size_t got = 0;
  if (held < block_size && !gap_ahead_) got = packed_->read(std::span(block_).subspan(held), counted_);
  taken_ += got;
  if (got != 0 && packed_->after_gap()) {
    gap_ahead_ = true;
    behind_gap_.assign(block_.data() + held, got);
    got = 0;
  }
  block_.resize(held + got);
  ended_ = block_.empty() && !gap_ahead_;
  return block_;
}

std::span<const char> archive_reader::supply() {
  last_ = fetch();
  given_ += last_.size();
  return last_;
}

// Whether there was a gap, behind which fetch() now goes on.
bool archive_reader::pass_gap() {
  if (!std::exchange(gap_ahead_, false)) return false;
  front_ = std::exchange(behind_gap_, {});
  return true;
}

// Goes to the next header that is sound; it is looked at again. False: there is none.
bool archive_reader::find_header() {
  const header_sign& sign = sign_of(kind_);
  std::string window;
  while (true) {
    const std::span<const char> more = fetch();
    window.append(more.begin(), more.end());
    // Some have no mark that could be looked for; one stands in front of the archive, or it is not taken for
    // one.
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

// Makes ready for what follows; false if there is nothing.
bool archive_reader::begin() {
  if (is_plain(kind_)) return begin_plain();
  if (given_ != 0) return false;
  first_at_ = 0;
  begun_at_ = first_place_ = fatal_place_ = file_ ? 0 : taken_ - front_.size() - behind_gap_.size();
  return begin_with_library();
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

// libarchive goes on where the headers of the next entry begin, behind those of one of our own.
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
  // What is no archive after all is told when the first entry is asked for.
  return status == ARCHIVE_OK || status == ARCHIVE_FATAL;
}

// Nothing: there is none in what `plain_` reads.
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
      if (kind_ == file_archive::tar) place_ = begun_at;  // as where libarchive gives up
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
      // The search goes on behind its first byte.
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
    if (!plain_ && !reader_ && !begin()) break;
    if (plain_) {
      const std::optional<step> made = next_of_plain();
      if (made) return *made;
      continue;
    }
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
      }
      return answer;
    }();
    rethrow();
    switch (status) {
      case ARCHIVE_OK:
      case ARCHIVE_WARN:
        if (is_packed_file(kind_) && with.archive_filter_code(reader_.get(), 0) == ARCHIVE_FILTER_NONE) {
          // libarchive hands on as it is what it does not take for packed.
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
  }
  return step::end;
}

// Whether the member at hand is packed by what libarchive takes any memory for: LZMA with a large dictionary,
// which is told in front of its bytes (the size of what follows, properties, and the size of the dictionary).
// Blocks of xz may have one each, so that they are not read; neither is LZMA that cannot be looked at.
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
  std::uint64_t size = 0;
  for (std::size_t i = size_end; i > size_at; --i)
    size = size << 8U | static_cast<unsigned char>(properties[i - 1]);
  return size > largest_dictionary;
}

// libarchive has given up; the search for what follows begins behind the first byte that it did not use.
void archive_reader::give_back_unused() {
  const auto used =
      static_cast<std::uint64_t>(archive_library::get().archive_filter_bytes(reader_.get(), -1));
  reader_.reset();
  if (kind_ != file_archive::tar) return;
  const std::size_t left = static_cast<std::size_t>(given_ - std::min(given_, used));
  const std::size_t whole = std::min(left, last_.size());
  if (whole > 1)
    front_.insert(front_.begin(), last_.end() - static_cast<std::ptrdiff_t>(whole - 1), last_.end());
}

archive_reader::step archive_reader::fail(damage reason) {
  const char* const words = archive_library::get().archive_error_string(reader_.get());
  fault_.assign(words == nullptr ? "" : words);
  // Where libarchive has given up it tells no place.
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

std::optional<std::size_t> archive_reader::read(std::span<char> out) {
  if (piece_.empty() && at_ == piece_at_) {
    const int status = read_piece();
    if (status == ARCHIVE_EOF) return 0;
    if (status < ARCHIVE_WARN) return std::nullopt;
  }
  // What a sparse file has not got is NULs.
  const auto hole = static_cast<std::size_t>(std::min<std::uint64_t>(piece_at_ - at_, out.size()));
  std::fill_n(out.data(), hole, '\0');
  const std::size_t part = std::min(piece_.size(), out.size() - hole);
  std::copy_n(piece_.data(), part, out.data() + hole);
  piece_.remove_prefix(part);
  piece_at_ += part;
  at_ += hole + part;
  return hole + part;
}

// The next bytes of the entry that lie together; what libarchive says of them.
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
  } while (status >= ARCHIVE_WARN && status != ARCHIVE_EOF && size == 0);
  if (status == ARCHIVE_EOF) return status;
  if (status >= ARCHIVE_WARN) {
    piece_ = {static_cast<const char*>(bytes), size};
    piece_at_ = std::max(at_, static_cast<std::uint64_t>(offset));
    return status;
  }
  static_cast<void>(fail(ended_ || gap_ahead_ ? damage::truncated_record : damage::corrupt_compression));
  if (status == ARCHIVE_FATAL) {
    retrying_ = true;  // it is told
    give_back_unused();
  }
  return status;
}

int archive_reader::read_piece_of_plain() {
  const std::optional<std::string_view> got = plain_->piece();
  if (!got) {
    static_cast<void>(fail_in_plain(plain_->reason()));
    retrying_ = true;  // it is told
    return ARCHIVE_FATAL;
  }
  piece_ = *got;
  piece_at_ = at_;
  return got->empty() ? ARCHIVE_EOF : ARCHIVE_OK;
}

std::unique_ptr<byte_source> archive_reader::release(std::string& unused) {
  if (reader_) {
    const auto used =
        static_cast<std::uint64_t>(archive_library::get().archive_filter_bytes(reader_.get(), -1));
    std::size_t left = static_cast<std::size_t>(given_ - std::min(given_, used));
    // Of what comes behind a frame of lz4, libarchive has used four bytes when it sees that it is none.
    constexpr std::size_t mark_of_lz4 = 4;
    if (kind_ == file_archive::lz4 && (left != 0 || !ended_)) left += mark_of_lz4;
    left = std::min(left, last_.size());
    unused.assign(last_.end() - static_cast<std::ptrdiff_t>(left), last_.end());
    reader_.reset();
  }
  if (plain_) unused = plain_->rest();
  plain_.reset();
  unused += front_;
  return std::move(packed_);
}

void archive_reader::drain() {
  if (file_) {
    file_at_ = file_->size;
    counted_.bytes_read += file_->size - std::exchange(file_->counted, file_->size);
    return;
  }
  front_.clear();
  while (!fetch().empty() || pass_gap()) {
  }
}

stats archive_reader::take_counts() {
  counted_.bytes = 0;  // what the archive holds counts, not what it is
  return std::exchange(counted_, {});
}

void archive_reader::rethrow() {
  if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
}

}  // namespace urlsieve
