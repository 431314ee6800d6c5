// k-way merge of sorted streams into one entry a URL, with merged counts, orders, columns and sources.
//
// A loser tree in which each stream stores the length of the prefix that its URL shares with the URL that
// beat it (Ng and Kakehi, "Merging string sequences with longest common prefixes", 2008). The URL that shares
// the longer prefix with the last output is the smaller one; only equal lengths need a comparison of further
// bytes. No byte of a URL is compared twice, and equal URLs are recognized by their sizes.
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
  // Keeps the first `max_sources` sources of each URL; 0: the streams have no sources. Several streams may
  // hold the same URL. Requires: no stream was advanced; each stream ascends. After the first error of a
  // stream, advance() returns false and state() returns the error.
  merged_stream(std::vector<std::unique_ptr<entry_stream>> inputs, std::uint32_t max_sources);

  bool advance() override;
  [[nodiscard]] result<void> state() const override { return state_; }

 private:
  struct player {
    std::unique_ptr<entry_stream> input;
    std::size_t shared = 0;  // prefix length, in bytes, with the URL that beat it
    bool over = false;
  };

  void begin();
  void step(std::size_t index);
  std::size_t play(std::size_t upper, std::size_t& lower);
  void hold(const known_url& first);
  void add(const known_url& more);
  [[nodiscard]] const known_url& top() const { return players_[winner_].input->entry(); }

  std::vector<player> players_;
  std::vector<std::size_t> losers_;  // [1..size): the loser at each inner node
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
