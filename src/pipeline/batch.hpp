// The token that flows: a slab of input bytes, the slices cut from it, and all that was found in them.
// Batches are recycled, so a run allocates only until it has met its largest documents.
#ifndef URLSIEVE_PIPELINE_BATCH_HPP
#define URLSIEVE_PIPELINE_BATCH_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "src/dedup/redirect.hpp"
#include "src/documents/splitter.hpp"
#include "src/input/place_mark.hpp"
#include "src/text/arena.hpp"
#include "src/text/fingerprint.hpp"
#include "src/text/slab.hpp"
#include "urlsieve/sieved_url.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

class file_range;

// How many documents were skipped, by their types.
using skipped_types = std::map<std::string, std::uint64_t, std::less<>>;

// From which slice on a batch holds slices of which input, and what was seen of that input in this batch.
struct batch_input {
  std::string name;
  std::string retrieved_from = {};  // byte_source::retrieved_from()
  std::size_t first_slice = 0;
  bool continues = false;        // it began in an earlier batch
  bool is_part = false;          // of a file that other runs read the rest of
  std::string_view format = {};  // the word for it, where it was told; lives as long as the program
  std::optional<unread_input> not_read = {};  // and why
  std::uint64_t documents = 0;
  std::uint64_t lines_without = 0;  // of JSON Lines: with none of the fields asked for
  damage_counts damaged{};
  std::uint64_t references = 0;
  std::array<std::uint64_t, rejection_count> rejected{};
  skipped_types skipped = {};
  skipped_types missing_columns = {};  // of input_options::columns; in how many tables
  std::vector<place_mark> marks = {};  // where the slices stand in the file
};

// What a batch tells of its URLs besides those: where an output asks for rows of its user's, batch::sieved is
// filled. Views into what was read live only until the next document is.
enum class sieved_rows : std::uint8_t { none, copied, viewed };

// What a row tells of a URL in a batch besides the URL.
struct found_details {
  std::string_view columns;  // the per-reference columns asked for, formatted (see row_format)
  std::string_view source;   // the document; filled only where field::sources is asked for
};

struct batch {
  std::uint64_t number = 0;           // in input order, from 0
  std::thread::id worker;             // who looked for references in it last
  std::shared_ptr<file_range> range;  // of which `bytes` and `slices` are (file_ranges.hpp); null: of none
  slab bytes;
  std::vector<std::shared_ptr<const slab>> blocks;  // others that slices stand in; let go by clear() alone
  std::vector<batch_input> inputs;
  std::vector<slice> slices;
  std::vector<std::string> warnings;
  stats counted;

  arena storage;  // owns the columns, and the URLs that do not stand in `bytes` as they are
  // the index of the first of `found`: of a large batch some were handed over before
  std::uint64_t first = 0;
  std::vector<std::string_view> found;    // URLs; their order is their index, from `first` on
  std::vector<found_details> details;     // one for each of `found` where the output has any, or empty
  std::deque<provenance> origins;         // what `sieved` points to; its views are in `storage`
  std::vector<sieved_url> sieved;         // one for each of `found` where an output asks for it, or empty
  std::vector<redirect> redirects;        // filled only where they are asked for
  std::vector<std::string_view> keys;     // one for each of `found`: what look-alikes share; or empty
  std::vector<fingerprint> fingerprints;  // one for each of `found`, or empty
  std::string rejected;                   // rows (rejected_row.hpp), where they are asked for
  std::string rows;                       // formatted output, for outputs that can format in parallel

  double read_seconds = 0;
  double find_seconds = 0;
  double dedup_seconds = 0;
  double write_seconds = 0;
  std::uint64_t stored_bytes_done = 0;  // of the whole run, when this batch had been read

  void clear() {
    range.reset();
    inputs.clear();
    slices.clear();
    blocks.clear();
    warnings.clear();
    counted = stats{};
    clear_found();
    first = 0;
    read_seconds = find_seconds = dedup_seconds = write_seconds = 0;
  }

  [[nodiscard]] found_details details_of(std::size_t index) const {
    return details.empty() ? found_details{} : details[index];
  }

  // By which URLs are told apart.
  [[nodiscard]] const std::vector<std::string_view>& told_apart_by() const {
    return keys.empty() ? found : keys;
  }

  // What was found has been handed over.
  void clear_found() {
    first += found.size();
    storage.clear();
    found.clear();
    details.clear();
    sieved.clear();
    origins.clear();
    redirects.clear();
    rejected.clear();
    keys.clear();
    fingerprints.clear();
    rows.clear();
  }

  // The memory that it keeps when it is cleared.
  [[nodiscard]] std::size_t held() const {
    const auto of = [](const auto& all) { return all.capacity() * sizeof(*all.data()); };
    return bytes.capacity() + storage.capacity() + of(found) + of(details) + of(sieved) + of(redirects) +
           of(rejected) + of(keys) + of(fingerprints) + of(rows);
  }

  // One huge document must not hold its memory for the rest of the run.
  void release() {
    bytes = {};
    storage = {};
    found = {};
    details = {};
    sieved = {};
    origins = {};
    redirects = {};
    rejected = {};
    keys = {};
    fingerprints = {};
    rows = {};
  }
};

}  // namespace urlsieve

#endif
