#include "src/pipeline/places/record_input.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

#include "src/input/zip/zip_directory.hpp"
#include "src/input/zip/zip_header.hpp"
#include "src/text/number_bytes.hpp"
#include "src/text/resource_exhaustion.hpp"
#include "src/transfer/remote_name.hpp"
#include "src/transfer/remote_object.hpp"

namespace urlsieve {
namespace {

// The skippable frame of the WARC-zstd convention: magic number, size, dictionary.
constexpr std::string_view dictionary_magic = "\x5D\x2A\x4D\x18";
constexpr std::size_t skippable_header = 8;
constexpr std::size_t largest_dictionary_frame = std::size_t{64} << 20U;

input_fault fault_of(int number) {
  return {damage::unreadable, std::system_category().message(number), is_resource_exhaustion(number)};
}

// Reads all of `out`, or up to the end of the file. Returns the number of bytes, or nullopt on an error
// (errno).
std::optional<std::size_t> read_fully(int descriptor, std::uint64_t at, std::span<char> out) {
  std::size_t filled = 0;
  while (filled < out.size()) {
    const ssize_t got =
        ::pread(descriptor, out.data() + filled, out.size() - filled, static_cast<off_t>(at + filled));
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (got < 0) return std::nullopt;
    if (got == 0) break;
    filled += static_cast<std::size_t>(got);
  }
  return filled;
}

bool exists(const std::string& path) {
  struct stat about{};
  return ::stat(path.c_str(), &about) == 0;
}

}  // namespace

record_input::record_input(const std::string& name, const remote_context& remote) : remote_(remote) {
  const bool is_url = is_remote_name(name);
  const std::size_t mark = name.find('!');
  if (name == "-") {
    fail("standard input cannot be read again");
  } else if (mark != std::string::npos && (is_url || !exists(name))) {
    open_member(name.substr(0, mark), name.substr(mark + 1), remote);
  } else if (is_url) {
    object_ = name;
    ranges_ = std::make_unique<remote_ranges>(remote.access, object_, remote.stop);
  } else {
    open_local(name);
  }
}

record_input::~record_input() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void record_input::fail(int number) {
  fault_ = fault_of(number);
}

void record_input::open_local(const std::string& path) {
  // Does not wait for the writer of a FIFO.
  do {
    descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  } while (descriptor_ < 0 && errno == EINTR);
  struct stat about{};
  if (descriptor_ < 0 || ::fstat(descriptor_, &about) != 0) return fail(errno);
  if (!S_ISREG(about.st_mode)) return fail("not a regular file");
  size_ = static_cast<std::uint64_t>(about.st_size);
}

void record_input::open_member(const std::string& archive, const std::string& member,
                               const remote_context& remote) {
  if (!is_remote_name(archive)) {
    open_local(archive);
    stored_file file;
    file.descriptor = descriptor_;
    file.size = size_.value_or(0);
    if (!fault_) find_member(file, member);
    return;
  }
  remote_object object(remote.access, archive, remote.stop);
  if (!object.wait_for_response()) {
    fault_ = input_fault{object.failure()->reason, object.failure()->why};
    return;
  }
  if (!object.random_access()) return fail("the server does not support ranges");
  stored_file file;
  file.size = object.size();
  file.remote = &object;
  find_member(file, member);
  if (fault_) return;
  object_ = archive;
  ranges_ = std::make_unique<remote_ranges>(remote.access, object_, remote.stop);
}

void record_input::find_member(const stored_file& archive, const std::string& member) {
  errno = 0;
  const std::optional<zip_directory> directory = read_zip_directory(archive);
  if (!directory && is_resource_exhaustion(errno)) return fail(errno);
  if (!directory) return fail("not a zip archive: extract the member first, and give its rows this name");
  const auto found = std::find_if(directory->records.begin(), directory->records.end(),
                                  [&](const zip_record& record) { return record.name == member; });
  if (found == directory->records.end()) return fail("the archive has no such member");
  if (found->method != zip_header::stored)
    return fail("the member is compressed in the archive: extract the member first");
  std::string header(zip_header::least, '\0');
  const std::optional<std::size_t> got = archive.remote == nullptr
                                             ? read_fully(descriptor_, found->header_at, std::span(header))
                                             : archive.read(found->header_at, std::span(header));
  const std::size_t header_size = got == header.size() ? size_of_zip_header(header) : 0;
  if (!got && is_resource_exhaustion(errno)) return fail(errno);
  if (header_size == 0) return fail("the header of the member cannot be read");
  begin_ = found->header_at + header_size;
  size_ = found->stored;
}

bool record_input::is_file(const file_identity& file) const {
  struct stat mine{};
  return descriptor_ >= 0 && ::fstat(descriptor_, &mine) == 0 &&
         file == file_identity{mine.st_dev, mine.st_ino};
}

void record_input::expect(std::uint64_t offset, std::size_t size) {
  if (ranges_) ranges_->expect(begin_ + offset, size);
}

std::optional<input_fault> record_input::read(std::uint64_t offset, std::size_t size, std::string& out) {
  if (ranges_) {
    if (!ranges_->read(out)) {
      const std::optional<remote_fault>& failure = ranges_->failure();
      return failure ? input_fault{failure->reason, failure->why}
                     : input_fault{damage::unreadable, "interrupted"};
    }
  } else {
    const std::uint64_t most = size_.value_or(0) - std::min(offset, size_.value_or(0));
    out.resize(static_cast<std::size_t>(std::min<std::uint64_t>(size, most)));
    const std::optional<std::size_t> got = read_fully(descriptor_, begin_ + offset, std::span(out));
    if (!got) return fault_of(errno);
    out.resize(*got);
  }
  // The bytes behind a member of an archive are no part of the input.
  if (size_)
    out.resize(
        static_cast<std::size_t>(std::min<std::uint64_t>(out.size(), *size_ - std::min(offset, *size_))));
  // Line ends behind the last record may be missing (stored_range.hpp): the reader of the record decides.
  if (out.empty()) return input_fault{damage::truncated_record, "the input ends before the record"};
  return std::nullopt;
}

// Reads the first `size` bytes of the input; returns false unless all could be read.
bool record_input::read_front(std::size_t size, std::string& out) {
  if (descriptor_ >= 0) {
    out.resize(size);
    return read_fully(descriptor_, begin_, std::span(out)) == size;
  }
  remote_ranges front(remote_.access, object_, remote_.stop);
  front.expect(begin_, size);
  return front.read(out) && out.size() == size;
}

std::shared_ptr<const std::string> record_input::dictionary() {
  if (dictionary_) return *dictionary_;
  dictionary_.emplace();
  std::string frame;
  if (!read_front(skippable_header, frame) || !frame.starts_with(dictionary_magic)) return nullptr;
  const std::uint64_t size = little_endian(std::string_view(frame).substr(dictionary_magic.size()));
  if (size <= largest_dictionary_frame &&
      read_front(skippable_header + static_cast<std::size_t>(size), frame))
    dictionary_ = std::make_shared<const std::string>(std::move(frame));
  return *dictionary_;
}

}  // namespace urlsieve
