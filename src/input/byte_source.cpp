#include "src/input/byte_source.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "src/input/members_ahead.hpp"
#include "src/input/shortage.hpp"
#include "src/input/stored_window.hpp"
#include "urlsieve/names.hpp"

namespace urlsieve {
namespace {

// Whether a byte can begin a member; the search for one looks at few places.
bool may_begin_member(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte == 0x1F || byte == 0x28 || (byte & 0xF0U) == 0x50 || byte == 'B' || byte == 0xFD;
}

class stored_source final : public byte_source {
 public:
  stored_source(int descriptor, std::string name, std::uint64_t size, const std::atomic<bool>* stop,
                read_ahead ahead)
      : window_(descriptor, size, stop),
        plain_begins_(ahead.plain_begins),
        ahead_(std::move(ahead)),
        name_(std::move(name)),
        size_(size) {}
  stored_source(std::string_view bytes, std::string name, decoder_limits limits, read_ahead ahead)
      : window_(bytes),
        plain_begins_(ahead.plain_begins),
        ahead_(std::move(ahead)),
        name_(std::move(name)),
        size_(bytes.size()),
        limits_(limits) {}
  stored_source(std::unique_ptr<byte_source> packed, std::string_view head, std::uint64_t plain,
                std::vector<place_mark> marks, read_ahead ahead)
      : packed_(std::move(packed)),
        outer_marks_(std::move(marks)),
        first_(plain),
        window_([this](std::span<char> out) { return packed_->read(out, outer_); }),
        plain_begins_(ahead.plain_begins),
        ahead_(std::move(ahead)),
        name_(packed_->name()),
        size_(packed_->stored_size()),
        total_(plain) {
    window_.begin_with(head);
  }

  std::size_t read(std::span<char> out, stats& counted) override {
    if (out.empty()) return 0;
    after_gap_ = std::exchange(gap_follows_, false);
    filled_ = 0;
    while (filled_ < out.size() && where_ != place::end) {
      if (!go_on(out, counted)) break;
    }
    count(counted);
    return filled_;
  }

  bool unpack_from(std::string_view tail, stats& counted) override {
    if (plain_given_ < tail.size()) return false;
    window_.put_back(tail);
    total_ -= tail.size();
    counted.bytes -= tail.size();
    plain_given_ = 0;
    where_ = place::between;
    return true;
  }

  void take_marks(std::vector<place_mark>& marks) override {
    if (packed_) {
      packed_->take_marks(outer_marks_);
      for (place_mark& one : marks_) one = {one.plain, place_of(one.stored).stored.value_or(0), false};
      forget_before(outer_marks_, first_ + window_.position());
    }
    marks.insert(marks.end(), marks_.begin(), marks_.end());
    marks_.clear();
  }

  [[nodiscard]] int shortage() const override {
    if (packed_) return packed_->shortage();
    return is_shortage(window_.failure()) ? window_.failure() : 0;
  }

  void prepare() override {
    if (where_ != place::start) return;
    window_.want(compression_head_size);
    if (!begin_member()) return;
    // The turn comes before anything else is decoded ahead of it, so that many files stay small.
    if (ahead_.find_one(window_) != nullptr) ahead_.complete();
  }

  std::span<char> take(slab& memory, stats& counted) override {
    filled_ = 0;
    if (gap_follows_) return {};
    if (where_ == place::between) {
      window_.want(compression_head_size);
      if (!begin_member()) return {};
    }
    if (where_ == place::member) look_ahead();
    if (where_ != place::run) return {};
    ahead_.complete();
    if (run_given_ == 0) mark_run(total_);
    std::swap(memory, run_->memory());
    filled_ = run_->produced() - run_given_;
    after_gap_ = false;
    finish_run();
    count(counted);
    return {memory.data() + run_headroom + run_given_, filled_};
  }

  [[nodiscard]] bool after_gap() const override { return after_gap_; }
  [[nodiscard]] std::uint64_t stored_position() const override {
    return packed_ ? packed_->stored_position() : window_.position();
  }
  [[nodiscard]] std::uint64_t stored_size() const override { return size_; }
  [[nodiscard]] std::string_view name() const override { return name_; }

 private:
  enum class place : std::uint8_t { start, plain, member, run, between, lost, end };
  static constexpr std::size_t trial_size = std::size_t{64} << 10;
  static constexpr std::size_t short_trial_size = std::size_t{2} << 10;
  static constexpr std::size_t plain_head_size = std::size_t{4} << 10;
  static constexpr std::uint64_t free_trials = std::uint64_t{64} << 20;

