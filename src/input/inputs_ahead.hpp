// Opens the inputs of a run one after another, for one consumer thread. Idle threads read (and decode) the
// next small files ahead (read_ahead::start).
#ifndef URLSIEVE_INPUT_INPUTS_AHEAD_HPP
#define URLSIEVE_INPUT_INPUTS_AHEAD_HPP

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "src/input/byte_source.hpp"
#include "src/input/lists/listing.hpp"
#include "src/input/read_ahead.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

class inputs_ahead {
 public:
  // An input whose turn has come. `source` is null for an input that could not be opened (counted), for a
  // directory, for a part of a file, and for a Parquet part. The consumer opens the last three.
  struct input {
    listed_input listed;
    std::unique_ptr<byte_source> source;
  };

  // `stop` may be null (see byte_source::open).
  inputs_ahead(listing inputs, const std::atomic<bool>* stop) : listing_(std::move(inputs)), stop_(stop) {}

  // Sets limits and hooks of the work ahead. Requires: next() was not called.
  void set(read_ahead ahead) { how_ = std::move(ahead); }

  // Returns the next input, and adds the counters of listing and opening to `counted`. Returns nullopt at the
  // end, and after an error, which failure() returns. Blocks until the input is open; rethrows exceptions of
  // opening.
  [[nodiscard]] std::optional<input> next(stats& counted);

  // Returns the error that ended the inputs early: a list that cannot be read, or a shortage
  // (resource_exhaustion.hpp). A shortage is an error if it lasts 5 s, or until the run is stopped.
  [[nodiscard]] const std::optional<error>& failure() const { return failure_; }

  // Calls `attempt` until it returns true, that is, until a shortage has passed. Closes inputs that were
  // opened ahead, to free descriptors, and retries for 5 s. Returns false if the shortage lasted or the run
  // was stopped.
  [[nodiscard]] bool wait_out(const std::function<bool()>& attempt);

  // Like next(), without opening the input.
  [[nodiscard]] std::optional<listed_input> pass(stats& counted);

  // Returns the input that next() or pass() will return, without opening it; null at the end and after an
  // error. Valid until that call. Requires: no input is opened ahead.
  [[nodiscard]] const listed_input* peek();

  // Sets whether inputs are opened before next() returns them. Default: true.
  void open_ahead(bool opens) { opens_ahead_ = opens; }

 private:
  struct upcoming;
  static constexpr std::uint64_t max_size = std::uint64_t{256}
                                            << 10;  // size limit of files that are read ahead
  static constexpr std::size_t files_a_run = 4;
  // A task opens several small files, because a thread that becomes idle after each of them costs more.
  static constexpr std::size_t most_files_a_task = 8;
  static constexpr std::uint64_t enough_bytes_a_task = std::uint64_t{64} << 10;

  // Maximum wait for a shortage to pass, and the interval between two attempts.
  static constexpr std::chrono::milliseconds longest_wait{5000};
  static constexpr std::chrono::milliseconds pause{2};

  void list(stats* counted);
  void list_next(upcoming& entry);
  void start_opening();
  void open_in_turn(upcoming& first);
  void close_ahead();
  void request_ahead();
  [[nodiscard]] std::shared_ptr<upcoming> take(stats& counted);
  [[nodiscard]] bool is_ahead() const { return how_.start && opens_ahead_; }

  listing listing_;
  const std::atomic<bool>* stop_;
  read_ahead how_;
  std::deque<std::shared_ptr<upcoming>> queue_;
  std::vector<std::shared_ptr<upcoming>> to_open_;  // listed files without a task
  std::uint64_t bytes_to_open_ = 0;                 // of these files
  bool listed_all_ = false;
  bool opens_ahead_ = true;
  std::optional<error> failure_;
};

}  // namespace urlsieve

#endif
