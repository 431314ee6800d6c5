// A writer of the filter file beside a sorted shard. The filter tells a reader without access to the shard
// that a key is not in the shard.
#ifndef URLSIEVE_SHARDS_FILTER_WRITER_HPP
#define URLSIEVE_SHARDS_FILTER_WRITER_HPP

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "src/shards/durable_file.hpp"
#include "src/text/scan/fingerprint.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/manifest.hpp"
#include "urlsieve/output_choices.hpp"

namespace urlsieve {

// Collects the hashes of a segment of keys, and writes the filter of each full segment. After an error the
// writer ignores keys, and finish() returns the error. One thread at a time may use a writer.
class filter_writer {
 public:
  // Memory of a writer, in bytes, without the checksums and bounds of the segments: about 0.003 bytes a key.
  static constexpr std::uint64_t memory = std::uint64_t{1} << 20U;

  // Creates the file `path` for the keys of a shard in the order `order`, which is not first-seen. Fails with
  // error_code::cannot_open, also if the file exists. Requires: `bits` is from 1 to filter_file::most_bits.
  [[nodiscard]] static result<filter_writer> create(std::string path, row_order order, unsigned bits);

  // Adds row_layout::key() of a row. Requires: keys are in the order of the shard.
  void add(std::string_view key);

  // Writes the last segment and the index, and passes the file to `close`. Requires: called once.
  [[nodiscard]] result<filter_summary> finish(const std::function<result<void>(durable_file&)>& close);

 private:
  filter_writer(durable_file out, row_order order, unsigned bits);
  void begin_segment(std::string_view key);
  void end_segment();
  void write(std::string_view bytes);

  durable_file out_;
  row_order order_;
  unsigned bits_;
  std::vector<std::uint64_t> hashes_;  // of the current segment
  std::uint64_t keys_ = 0;             // of all segments
  std::string last_key_;               // of the segment before
  std::string bound_;                  // of the current segment
  std::string index_;
  std::string bytes_;
  running_checksum sum_;
  filter_summary summary_;
  result<void> state_;
};

}  // namespace urlsieve

#endif