  // One step of whatever is to be done; false: give back what there is.
  bool go_on(std::span<char> out, stats& counted) {
    switch (where_) {
      case place::start:
        window_.want(compression_head_size);
        if (!begin_member()) begin_plain();
        return true;
      case place::plain:
        return copy_plain(out);
      case place::member:
        look_ahead();
        return where_ == place::run || decode_member(out, counted);
      case place::run:
        copy_run(out);
        return true;
      case place::between:
        return pass_to_next_member(counted);
      case place::lost:
        where_ = find_member() ? place::member : place::end;
        return true;
      case place::end:
        break;
    }
    return false;
  }

  bool copy_plain(std::span<char> out) {
    const std::string_view held = window_.rest();
    const std::span<char> room = out.subspan(filled_);
    std::size_t got = std::min(held.size(), room.size());
    if (got > 0) {
      std::memcpy(room.data(), held.data(), got);
      window_.advance(got);
    } else {
      got = window_.read_past(room);
    }
    filled_ += got;
    plain_given_ += got;
    if (got == 0) where_ = place::end;
    return true;
  }

  void begin_plain() {
    where_ = window_.rest().empty() ? place::end : place::plain;
    plain_given_ = 0;
    mark(window_.position(), true);
  }

  // What comes next in the decompressed bytes stands at `stored`.
  void mark(std::uint64_t stored, bool exact) { marks_.push_back({total_ + filled_, stored, exact}); }

  // The members of the run at hand, of which the first byte is `plain` of the decompressed input.
  void mark_run(std::uint64_t plain) {
    for (const member_run::member_start& one : run_->starts())
      marks_.push_back({plain + one.produced, run_->begin() + one.consumed, false});
  }

  // Where what the window calls `stored` stands in the file.
  input_place place_of(std::uint64_t stored) {
    if (!packed_) return {stored, std::nullopt};
    packed_->take_marks(outer_marks_);
    return {file_offset(outer_marks_, first_ + stored), first_ + stored};
  }

  // If a member begins at the position, makes ready to decode it.
  bool begin_member() {
    const compression kind = sniff_compression(window_.rest().substr(0, compression_head_size));
    if (kind == compression::none) return false;
    kind_ = kind;
    member_start_ = window_.position();
    where_ = place::member;
    begun_ = false;
    return true;
  }

  // At the first byte of a member that is decoded ahead, goes over to the run that it begins. A dictionary is
  // the stream decoder's own.
  void look_ahead() {
    if (std::exchange(begun_, true)) return;
    const std::unique_ptr<decoder>& stream = decoders_[static_cast<std::size_t>(kind_)];
    if (stream && stream->has_dictionary()) return mark(member_start_, false);
    run_ = ahead_.find(window_);
    if (run_ == nullptr) return mark(member_start_, false);
    run_given_ = 0;
    where_ = place::run;
  }

  void copy_run(std::span<char> out) {
    const std::span<char> room = out.subspan(filled_);
    if (run_given_ == 0 && room.size() >= run_->room() && run_->turn().claim()) {
      run_->decode_into(room);
      mark_run(total_ + filled_);
      filled_ += run_->produced();
      return finish_run();
    }
    ahead_.complete();
    if (run_given_ == 0) mark_run(total_ + filled_);
    const std::size_t size = std::min(run_->produced() - run_given_, room.size());
    if (size > 0) std::memcpy(room.data(), run_->memory().data() + run_headroom + run_given_, size);
    run_given_ += size;
    filled_ += size;
    if (run_given_ == run_->produced()) finish_run();
  }

  // Goes on behind the members that were sound; at the first one if none was, which is then a stream.
  void finish_run() {
    window_.advance(run_->consumed());
    where_ = run_->consumed() > 0 ? place::between : place::member;
    if (where_ == place::member) mark(member_start_, false);
    run_ = nullptr;
    ahead_.release();
  }

  void count(stats& counted) {
    total_ += filled_;
    counted.bytes += filled_;
    if (packed_) {
      // What the outer compression gives is not what the input decompresses to.
      outer_.bytes = 0;
      counted.add(std::exchange(outer_, {}));
      return;
    }
    const std::uint64_t stored = window_.bytes_read();
    counted.bytes_read += stored - std::exchange(counted_, stored);
    if (window_.failure() != 0 && shortage() == 0 && !std::exchange(failure_told_, true)) {
      counted.damaged_in(damage::unreadable, name_, {stored, std::nullopt},
                         std::system_category().message(window_.failure()));
    }
  }

