// The byte source of stored bytes: a file, memory, a remote object, or the output of another source. Decodes
// each member as a stream or takes it from a run that was decoded ahead, copies uncompressed bytes, and
// resumes behind corrupt members.
#ifndef URLSIEVE_INPUT_STORED_SOURCE_HPP
#define URLSIEVE_INPUT_STORED_SOURCE_HPP

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/codec/compression.hpp"
#include "src/input/archives/packed_member.hpp"
#include "src/input/byte_source.hpp"
#include "src/input/members/member_search.hpp"
#include "src/input/members/members_ahead.hpp"
#include "src/input/members/place_log.hpp"
#include "src/input/members/stored_window.hpp"
#include "src/input/offset_mark.hpp"
#include "src/input/read_ahead.hpp"
#include "src/text/slab.hpp"
#include "src/transfer/remote_object.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

class stored_source final : public byte_source {
 public:
  // Constructors for byte_source::open(), from_memory() and inside(). The first takes ownership of
  // `descriptor`, except standard input; `size` 0: unknown. `bytes` must outlive the source.
  stored_source(int descriptor, std::string name, std::uint64_t size, const std::atomic<bool>* stop,
                input_flow flow, read_ahead ahead);
  stored_source(std::string_view bytes, std::string name, decoder_limits limits, read_ahead ahead);
  stored_source(std::unique_ptr<byte_source> packed, std::string_view head, std::uint64_t plain,
                std::vector<offset_mark> marks, read_ahead ahead);

  // Constructor for a remote object, whose errors read() counts.
  stored_source(std::unique_ptr<remote_object> remote, std::string name, read_ahead ahead);

  void prepare() override;
  std::size_t read(std::span<char> out, stats& counted) override;
  [[nodiscard]] bool pauses() override;
  std::span<char> take(slab& memory, stats& counted) override;
  [[nodiscard]] bool after_gap() const override { return after_gap_; }
  bool unpack_from(std::string_view tail, stats& counted) override;
  void take_marks(std::vector<offset_mark>& marks) override { places_.take(marks, window_.position()); }
  [[nodiscard]] std::optional<stored_file> random_access() const override;
  void resume_at(std::uint64_t at) override;
  void check_end(stats& counted) override;
  // See stored_window::expect_time().
  void expect_time(std::int64_t modified) { window_.expect_time(modified); }
  [[nodiscard]] int exhaustion() const override;
  [[nodiscard]] std::uint64_t stored_position() const override;
  [[nodiscard]] std::uint64_t stored_size() const override { return size_; }
  [[nodiscard]] std::string_view name() const override { return name_; }
  [[nodiscard]] std::string_view retrieved_from() const override { return retrieved_from_; }

 private:
  enum class place : std::uint8_t { start, plain, member, run, packed, between, lost, end };

  bool read_step(std::span<char> out, stats& counted);
  bool should_stop();

  void begin_plain();
  bool copy_plain(std::span<char> out);

  bool begin_member();
  bool begin_packed();
  void begin_stream();
  void look_ahead();
  void copy_run(std::span<char> out);
  void finish_run();
  bool decode_member(std::span<char> out, stats& counted);
  bool decode_packed(std::span<char> out, stats& counted);
  bool pass_to_next_member(stats& counted);

  void end_member();
  void peek(stats& counted);

  bool lose(damage reason, stats& counted);
  bool lose(damage reason, const std::string& detail, stats& counted);
  bool gap();
  void count(stats& counted);

  std::unique_ptr<remote_object> remote_;  // origin of the window's bytes, if remote
  std::uint64_t remote_read_ = 0;          // bytes of remote_ read so far
  std::unique_ptr<byte_source> packed_;    // origin of the window's bytes, if another source
  stats outer_;                            // counters of packed_
  place_log places_;
  stored_window window_;
  decoder_set decoders_;
  member_search search_;
  bool marks_ends_;
  std::optional<char> peeked_;  // the byte behind the last read(), if it was decoded ahead
  members_ahead ahead_;
  std::string name_;
  std::string retrieved_from_;
  std::uint64_t size_;
  place where_ = place::start;
  compression kind_ = compression::none;
  std::uint64_t member_start_ = 0;
  bool begun_ = false;                         // decoding of the current member has begun
  std::unique_ptr<packed_member> by_library_;  // the current member, if codec has no decoder for it
  member_run* run_ = nullptr;
  std::size_t run_delivered_ = 0;      // bytes of the run returned so far
  std::uint64_t counted_ = 0;          // stored bytes that were counted already
  std::uint64_t again_ = 0;            // decompressed bytes to come that were counted already
  std::uint64_t total_ = 0;            // decompressed bytes before the current read()
  std::uint64_t plain_delivered_ = 0;  // trailing bytes of total_ that were not compressed
  std::size_t filled_ = 0;
  bool after_gap_ = false;
  bool gap_follows_ = false;
  bool paused_ = false;  // the last read() returned early because the input paused
  bool failure_reported_ = false;
  bool end_checked_ = false;
};

}  // namespace urlsieve

#endif
