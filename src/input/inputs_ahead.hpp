// The inputs of a run, opened one after another, the next small ones already read (and decoded) by threads
// that have time.
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

#include "src/input/byte_source.hpp"
#include "src/input/listing.hpp"
#include "src/input/read_ahead.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

class inputs_ahead {
 public:
  // An input whose turn has come; `source` is null where it could not be opened, and of a directory or a part
  // of a file.
  struct input {
    listed_input listed;
    std::unique_ptr<byte_source> source;
  };

  // `stop` may be null: see byte_source.
  inputs_ahead(listing inputs, const std::atomic<bool>* stop) : listing_(std::move(inputs)), stop_(stop) {}

  // To be called before the first next().
  void set(read_ahead how) { how_ = std::move(how); }

  // Counts what listing and opening it counted; nothing at the end, and where failure() says why.
  [[nodiscard]] std::optional<input> next(stats& counted);

  // What ended the inputs early: a list that broke off, or a shortage (shortage.hpp) that did not pass.
  [[nodiscard]] const std::optional<error>& failure() const { return failure_; }

  // Has `attempt` tried until it says that a shortage is past. Descriptors may come free as inputs end: those
  // that are open ahead of their turn are closed, then it is tried again for a while. False: it stayed.
  [[nodiscard]] bool wait_out(const std::function<bool()>& attempt);

  // The same as next() without opening it.
  [[nodiscard]] std::optional<listed_input> pass(stats& counted);

  // What next() or pass() returns next; null at the end, and if failure() says why there is no more. Opens
  // nothing. Requires: nothing is opened ahead.
  [[nodiscard]] const listed_input* peek();

  // While `opens` is false, only next() opens an input, and only its own. Default: true.
  void open_ahead(bool opens) { opens_ahead_ = opens; }

 private:
  struct upcoming;
  static constexpr std::uint64_t max_size = std::uint64_t{256} << 10;  // of a file that is read ahead
  static constexpr std::size_t files_a_run = 4;

  // How long a shortage is waited out, and how long between two tries.
  static constexpr std::chrono::milliseconds longest_wait{5000};
  static constexpr std::chrono::milliseconds pause{2};

  void list(stats* counted);
  void list_next(upcoming& one);
  void open_in_turn(upcoming& first);
  void close_ahead();
  void ask_ahead();
  [[nodiscard]] std::shared_ptr<upcoming> take(stats& counted);
  [[nodiscard]] bool is_ahead() const { return how_.start && opens_ahead_; }

  listing listing_;
  const std::atomic<bool>* stop_;
  read_ahead how_;
  std::deque<std::shared_ptr<upcoming>> queue_;
  bool listed_all_ = false;
  bool opens_ahead_ = true;
  std::optional<error> failure_;
};

}  // namespace urlsieve

#endif
