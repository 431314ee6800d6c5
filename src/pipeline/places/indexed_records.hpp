// The records that an index lists (--files-from), as inputs of a run: one input for each file, in the byte
// order of the files' names, with each record once, in the order of offsets. Idle threads decompress the next
// records ahead.
#ifndef URLSIEVE_PIPELINE_INDEXED_RECORDS_HPP
#define URLSIEVE_PIPELINE_INDEXED_RECORDS_HPP

#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "src/codec/compression.hpp"
#include "src/input/byte_source.hpp"
#include "src/input/claim_once.hpp"
#include "src/input/lists/listing.hpp"
#include "src/input/lists/name_list.hpp"
#include "src/input/read_ahead.hpp"
#include "src/pipeline/places/distinct_places.hpp"
#include "src/pipeline/places/fetched_records.hpp"
#include "src/pipeline/places/place_table.hpp"
#include "src/pipeline/places/stored_record.hpp"
#include "src/runs/spill_area.hpp"
#include "src/transfer/remote_context.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/manifest.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

struct input_options;
struct output_options;

// A record with its decompressed bytes.
struct indexed_record {
  fetched_record from;
  std::string bytes;                  // with the line ends behind the record
  bool is_compressed = false;         // as stored
  std::optional<record_fault> fault;  // why the stored bytes are no record
};

// One thread at a time may use an object.
class indexed_records {
 public:
  // The options that the records need. Requires: the groups outlive the records.
  struct run_options {
    const input_options& input;
    const output_options& output;
    std::string inputs_prefix;  // remote_options::inputs_prefix
    success_marker_policy marks = success_marker_policy::required;
  };

  // Reads the places of all rows of the index `name`: an output directory, a shard, or the opened table
  // `list`. Places beyond 1/16 of the memory are stored on disk. No input may be a file of `replaced`.
  // Fails with error_code::usage if the run has options that need whole files, and as read_places() does.
  [[nodiscard]] static result<std::unique_ptr<indexed_records>> open(const std::string& name,
                                                                     std::optional<opened_list> list,
                                                                     run_options options,
                                                                     const remote_context& remote,
                                                                     const std::set<file_identity>& replaced);

  // Sets the hooks of the work ahead. Call before the first next().
  void set(const read_ahead& ahead);

  // Returns the records of the next file as a source of uncompressed records of WARC and ARC, whose places
  // are those of the stored records. Counts damage of rows. Counts a file as not read if none of its ranges
  // arrived. Returns null at the end, and after an error, which failure() has. Requires: the records outlive
  // the source.
  [[nodiscard]] std::unique_ptr<byte_source> next(stats& counted);

  // Returns the next record of the file `name`, and counts records that cannot be read. Returns null at the
  // end of the file, and after an error.
  [[nodiscard]] std::unique_ptr<indexed_record> next_of(const std::string& name, stats& counted);

  // Returns the error that ended the records early: a file that the run would replace, or a lack of
  // resources.
  [[nodiscard]] const std::optional<error>& failure() const { return failure_; }

 private:
  // A record that was fetched, and that another thread may decompress.
  struct pending;
  // Readers of records that no thread uses.
  struct idle_readers;

  indexed_records(std::string name, run_options options, remote_context remote,
                  const std::set<file_identity>& replaced);

  [[nodiscard]] result<void> read_rows(std::optional<opened_list> list);
  [[nodiscard]] result<void> add(const place_row& row);
  [[nodiscard]] std::optional<record_place> next_place();
  [[nodiscard]] pending* front();
  void fetch();
  [[nodiscard]] std::unique_ptr<indexed_record> take_front();
  void skip_unavailable(stats& counted);
  static void decode(stored_record_reader& reader, indexed_record& record);

  std::string name_;
  run_options options_;
  remote_context remote_;
  spill_area area_;
  distinct_places places_;
  fetched_records records_;
  stored_record_reader reader_;
  read_ahead ahead_;
  std::deque<std::shared_ptr<pending>> pending_;
  std::shared_ptr<idle_readers> idle_;
  std::size_t pending_bytes_ = 0;  // stored
  std::size_t most_pending_bytes_;
  bool has_ended_ = false;
  stats counted_;  // damage of rows that was not reported yet
  std::optional<error> failure_;
};

}  // namespace urlsieve

#endif
