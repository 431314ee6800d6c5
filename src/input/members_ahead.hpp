// Cuts what follows in an input into runs of members and has them decoded ahead.
//
// Where a run begins is a guess, unless the run before it ended there or the reader came there. So a run
// counts only if the reader stands at its first byte, and only as far as its members were sound; what it does
// not cover the reader decodes as a stream. Stored bytes are cut once: whatever the input is made of, no byte
// is decoded more than once ahead and once as a stream. Where the cuts are depends on the stored bytes alone.
#ifndef URLSIEVE_INPUT_MEMBERS_AHEAD_HPP
#define URLSIEVE_INPUT_MEMBERS_AHEAD_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "src/input/member_run.hpp"
#include "src/input/read_ahead.hpp"
#include "src/input/stored_window.hpp"
#include "src/input/waiting_runs.hpp"

namespace urlsieve {

class members_ahead {
 public:
  // A member larger than this, as stored or decompressed, is in no run.
  static constexpr std::size_t max_stored = std::size_t{2} << 20;
  static constexpr std::size_t max_plain = std::size_t{8} << 20;

  explicit members_ahead(read_ahead how) : how_(std::move(how)) {}

  // The run that begins at the window's position, where a member begins; null if there is none. It need not
  // be decoded yet. Reads on, so that rest() moves.
  [[nodiscard]] member_run* find(stored_window& window) { return find(window, how_.runs); }

  // The same with this one run only, nothing behind it.
  [[nodiscard]] member_run* find_one(stored_window& window) { return find(window, 1); }

  // The first run alone, decoded, for a begin_with(); null if there is none, or it seems to give more than
  // `most` bytes.
  [[nodiscard]] std::shared_ptr<member_run> decode_one(stored_window& window, std::size_t most);

  // To be called before anything is found: what another one has decoded of the same bytes; may be null.
  void begin_with(std::shared_ptr<member_run> first) { first_ = std::move(first); }

  // Whether no other run lies behind the one that was found.
  [[nodiscard]] bool found_alone() const { return runs_.size() == 1; }

  // Decodes the run that was found, or waits for the thread that does and lends a hand meanwhile.
  void complete();

  // The run that was found is used up.
  void release();

 private:
  [[nodiscard]] member_run* find(stored_window& window, std::size_t most);
  void use_first(stored_window& window);
  [[nodiscard]] bool cut(stored_window& window);
  [[nodiscard]] std::shared_ptr<member_run> free_run();

  read_ahead how_;
  std::size_t least_room_ = how_.run_bytes;        // of a new run
  std::shared_ptr<member_run> first_;              // of begin_with(), until something is found
  std::vector<std::shared_ptr<member_run>> runs_;  // a few, in the order of the input
  std::vector<std::shared_ptr<member_run>> free_;
  // Other threads may come to it when this is no more. Null before the first run, as most inputs have none.
  std::shared_ptr<waiting_runs> waiting_;
  std::uint64_t cut_from_ = 0;  // before this everything was cut
};

}  // namespace urlsieve

#endif
