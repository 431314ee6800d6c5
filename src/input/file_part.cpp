#include "src/input/file_part.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "src/codec/compression.hpp"
#include "src/input/members/member_search.hpp"
#include "src/input/members/stored_window.hpp"
#include "src/input/remote_part.hpp"
#include "src/transfer/remote_name.hpp"

namespace urlsieve {

namespace {

class local_bytes final : public part_bytes {
 public:
  local_bytes(int descriptor, std::uint64_t size) : descriptor_(descriptor), size_(size) {}
  local_bytes(const local_bytes&) = delete;
  local_bytes& operator=(const local_bytes&) = delete;
  ~local_bytes() override { ::close(descriptor_); }

  [[nodiscard]] std::uint64_t size() const override { return size_; }

  std::optional<std::size_t> read(std::uint64_t at, std::span<char> out) override {
    ssize_t got = 0;
    do {
      got = ::pread(descriptor_, out.data(), out.size(), static_cast<off_t>(at));
    } while (got < 0 && errno == EINTR);
    if (got >= 0) return static_cast<std::size_t>(got);
    failure_ = errno;
    return std::nullopt;
  }

  [[nodiscard]] remote_fault fault() const override {
    return {damage::unreadable, 0, std::system_category().message(failure_), false};
  }

 private:
  int descriptor_;
  std::uint64_t size_;
  std::atomic<int> failure_{0};
};

class stored_part final : public byte_source {
 public:
  stored_part(std::shared_ptr<part_bytes> file, std::uint64_t from, std::uint64_t to, std::uint64_t plain,
              std::string name, part_access how)
      : file_(std::move(file)), at_(from), from_(from), to_(to), plain_(plain), name_(std::move(name)) {
    retrieved_from_ = file_->retrieved_from();
    if (how == part_access::once) stream_ = file_->stream(from, to);
  }

  std::size_t read(std::span<char> out, stats& counted) override {
    const auto most = static_cast<std::size_t>(std::min<std::uint64_t>(out.size(), to_ - at_));
    if (most == 0) return 0;
    const std::optional<std::size_t> got =
        stream_ ? stream_->read(at_, out.first(most)) : file_->read(at_, out.first(most));
    if (!got || *got == 0) {
      const remote_fault fault =
          got ? remote_fault{damage::unreadable, at_, "ends early", false} : file_->fault();
      counted.damaged_in(fault.reason, name_, {at_, std::nullopt}, fault.why);
      at_ = to_;
      return 0;
    }
    at_ += *got;
    counted.bytes += *got;
    counted.bytes_read += *got;
    return *got;
  }

  [[nodiscard]] bool after_gap() const override { return false; }

  void take_marks(std::vector<offset_mark>& marks) override {
    if (!std::exchange(marked_, true)) marks.push_back({plain_, from_, true});
  }

  [[nodiscard]] std::uint64_t stored_position() const override { return at_ - from_; }
  [[nodiscard]] std::uint64_t stored_size() const override { return to_ - from_; }
  [[nodiscard]] std::string_view name() const override { return name_; }
  [[nodiscard]] std::string_view retrieved_from() const override { return retrieved_from_; }

 private:
  std::shared_ptr<part_bytes> file_;
  std::unique_ptr<remote_reader> stream_;  // null: file_ is read
  std::string retrieved_from_;
  std::uint64_t at_;
  std::uint64_t from_;
  std::uint64_t to_;
  std::uint64_t plain_;
  std::string name_;
  bool marked_ = false;
};

// The lines that begin in a part. The line at the part's end (or the next line, if the part ends with a line)
// is read to its end, and the next part drops it, so neither part needs to know the other.
class line_part final : public byte_source {
 public:
  line_part(std::unique_ptr<byte_source> part, bool skips, std::unique_ptr<byte_source> behind)
      : part_(std::move(part)), behind_(std::move(behind)), where_(skips ? place::before : place::inside) {}

  std::size_t read(std::span<char> out, stats& counted) override {
    while (where_ == place::before) {
      const std::size_t got = part_->read(out, counted);
      if (got == 0) return end();  // the part is inside one line, which belongs to an earlier part
      const std::size_t line = std::string_view(out.data(), got).find('\n');
      const std::size_t left_out = line == std::string_view::npos ? got : line + 1;
      counted.bytes -= left_out;
      if (line == std::string_view::npos) continue;
      where_ = place::inside;
      if (left_out == got) break;
      std::memmove(out.data(), out.data() + left_out, got - left_out);
      return got - left_out;
    }
    if (where_ == place::inside) {
      if (const std::size_t got = part_->read(out, counted)) return got;
      where_ = behind_ ? place::behind : place::end;
    }
    return where_ == place::behind ? read_behind(out, counted) : 0;
  }

