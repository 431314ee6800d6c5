// The stored bytes of records, in the order of their places. Ranges of remote inputs are requested ahead.
#ifndef URLSIEVE_PIPELINE_FETCHED_RECORDS_HPP
#define URLSIEVE_PIPELINE_FETCHED_RECORDS_HPP

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "src/input/lists/listing.hpp"
#include "src/pipeline/places/record_input.hpp"
#include "src/pipeline/places/record_place.hpp"
#include "src/pipeline/places/stored_record.hpp"
#include "src/transfer/remote_context.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

struct fetched_record {
  std::shared_ptr<const std::string> input;  // name of the file
  std::uint64_t offset = 0;
  std::string bytes;
  std::vector<std::uint64_t> shorter;             // other lengths that rows name, ascending
  std::shared_ptr<const std::string> dictionary;  // see record_input; null: none, or not zstd
  std::optional<input_fault> fault;               // why there are no bytes
  std::uint64_t count = 0;                        // all places of an unavailable input; 0: one record
};

// Reads the longest range of `fetched` that is a record, and cuts the bytes to this range; without such a
// range, returns the fault of all bytes. Requires: `fetched` has no fault.
[[nodiscard]] stored_record read_longest(fetched_record& fetched, stored_record_reader& reader);

struct fetch_options {
  remote_context remote;
  std::string prefix;                  // in front of the names of inputs that are no URLs
  record_limit limit;                  // of a record; `most` also limits all ranges requested ahead
  std::vector<file_identity> outputs;  // files that the run replaces: no input may be such a file
};

// One thread at a time may use an object.
class fetched_records {
 public:
  // Returns the next place, in ascending order of input, offset and length; nullopt at the end. The place is
  // valid until the next call.
  using place_source = std::function<std::optional<record_place>()>;

  fetched_records(fetch_options options, place_source places)
      : options_(std::move(options)), places_(std::move(places)) {}

  // Returns the next record, in the order of the places; nullopt at the end. Fails with error_code::usage if
  // an input is the output.
  [[nodiscard]] result<std::optional<fetched_record>> next();

 private:
  // A request: the bytes of one record, or of several records of a remote input that are close together.
  struct range {
    std::uint64_t begin = 0;
    std::uint64_t size = 0;
    bool is_read = false;
    std::string bytes;
    std::optional<input_fault> fault;
  };
  struct pending {
    std::shared_ptr<record_input> input;
    std::shared_ptr<range> from;  // null: the record has a fault
    fetched_record record;
    std::uint64_t size = 0;
  };

  void fill();
  [[nodiscard]] bool may_request() const;
  void add(const record_place& place);
  [[nodiscard]] std::uint64_t skip_input(const std::string& input);
  [[nodiscard]] bool extends_last(const record_place& place) const;
  void request_last();
  void read(pending& first);

  fetch_options options_;
  place_source places_;
  std::optional<record_place> ahead_;  // the next place, if it was read too early
  bool has_ended_ = false;
  std::shared_ptr<const std::string> name_;  // of input_
  std::shared_ptr<record_input> input_;      // of the last place
  std::deque<pending> pending_;
  std::shared_ptr<range> last_;      // not requested yet: the next place may extend it
  std::size_t requests_ = 0;         // remote ranges in pending_, with last_
  std::uint64_t request_bytes_ = 0;  // of these ranges
  std::optional<error> failure_;
};

}  // namespace urlsieve

#endif
