// The search for the next compressed member behind one that is broken, or for what may follow members. A mark
// of three bytes turns up in compressed data by chance, so a place counts only if the member there decodes on
// trial: to its end, or for long without a fault. What trials may cost is bounded in proportion to what was
// read.
#ifndef URLSIEVE_INPUT_MEMBER_SEARCH_HPP
#define URLSIEVE_INPUT_MEMBER_SEARCH_HPP

#include <cstdint>
#include <string_view>

#include "src/codec/compression.hpp"
#include "src/codec/decoder_set.hpp"
#include "src/input/stored_window.hpp"

namespace urlsieve {

class member_search {
 public:
  // Both outlive it. `decoders` have no member begun while a search goes on. `plain_begins` as read_ahead has
  // it.
  member_search(stored_window& window, decoder_set& decoders, bool (*plain_begins)(std::string_view))
      : window_(window), decoders_(decoders), plain_begins_(plain_begins) {}

  // The member that began at `start` is broken where the window stands: goes back to where a search begins,
  // which is behind its first byte.
  void go_back(std::uint64_t start);

  // Goes to the next place where a member begins that decodes, or what may follow members; false: there is
  // none.
  [[nodiscard]] bool find();

  // Whether what may follow members begins where the window stands.
  [[nodiscard]] bool plain_here();

 private:
  [[nodiscard]] bool decodes(compression kind);

  stored_window& window_;
  decoder_set& decoders_;
  bool (*plain_begins_)(std::string_view);
  std::uint64_t last_fault_ = 0;
  std::uint64_t trial_cost_ = 0;  // bytes that trials took and made
};

}  // namespace urlsieve

#endif
