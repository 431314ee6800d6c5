// A set of URLs, in memory or over a state (update_state.hpp). An insertion returns the URLs that are new.
#ifndef URLSIEVE_SEEN_SET_HPP
#define URLSIEVE_SEEN_SET_HPP

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "urlsieve/error.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/options.hpp"
#include "urlsieve/update_state.hpp"

namespace urlsieve {

// Returns the names (option_words.hpp) of the options that a set uses.
[[nodiscard]] std::vector<std::string_view> names_of_seen_set_options();

struct seen_set_options {
  std::string state;  // a directory, created by the first flush() if missing; empty: the set is in memory
  // Options of names_of_seen_set_options(); other members have no effect. A new state takes its layout and
  // columns from `output`.
  extract_options run = {};
  // Returns true for names of options (option_words.hpp) that an existing state must share with `run`; the
  // state decides the other options. Null: the state decides all options.
  std::function<bool(std::string_view)> is_given = {};
  compaction_choice compact = compaction_choice::automatic;  // after a flush()
};

// The new URLs of an insertion, in input order, each once. The views are valid until the next call of
// insert(), flush() or close().
struct new_urls {
  std::vector<std::string_view> urls;  // normalized
  std::vector<std::size_t> places;     // by URL: index of its first reference in the argument of insert()
};

struct seen_set_summary {
  std::uint64_t added = 0;   // URLs that the flush added to the state
  std::uint64_t unique = 0;  // URLs of the state afterwards; without a state: URLs of the set
};

// A set of distinct URLs. References are normalized by the options of the set; URLs are then compared by
// their bytes. A rejected reference is never in the set. Over a state, the set has the URLs of the state when
// the set was opened or last flushed, and the URLs inserted since. These are in memory until flush(), which
// adds them to the state as one layer, as update_state() does for a list of the inserted references: counts
// are added. A process that ends before flush() leaves the state unchanged.
//
// Memory: the URL and about 30 bytes for each distinct URL inserted since the last flush(), and a few MiB for
// each shard of the state that was searched. If options.run.output.memory is set, URLs take at most half of
// it.
//
// If the process runs out of memory during insert(), every later call fails with error_code::out_of_memory.
//
// One thread at a time may use a set. Several sets and processes may read one state; one at a time may flush.
class seen_set {
 public:
  // Opens the set. Returns error_code::usage, with the name of the option, if `state` is not a state, has
  // another form of URLs or other rule revisions than `run`, or has columns that a reference must fill;
  // otherwise fails as output_reader::open() does.
  [[nodiscard]] static result<seen_set> open(const seen_set_options& options);
  seen_set(seen_set&&) noexcept;
  seen_set& operator=(seen_set&&) noexcept;
  ~seen_set();  // discards the URLs inserted since the last flush()

  // Inserts the URLs of `references`, and returns the new ones. Returns error_code::out_of_memory if the URLs
  // exceed half of options.run.output.memory, and cannot_read if the state cannot be read; the set is
  // unchanged then. Returns usage if the set is closed.
  [[nodiscard]] result<new_urls> insert(std::span<const std::string_view> references);

  // Returns true if the URL of `reference` is in the set. Fails as insert() does.
  [[nodiscard]] result<bool> contains(std::string_view reference);

  // Returns the number of references that insert() has rejected.
  [[nodiscard]] std::uint64_t rejected() const;

  // Adds the inserted URLs to the state, durably, and forgets them in memory. Without a state, has no effect.
  // `monitor` may be null. Fails as update_state() does, for example with error_code::output_exists if
  // another process changes the state; the set and the state are unchanged then.
  [[nodiscard]] result<seen_set_summary> flush(run_monitor* monitor = nullptr);

  // Calls flush(), and frees the memory. If flush() fails, the set stays open.
  [[nodiscard]] result<seen_set_summary> close(run_monitor* monitor = nullptr);

 private:
  class inner;
  explicit seen_set(std::unique_ptr<inner> content);

  std::unique_ptr<inner> inner_;
};

}  // namespace urlsieve

#endif
