// Searches for the next compressed member behind a corrupt one, or for an uncompressed archive behind
// members.
//
// A magic number of three bytes occurs in compressed data by chance. A place therefore counts only if the
// member there decodes on trial: to its end, or for 64 KiB without a fault. Trials have a budget in
// proportion to the bytes read; beyond the budget, a trial ends after 2 KiB.
#ifndef URLSIEVE_INPUT_MEMBERS_MEMBER_SEARCH_HPP
#define URLSIEVE_INPUT_MEMBERS_MEMBER_SEARCH_HPP

#include <cstdint>
#include <string_view>

#include "src/codec/compression.hpp"
#include "src/input/members/stored_window.hpp"

namespace urlsieve {

class member_search {
 public:
  // Requires: `window` and `decoders` outlive the search, and no member of `decoders` is begun while find()
  // runs. `plain_begins`: see read_ahead; may be null.
  member_search(stored_window& window, decoder_set& decoders, bool (*plain_begins)(std::string_view))
      : window_(window), decoders_(decoders), plain_begins_(plain_begins) {}

  // Moves the window back to where a search begins after a fault at the window's position: behind the first
  // byte of the corrupt member at `start`. Moves back at most stored_window::look_back bytes, and never
  // before the previous fault.
  void rewind(std::uint64_t start);

  // Moves the window to the next member that decodes, or to the next uncompressed archive. Returns false at
  // the end of the input if there is none.
  [[nodiscard]] bool find();

  // Returns true if an uncompressed archive begins at the window's position.
  [[nodiscard]] bool plain_here();

 private:
  [[nodiscard]] bool decodes(compression kind);

  stored_window& window_;
  decoder_set& decoders_;
  bool (*plain_begins_)(std::string_view);
  std::uint64_t last_fault_ = 0;
  std::uint64_t trial_cost_ = 0;  // bytes that trials consumed and produced
};

}  // namespace urlsieve

#endif