  decoder& decoder_for(compression kind) {
    std::unique_ptr<decoder>& made = decoders_[static_cast<std::size_t>(kind)];
    if (!made) made = make_decoder(kind, limits_);
    return *made;
  }

  bool decode_member(std::span<char> out, stats& counted) {
    if (window_.rest().empty()) window_.refill();
    decoder& with = decoder_for(kind_);
    const bool last = window_.ended();
    const decode_step step = with.decode(window_.rest(), out.subspan(filled_), last);
    window_.advance(step.consumed);
    filled_ += step.produced;
    const bool stuck = step.consumed == 0 && step.produced == 0;
    switch (step.state) {
      case decode_state::more:
        if (!stuck || !last) {
          if (stuck) window_.refill();
          return true;
        }
        [[fallthrough]];
      case decode_state::truncated:
        return lose(damage::truncated_compression, counted);
      case decode_state::corrupt:
        return lose(damage::corrupt_compression, counted);
      case decode_state::member_end:
        where_ = place::between;
        break;
    }
    return true;
  }

  // Counts the member as broken and goes to where a search for the next one begins.
  bool lose(damage reason, stats& counted) {
    decoder& with = decoder_for(kind_);
    std::string detail(name_of(kind_));
    detail.append(": ").append(with.fault());
    if (reason == damage::corrupt_compression && with.over_limit()) reason = damage::expansion_limit;
    counted.damaged_in(reason, name_, place_of(member_start_), detail);
    with.reset();
    const std::uint64_t fault = window_.position();
    const std::uint64_t reach = fault - std::min<std::uint64_t>(fault, stored_window::look_back);
    // Nothing before the last fault is searched again, so that members made to fail all at one place cannot
    // each be decoded up to there.
    window_.move_to(std::max({member_start_ + 1, reach, last_fault_, window_.held_from()}));
    last_fault_ = fault;
    where_ = place::lost;
    return gap();
  }

  bool pass_to_next_member(stats& counted) {
    window_.want(compression_head_size);
    // NUL bytes fill up to a block (gzip on tapes) and are allowed between xz streams.
    const std::string_view rest = window_.rest();
    const std::size_t padding = std::min(rest.find_first_not_of('\0'), rest.size());
    if (padding > 0) {
      window_.advance(padding);
      return true;
    }
    if (rest.empty()) {
      where_ = place::end;
      return true;
    }
    if (begin_member()) return true;
    if (plain_follows()) {
      begin_plain();
      return true;
    }
    member_start_ = window_.position();
    counted.damaged_in(damage::junk_after_member, name_, place_of(member_start_), "bytes that are no member");
    where_ = place::lost;
    return gap();
  }

  bool plain_follows() {
    if (plain_begins_ == nullptr) return false;
    window_.want(plain_head_size);
    return plain_begins_(window_.rest().substr(0, plain_head_size));
  }

  // Goes to the next position where a member begins that decodes; false if there is none.
  bool find_member() {
    while (true) {
      window_.want(compression_head_size);
      const std::string_view rest = window_.rest();
      if (rest.size() < compression_head_size) return false;
      const std::size_t last = rest.size() - compression_head_size;
      std::size_t at = 0;
      while (at <= last && !may_begin_member(rest[at])) ++at;
      window_.advance(at);
      if (at > last) continue;
      if (begin_member() && decodes()) return true;
      window_.advance(1);
    }
  }

  // Tries the member at the position: it must end well, or give something before the input ends, or go on for
  // long without a fault. A mark of three bytes alone turns up in compressed data by chance.
  bool decodes() {
    const bool generous = trial_cost_ <= free_trials + 4 * window_.position();
    const std::size_t size = generous ? trial_size : short_trial_size;
    window_.want(size);
    const std::string_view in = window_.rest().substr(0, size);
    const bool last = window_.ended() && in.size() == window_.rest().size();
    decoder& with = decoder_for(kind_);
    with.reset();
    std::array<char, 4096> room;
    std::size_t consumed = 0;
    std::size_t produced = 0;
    decode_step step;
    while (step.state == decode_state::more && produced < size) {
      step = with.decode(in.substr(consumed), room, last);
      consumed += step.consumed;
      produced += step.produced;
      if (step.produced == 0 && step.state == decode_state::more && consumed == in.size()) break;
    }
    with.reset();
    trial_cost_ += consumed + produced + 64;
    return step.state != decode_state::corrupt && (step.state != decode_state::truncated || produced > 0);
  }

