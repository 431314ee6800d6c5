#include "src/input/archives/library_reader.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <clocale>
#include <cstdio>
#include <new>
#include <optional>
#include <span>
#include <system_error>
#include <utility>

#include "src/input/archives/archive_library.hpp"
#include "src/input/zip/zip_directory.hpp"
#include "src/text/number_bytes.hpp"

namespace urlsieve {
namespace {

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
struct library_reader::callbacks {
  static la_ssize_t read(::archive* /*reader*/, void* data, const void** block) {
    auto& self = *static_cast<library_reader*>(data);
    std::span<const char> supplied;
    try {
      supplied = self.bytes_.supply();
    } catch (...) {
      self.thrown_ = std::current_exception();
      return ARCHIVE_FATAL;
    }
    // The directory of the zip archive is larger than its end record states.
    if (self.reads_directory_ && self.bytes_.supplied() > 2 * largest_zip_directory)
      self.bytes_.fail_with(EFBIG);
    *block = supplied.data();
    return self.bytes_.failure() != 0 ? la_ssize_t{ARCHIVE_FATAL} : static_cast<la_ssize_t>(supplied.size());
  }

  static la_int64_t skip(::archive* /*reader*/, void* data, la_int64_t bytes) {
    archive_bytes& from = static_cast<library_reader*>(data)->bytes_;
    const std::uint64_t size = from.file()->size;
    const auto most = static_cast<la_int64_t>(size - std::min(from.file_at(), size));
    const la_int64_t passed = std::clamp<la_int64_t>(bytes, 0, most);
    from.seek(from.file_at() + static_cast<std::uint64_t>(passed));
    return passed;
  }

