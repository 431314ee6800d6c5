// The unit of work of a run: a slab of input bytes, the slices cut from the bytes, and the results found in
// the slices. An input_reader fills a batch, a reference_extractor adds results, and an output prepares and
// receives the results. Then a batch_pool recycles the batch, so allocation stops after the largest documents
// of a run. One thread at a time uses a batch.
#ifndef URLSIEVE_PIPELINE_BATCH_HPP
#define URLSIEVE_PIPELINE_BATCH_HPP

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "src/dedup/redirect.hpp"
#include "src/documents/splitter.hpp"
#include "src/input/offset_mark.hpp"
#include "src/pipeline/input_counts.hpp"
#include "src/text/arena.hpp"
#include "src/text/scan/fingerprint.hpp"
#include "src/text/slab.hpp"
#include "urlsieve/sieved_url.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

class file_range;

// An input in a batch: its name, its first slice, and its counters in this batch.
struct batch_input {
  std::string name;
  std::string retrieved_from = {};  // byte_source::retrieved_from()
  std::size_t first_slice = 0;
  bool continues = false;                     // the input began in an earlier batch
  bool is_part = false;                       // a part of a file whose other parts other runs read
  bool is_member = false;                     // of an archive
  bool is_archive = false;                    // an archive, after its members
  bool is_named = false;                      // by the user, not found in a directory; only for archives
  std::string_view format = {};               // word of the format, if recognized; static storage
  std::optional<unread_input> not_read = {};  // the fault, if the input was not read
  input_counts counts = {};
  std::vector<offset_mark> marks = {};  // places of the slices in the file
};

// How batch::sieved is filled: not at all, or with rows for the library's user. Rows are copies, or views
// that are valid until the next document.
enum class sieved_rows : std::uint8_t { none, copied, viewed };

// Columns of a row besides the URL.
struct found_details {
  std::string_view columns;  // requested per-reference columns, formatted (see row_format)
  std::string_view source;   // the document; set only if field::sources is requested
};

// A page of a web archive. The views point into batch::storage.
struct captured_page {
  std::string_view url;        // normalized
  std::string_view canonical;  // the canonical URL that the page names, normalized; empty: none
  fingerprint content;         // of the payload; zero: unknown
};

struct batch {
  std::uint64_t number = 0;           // in input order, from 0
  std::thread::id worker;             // the thread that last searched the batch
  std::shared_ptr<file_range> range;  // range that `bytes` and `slices` come from (file_ranges.hpp), or null
  std::uint64_t reserved = 0;         // bytes that batch_gate has reserved for the batch; not cleared
  slab bytes;
  std::vector<std::shared_ptr<const slab>> blocks;  // other memory of slices; freed by clear() alone
  std::vector<batch_input> inputs;
  std::vector<slice> slices;
  std::vector<std::string> warnings;
  stats counted;

  arena storage;  // owns columns, and URLs that are not verbatim in `bytes`
  // Index of the first element of `found`; above 0 if a large batch has delivered URLs already.
  std::uint64_t first = 0;
  std::vector<std::string_view> found;    // URLs in order of their index, which starts at `first`
  std::vector<std::uint64_t> counts;      // by URL; empty: each URL counts 1
  std::vector<found_details> details;     // by URL; empty if the output needs no details
  std::deque<provenance> origins;         // targets of pointers in `sieved`; their views are in `storage`
  std::vector<sieved_url> sieved;         // by URL; empty unless an output requests rows
  std::vector<redirect> redirects;        // filled only if requested
  std::vector<captured_page> pages;       // filled only with extract_options::note_pages
  std::vector<std::string_view> keys;     // by URL: keys shared by near-duplicate URLs; may be empty
  std::vector<fingerprint> fingerprints;  // by URL; may be empty
  std::string rejected;                   // rows (rejected_row.hpp), if requested
  std::string rows;                       // formatted rows, from outputs that format in parallel

  double read_seconds = 0;
  double find_seconds = 0;
  double dedup_seconds = 0;
  double write_seconds = 0;
  std::uint64_t stored_bytes_done = 0;  // stored bytes of the whole run, after this batch was read

  // Removes input and results, but keeps memory for the next input.
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

  // Adds inputs that could not be opened (stats::inputs) to `inputs`, so that verdicts keep the order of the
  // inputs.
  void take_unread_inputs() {
    for (unread_input& input : counted.inputs.unread) {
      batch_input& part = inputs.emplace_back();
      part.name = input.name;
      part.first_slice = slices.size();
      part.not_read = std::move(input);
    }
    counted.inputs.not_read -= counted.inputs.unread.size();
    counted.inputs.unread.clear();
  }

  [[nodiscard]] found_details details_of(std::size_t index) const {
    return details.empty() ? found_details{} : details[index];
  }

  [[nodiscard]] std::uint64_t count_of(std::size_t index) const { return counts.empty() ? 1 : counts[index]; }

  // Returns the strings that identify URLs in deduplication, by URL: the keys if `keys` is filled, else the
  // URLs.
  [[nodiscard]] const std::vector<std::string_view>& dedup_keys() const {
    return keys.empty() ? found : keys;
  }

  // Removes delivered results; the indexes of later results continue.
  void clear_found() {
    first += found.size();
    storage.clear();
    found.clear();
    counts.clear();
    details.clear();
    sieved.clear();
    origins.clear();
    redirects.clear();
    pages.clear();
    rejected.clear();
    keys.clear();
    fingerprints.clear();
    rows.clear();
  }

  // Returns the bytes of memory that clear() keeps.
  [[nodiscard]] std::size_t retained_bytes() const {
    const auto of = [](const auto& all) { return all.capacity() * sizeof(*all.data()); };
    return bytes.capacity() + storage.capacity() + of(found) + of(counts) + of(details) + of(sieved) +
           of(redirects) + of(pages) + of(rejected) + of(keys) + of(fingerprints) + of(rows);
  }

  // Frees all memory, so that a huge document does not occupy memory for the rest of the run.
  void release() {
    bytes = {};
    storage = {};
    found = {};
    counts = {};
    details = {};
    sieved = {};
    origins = {};
    redirects = {};
    pages = {};
    rejected = {};
    keys = {};
    fingerprints = {};
    rows = {};
  }
};

}  // namespace urlsieve

#endif
