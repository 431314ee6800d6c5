// The k-way merge of sorted streams into one entry a URL, with merged counts, orders, columns and sources.
#ifndef URLSIEVE_RUNS_MERGED_STREAM_HPP
#define URLSIEVE_RUNS_MERGED_STREAM_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/runs/loser_tree.hpp"
#include "src/runs/sorted_run.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

class merged_stream final : public entry_stream {
 public:
  // Keeps the first `max_sources` sources of each URL; 0: the streams have no sources. Several streams may
  // hold the same URL. Requires: no stream was advanced; each stream ascends. After the first error of a
  // stream, advance() returns false and state() returns the error.
  merged_stream(std::vector<std::unique_ptr<entry_stream>> inputs, std::uint32_t max_sources);
  merged_stream(const merged_stream&) = delete;
  merged_stream& operator=(const merged_stream&) = delete;

  bool advance() override;
  [[nodiscard]] result<void> state() const override { return state_; }

 private:
  // Stores the first error of all streams in `*state`.
  struct entry_cursor {
    std::unique_ptr<entry_stream> input;
    result<void>* state;

    bool next() {
      if (input->advance()) return true;
      if (*state) *state = input->state();
      return false;
    }
    [[nodiscard]] std::string_view key() const { return input->entry().url; }
    [[nodiscard]] std::size_t shared() const { return input->shared(); }
  };

  std::vector<entry_cursor> cursors_of(std::vector<std::unique_ptr<entry_stream>> inputs);
  void hold(const known_url& first);
  void add(const known_url& more);
  [[nodiscard]] const known_url& top() const { return entries_.cursor().input->entry(); }

  result<void> state_;
  loser_tree<entry_cursor> entries_;
  bool begun_ = false;
  bool more_ = false;  // `entries_` is at an entry that was not added
  std::uint32_t max_sources_;
  std::string url_;
  std::string columns_;
  std::string sources_;
  std::string united_;
};

}  // namespace urlsieve

#endif
