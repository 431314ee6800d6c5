// The contract of an output: where the URLs of a batch go.
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

  // How batch::sieved is to be filled.
  [[nodiscard]] virtual sieved_rows wanted_rows() const { return sieved_rows::none; }

  // Called for many batches at a time, in any order: the work that needs no order.
  virtual result<void> prepare(batch& done) = 0;

  // Called for one batch at a time, in input order.
  virtual result<void> deliver(batch& done) = 0;

  // Nothing more is wanted: what is delivered from now on is passed over. Any thread.
  [[nodiscard]] virtual bool has_enough() const { return false; }

  // Something else takes `bytes` soon: as much is to be freed, where that can be done. Any thread, any time
  // before finish().
  virtual result<void> make_room(std::size_t /*bytes*/) { return {}; }

  // Called once after the last batch, or not at all when the run failed. Fills `totals.unique` in, writes
  // what is left, and calls `complete` with the manifest and the directory where all of it lies (empty: there
  // is none) right before it appears.
  using publish_hook = std::function<result<void>(std::string_view manifest, const std::string& directory)>;
  virtual result<void> finish(stats& totals, const publish_hook& complete) = 0;

  [[nodiscard]] virtual std::uint64_t unique() const = 0;

  // For outputs that can go on with a run that was killed; the others refuse. ----------------------

  // Puts all that was prepared so far on the disk, where it stays. Called while no batch is in flight.
  virtual result<std::vector<shard_run>> checkpoint() { return cannot_resume(); }

  // Begins with what an earlier run's checkpoint() gave. Called before the first batch.
  virtual result<void> restore(std::span<const shard_run>) { return cannot_resume(); }

  // For outputs that can still change what they hold: URLs become those that they were observed to be (each
  // target is final). Called before finish().
  virtual result<void> follow(const redirect_source&) { return cannot_resume(); }

 private:
  static tl::unexpected<error> cannot_resume() {
    return tl::unexpected(error{error_code::not_supported, "this output cannot be taken up again"});
  }
};

}  // namespace urlsieve

#endif
