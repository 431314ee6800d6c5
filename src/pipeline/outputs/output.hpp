// The interface of outputs, which receive the URLs of batches.
#ifndef URLSIEVE_PIPELINE_OUTPUT_HPP
#define URLSIEVE_PIPELINE_OUTPUT_HPP

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/dedup/redirect.hpp"
#include "src/dedup/shard_store.hpp"
#include "src/pipeline/batch.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

class output {
 public:
  virtual ~output() = default;

  // Returns how to fill batch::sieved.
  [[nodiscard]] virtual sieved_rows wanted_rows() const { return sieved_rows::none; }

  // Does the work that needs no order. Called concurrently for several batches, in any order, and for each
  // batch before deliver(). An error of prepare() or deliver() ends the run.
  virtual result<void> prepare(batch& done) = 0;

  // Receives a batch. Called for one batch at a time, in input order. The batch may be reused afterwards, so
  // the output copies what it keeps.
  virtual result<void> deliver(batch& done) = 0;

  // True if the output has enough: later batches are ignored. Thread-safe.
  [[nodiscard]] virtual bool has_enough() const { return false; }

  // Frees up to `bytes` of memory, if possible, for a coming allocation. Thread-safe; may be called at any
  // time before finish().
  virtual result<void> free_memory(std::size_t /*bytes*/) { return {}; }

  // Writes the rest and publishes. Called once after the last batch, but not after an error. Sets
  // `totals.unique`, and calls `complete` right before the output appears, with the manifest and the
  // directory that holds the complete output (both empty: there is none). An error of `complete` becomes the
  // error of finish(), and nothing appears.
  using publish_hook = std::function<result<void>(std::string_view manifest, const std::string& directory)>;
  virtual result<void> finish(stats& totals, const publish_hook& complete) = 0;

  // Returns the number of distinct URLs so far, or an upper bound. Not called at the same time as deliver().
  [[nodiscard]] virtual std::uint64_t unique() const = 0;

  // For outputs that can resume a killed run; other outputs fail with error_code::not_supported. --------

  // Makes all prepared rows durable, and returns the runs that hold them. Called while no batch is in flight.
  virtual result<std::vector<shard_run>> checkpoint() { return cannot_resume(); }

  // Begins with the result of checkpoint() in an earlier run. Called before the first batch.
  virtual result<void> restore(std::span<const shard_run>) { return cannot_resume(); }

  // Replaces URLs by the targets of their redirects, for outputs that can still change their rows. Each
  // target is final. Called before finish().
  virtual result<void> follow(const redirect_source&) { return cannot_resume(); }

 private:
  static tl::unexpected<error> cannot_resume() {
    return tl::unexpected(error{error_code::not_supported, "this output cannot be resumed"});
  }
};

}  // namespace urlsieve

#endif