  [[nodiscard]] bool after_gap() const override { return where_ == place::inside && part_->after_gap(); }
  void take_marks(std::vector<offset_mark>& marks) override { part_->take_marks(marks); }
  [[nodiscard]] int exhaustion() const override { return part_->exhaustion(); }
  [[nodiscard]] std::uint64_t stored_position() const override { return part_->stored_position(); }
  [[nodiscard]] std::uint64_t stored_size() const override { return part_->stored_size(); }
  [[nodiscard]] std::string_view name() const override { return part_->name(); }
  [[nodiscard]] std::string_view retrieved_from() const override { return part_->retrieved_from(); }

 private:
  enum class place : std::uint8_t { before, inside, behind, end };

  std::size_t end() {
    where_ = place::end;
    return 0;
  }

  // Damage in the bytes behind is counted by the next part.
  std::size_t read_behind(std::span<char> out, stats& counted) {
    stats ignored;
    const std::size_t got = behind_->read(out, ignored);
    if (got == 0 || behind_->after_gap()) return end();
    const std::size_t line = std::string_view(out.data(), got).find('\n');
    if (line != std::string_view::npos) where_ = place::end;
    const std::size_t size = line == std::string_view::npos ? got : line + 1;
    counted.bytes += size;
    return size;
  }

  std::unique_ptr<byte_source> part_;
  std::unique_ptr<byte_source> behind_;
  place where_;
};

// Returns the first decompressed bytes of the member at `at`.
std::string front_of_member(const part_file& file, std::uint64_t at) {
  constexpr std::size_t enough = std::size_t{4} << 10;
  read_ahead alone;
  alone.runs = 0;
  const std::unique_ptr<byte_source> plain =
      byte_source::inside(file.stored(at, file.size(), 0, {}), {}, 0, {}, alone);
  std::string front(enough, '\0');
  stats ignored;
  std::size_t size = 0;
  while (size < enough) {
    const std::size_t got = plain->read({front.data() + size, enough - size}, ignored);
    if (got == 0) break;
    size += got;
  }
  front.resize(size);
  return front;
}

}  // namespace

std::optional<part_file> part_file::open(const std::string& path, const remote_context& remote,
                                         const object_version& expected, remote_fault& fault) {
  if (remote.access && is_remote_name(path)) {
    std::shared_ptr<part_bytes> bytes = open_remote_part(remote, path, expected, fault);
    if (!bytes) return std::nullopt;
    return part_file(std::move(bytes), true);
  }
  const auto refuse = [&fault](int failure) {
    fault = {damage::unreadable, 0, std::system_category().message(failure), false};
    return std::nullopt;
  };
  int descriptor = -1;
  do {
    descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  } while (descriptor < 0 && errno == EINTR);
  if (descriptor < 0) return refuse(errno);
  struct stat about{};
  const int failure = ::fstat(descriptor, &about) != 0 ? errno : S_ISREG(about.st_mode) ? 0 : EINVAL;
  if (failure == 0)
    return part_file(std::make_shared<local_bytes>(descriptor, static_cast<std::uint64_t>(about.st_size)),
                     false);
  ::close(descriptor);
  return refuse(failure);
}

std::optional<std::size_t> part_file::read(std::uint64_t at, std::span<char> out) const {
  return bytes_->read(at, out);
}

bool part_file::read_all(std::uint64_t at, std::size_t size, std::string& out) const {
  out.resize(size);
  std::size_t filled = 0;
  while (filled < size) {
    const std::optional<std::size_t> got = read(at + filled, {out.data() + filled, size - filled});
    if (!got) return false;
    if (*got == 0) break;
    filled += *got;
  }
  out.resize(filled);
  return true;
}

std::optional<std::uint64_t> part_file::find_member(std::uint64_t from, bool (*accepts)(std::string_view),
                                                    std::uint64_t max_bytes) const {
  std::uint64_t at = from;
  bool failed = false;
  const std::uint64_t end = max_bytes < size_ - std::min(size_, from) ? from + max_bytes : size_;
  stored_window window(
      [&](std::span<char> out) -> std::size_t {
        const std::size_t capacity = static_cast<std::size_t>(std::min<std::uint64_t>(out.size(), end - at));
        const std::optional<std::size_t> got = capacity == 0 ? 0 : read(at, out.first(capacity));
        failed = failed || !got;
        at += got.value_or(0);
        return got.value_or(0);
      },
      [] { return false; });
  decoder_set decoders;
  member_search search(window, decoders, nullptr);
  while (search.find()) {
    const std::uint64_t found = from + window.position();
    if (accepts == nullptr || accepts(front_of_member(*this, found))) return found;
    window.advance(1);
  }
  if (failed) return std::nullopt;
  return size_;
}

std::unique_ptr<byte_source> part_file::stored(std::uint64_t from, std::uint64_t to, std::uint64_t plain,
                                               std::string name, part_access how) const {
  return std::make_unique<stored_part>(bytes_, from, to, plain, std::move(name), how);
}

std::unique_ptr<byte_source> lines_of_part(std::unique_ptr<byte_source> part, bool is_first,
                                           std::unique_ptr<byte_source> behind) {
  return std::make_unique<line_part>(std::move(part), !is_first, std::move(behind));
}

}  // namespace urlsieve