  static la_int64_t seek(::archive* /*reader*/, void* data, la_int64_t to, int from) {
    archive_bytes& in = static_cast<library_reader*>(data)->bytes_;
    const auto size = static_cast<la_int64_t>(in.file()->size);
    const la_int64_t origin = from == SEEK_SET   ? 0
                              : from == SEEK_END ? size
                                                 : static_cast<la_int64_t>(in.file_at());
    if (to < -origin || to > size - origin) return ARCHIVE_FATAL;
    in.seek(static_cast<std::uint64_t>(origin + to));
    return origin + to;
  }
};

void library_reader::closing::operator()(::archive* reader) const {
  archive_library::get().archive_read_free(reader);
}

library_reader::library_reader(file_archive kind, archive_bytes& bytes, const origin& places)
    : kind_(kind), bytes_(bytes), places_(places), reader_(archive_library::get().archive_read_new()) {
  if (!reader_) throw std::bad_alloc();
}

library_reader::~library_reader() = default;

bool library_reader::open() {
  const archive_library& with = archive_library::get();
  bytes_.begin_reader();
  const bool has_file = bytes_.file().has_value();
  switch (kind_) {
    case file_archive::tar:
      with.archive_read_support_format_tar(reader_.get());
      // Archives that were joined are read to the end.
      with.archive_read_set_format_option(reader_.get(), "tar", "read_concatenated_archives", "1");
      break;
    case file_archive::zip:
      reads_directory_ = has_file;
      if (has_file)
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
  if (has_file) {
    with.archive_read_set_seek_callback(reader_.get(), callbacks::seek);
    with.archive_read_set_skip_callback(reader_.get(), callbacks::skip);
  }
  with.archive_read_set_callback_data(reader_.get(), this);
  const int status = with.archive_read_open1(reader_.get());
  rethrow();
  // libarchive reports an invalid archive when the first entry is read.
  return status == ARCHIVE_OK || status == ARCHIVE_FATAL;
}

// Reads the next header, stores its properties in `head` unless null, and returns libarchive's status.
int library_reader::read_header(archive_entry_head* head) {
  const archive_library& with = archive_library::get();
  ::archive_entry* entry = nullptr;
  const int status = [&] {
    const utf8_names named;
    const int answer = with.archive_read_next_header(reader_.get(), &entry);
    if (head == nullptr || (answer != ARCHIVE_OK && answer != ARCHIVE_WARN)) return answer;
    const char* const path = with.archive_entry_pathname(entry);
    head->path.assign(path == nullptr ? "" : path);
    head->kind = kind_of(entry, with);
    head->too_large = false;
    head->encrypted = with.archive_entry_is_encrypted(entry) != 0;
    warning_.clear();
    return answer;
  }();
  reads_directory_ = false;
  rethrow();
  return status;
}

bool library_reader::skip_header() {
  const int status = read_header(nullptr);
  return status >= ARCHIVE_WARN && status != ARCHIVE_EOF;
}

library_reader::step library_reader::next(archive_entry_head& head) {
  switch (read_header(&head)) {
    case ARCHIVE_OK:
    case ARCHIVE_WARN:
      // libarchive passes unrecognized data through uncompressed.
      if (is_compressed_file(kind_) &&
          archive_library::get().archive_filter_code(reader_.get(), 0) == ARCHIVE_FILTER_NONE)
        return step::unrecognized;
      head.too_large = kind_ == file_archive::zip && needs_too_much_memory();
      return step::entry;
    case ARCHIVE_RETRY:
    case ARCHIVE_FAILED:
      return step::corrupt_header;
    case ARCHIVE_EOF:
      return step::end;
    default:
      return step::fatal;
  }
}

library_reader::piece library_reader::next_piece() {
  const archive_library& with = archive_library::get();
  const void* bytes = nullptr;
  std::size_t size = 0;
  la_int64_t offset = 0;
  int status = ARCHIVE_OK;
  do {
    status = with.archive_read_data_block(reader_.get(), &bytes, &size, &offset);
    rethrow();
    if (status == ARCHIVE_WARN) {
      const char* const words = with.archive_error_string(reader_.get());
      warning_ = words == nullptr ? "its content contradicts the archive" : words;
      // Unused bytes behind a compressed stream do not affect the content.
      if (warning_.starts_with("ZIP compressed data is wrong size")) warning_.clear();
    }
  } while (status >= ARCHIVE_WARN && status != ARCHIVE_EOF && size == 0);
  if (status == ARCHIVE_EOF) {
    if (warning_.empty()) return {};
    // The entry was read to its end, but contradicts its size or checksum.
    archive_fault contradiction{damage::corrupt_compression, std::nullopt, std::exchange(warning_, {})};
    while (contradiction.text.ends_with('\n')) contradiction.text.pop_back();
    return {piece::kind::failed, {}, 0, std::move(contradiction)};
  }
  if (status >= ARCHIVE_WARN)
    return {
        piece::kind::bytes, {static_cast<const char*>(bytes), size}, static_cast<std::uint64_t>(offset), {}};
  return {status == ARCHIVE_FATAL ? piece::kind::fatal : piece::kind::failed,
          {},
          0,
          fault(bytes_.is_cut() ? damage::truncated_record : damage::corrupt_compression)};
}

// True if libarchive would need too much memory for the current entry: LZMA with a dictionary above
// largest_dictionary, whose size is stored in front of the data. Also true for xz, whose blocks may each have
// a dictionary, and for LZMA properties that cannot be read.
bool library_reader::needs_too_much_memory() const {
  constexpr std::size_t size_at = 5;
  constexpr std::size_t size_end = 9;
  const archive_library& with = archive_library::get();
  const char* const words = with.archive_format_name(reader_.get());
  const std::string_view method = words == nullptr ? std::string_view() : words;
  if (method.ends_with("(xz)")) return true;
  if (!method.ends_with("(lzma)")) return false;
  std::array<char, size_end> properties{};
  const auto at = static_cast<std::uint64_t>(with.archive_filter_bytes(reader_.get(), -1));
  const std::optional<stored_file>& file = bytes_.file();
  if (!file || file->read(at, properties) != size_end) return true;
  return little_endian(std::string_view(properties.data(), size_end).substr(size_at)) > largest_dictionary;
}

archive_fault library_reader::fault(damage reason) const {
  const char* const words = archive_library::get().archive_error_string(reader_.get());
  archive_fault found{reason, std::nullopt, words == nullptr ? "" : words};
  // libarchive states no position after a fatal error.
  const la_int64_t header = archive_library::get().archive_read_header_position(reader_.get());
  found.place = places_.begins_at + static_cast<std::uint64_t>(std::max<la_int64_t>(header, 0));
  if (header == static_cast<la_int64_t>(places_.synthetic_headers)) found.place = places_.first_place;
  if (header < 0) found.place = places_.fatal_place;
  if (bytes_.failure() != 0) {
    found.reason = damage::unreadable;
    found.text = std::system_category().message(bytes_.failure());
  }
  return found;
}

std::uint64_t library_reader::unused() const {
  const auto used =
      static_cast<std::uint64_t>(archive_library::get().archive_filter_bytes(reader_.get(), -1));
  return bytes_.supplied() - std::min(bytes_.supplied(), used);
}

void library_reader::rethrow() {
  if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
}

}  // namespace urlsieve
