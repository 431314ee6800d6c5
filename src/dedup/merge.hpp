// Puts sorted streams together: an entry for each URL, with what all of them know of it.
//
// A tournament of losers in which each stream remembers how much its URL has in common with the one that beat
// it (Ng and Kakehi, "Merging string sequences with longest common prefixes", 2008): of two URLs, the one
// that shares more with what was given out last is the smaller, and only where they share the same, bytes
// behind that are compared. So no byte of a URL is looked at twice, and equal URLs are known by their sizes.
#ifndef URLSIEVE_DEDUP_MERGE_HPP
#define URLSIEVE_DEDUP_MERGE_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "src/dedup/spill.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

class merged_stream final : public entry_stream {
 public:
  // `max_sources`: how many sources are kept of each URL. Several streams may have the same URL.
  merged_stream(std::vector<std::unique_ptr<entry_stream>> inputs, std::uint32_t max_sources);

  bool advance() override;
  [[nodiscard]] result<void> state() const override { return state_; }

 private:
  struct player {
    std::unique_ptr<entry_stream> input;
    std::size_t shared = 0;  // with the URL that beat it
    bool over = false;
  };

  void begin();
  void step(std::size_t index);
  std::size_t play(std::size_t upper, std::size_t& lower);
  void hold(const known_url& first);
  void add(const known_url& more);
  [[nodiscard]] const known_url& top() const { return players_[winner_].input->entry(); }

  std::vector<player> players_;
  std::vector<std::size_t> losers_;  // [1..size): of the match at each inner node
  std::size_t winner_ = 0;
  std::uint32_t max_sources_;
  bool begun_ = false;
  result<void> state_;
  std::string url_;
  std::string columns_;
  std::string sources_;
  std::string united_;
};

}  // namespace urlsieve

#endif