  // Bytes are lost here. What was decoded before is given back first.
  bool gap() {
    if (filled_ == 0) {
      after_gap_ = true;
      return true;
    }
    gap_follows_ = true;
    return false;
  }

  std::unique_ptr<byte_source> packed_;  // where the bytes of the window come from, if not from a file
  stats outer_;                          // what it counted
  std::vector<place_mark> outer_marks_;
  std::uint64_t first_ = 0;  // where in what they are of the first of them stands
  stored_window window_;
  bool (*plain_begins_)(std::string_view);
  members_ahead ahead_;
  std::string name_;
  std::uint64_t size_;
  decoder_limits limits_;
  place where_ = place::start;
  compression kind_ = compression::none;
  std::array<std::unique_ptr<decoder>, 5> decoders_;
  std::uint64_t member_start_ = 0;
  bool begun_ = false;  // whether anything was done about the member at hand
  member_run* run_ = nullptr;
  std::size_t run_given_ = 0;  // bytes of it
  std::uint64_t last_fault_ = 0;
  std::uint64_t trial_cost_ = 0;   // bytes that trials took and made
  std::uint64_t counted_ = 0;      // stored bytes that are in the statistics already
  std::uint64_t total_ = 0;        // decompressed bytes before those of the read() at hand
  std::uint64_t plain_given_ = 0;  // of those the last that were not compressed
  std::vector<place_mark> marks_;
  std::size_t filled_ = 0;
  bool after_gap_ = false;
  bool gap_follows_ = false;
  bool failure_told_ = false;
};

// A pipe in the file system opens when somebody writes to it: that is waited for where reading waits, so that
// a signal is seen. Whether that fails is left to reading.
int open_without_waiting(const std::string& path) {
  int descriptor = -1;
  do {
    descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  } while (descriptor < 0 && errno == EINTR);
  return descriptor;
}

// Until somebody writes to the pipe `descriptor`, or did, or the run is to stop.
void wait_for_writer(int descriptor, const std::atomic<bool>* stop) {
  constexpr int a_while = 100;  // milliseconds
  pollfd asked{descriptor, POLLIN, 0};
  while (stop == nullptr || !*stop) {
    const int ready = ::poll(&asked, 1, stop != nullptr ? a_while : -1);
    if (ready > 0 || (ready < 0 && errno != EINTR)) return;
  }
}

}  // namespace

std::unique_ptr<byte_source> byte_source::open(const std::string& path, stats& counted,
                                               const std::atomic<bool>* stop, read_ahead ahead,
                                               int* shortage) {
  const auto refuse = [&](int failure) {
    if (shortage != nullptr && is_shortage(failure)) {
      *shortage = failure;
      return nullptr;
    }
    counted.not_read(damage::unreadable, path, std::system_category().message(failure));
    return nullptr;
  };
  int descriptor = STDIN_FILENO;
  if (path != "-") {
    descriptor = open_without_waiting(path);
    if (descriptor < 0) return refuse(errno);
  }
  struct stat about{};
  const int failure = ::fstat(descriptor, &about) != 0 ? errno : S_ISDIR(about.st_mode) ? EISDIR : 0;
  if (failure != 0) {
    if (descriptor != STDIN_FILENO) ::close(descriptor);
    return refuse(failure);
  }
  const bool regular = S_ISREG(about.st_mode);
  if (path != "-" && !regular) {
    if (S_ISFIFO(about.st_mode)) wait_for_writer(descriptor, stop);
    ::fcntl(descriptor, F_SETFL, O_RDONLY);  // reading waits
  }
  if (regular) ::posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL);
  return std::make_unique<stored_source>(descriptor, path,
                                         regular ? static_cast<std::uint64_t>(about.st_size) : 0,
                                         regular ? nullptr : stop, std::move(ahead));
}

std::unique_ptr<byte_source> byte_source::inside(std::unique_ptr<byte_source> packed, std::string_view head,
                                                 std::uint64_t plain, std::vector<place_mark> marks,
                                                 read_ahead ahead) {
  return std::make_unique<stored_source>(std::move(packed), head, plain, std::move(marks), std::move(ahead));
}

std::unique_ptr<byte_source> byte_source::from_memory(std::string_view bytes, std::string name,
                                                      decoder_limits limits, read_ahead ahead) {
  return std::make_unique<stored_source>(bytes, std::move(name), limits, std::move(ahead));
}

}  // namespace urlsieve
