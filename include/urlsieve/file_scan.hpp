// Pull interface to extract_files(): reads files in the background and returns their URLs in batches.
#ifndef URLSIEVE_FILE_SCAN_HPP
#define URLSIEVE_FILE_SCAN_HPP

#include <chrono>
#include <cstddef>
#include <memory>
#include <vector>

#include "urlsieve/error.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/field.hpp"
#include "urlsieve/url_batch.hpp"

namespace urlsieve {

struct extract_options;

// A scan of files, with a thread of its own besides the threads of the run. One thread at a time may use a
// scan, except for stop(). Rows are in input order for any number of threads. The scan prepares at most three
// batches ahead.
class file_scan {
 public:
  // Starts a scan, which copies `options`. Batches have `columns` (see url_batch::with()) and `rows` rows (0
  // means 1); the last batch may have fewer. Records provenance and link context (rel, text) if `columns`
  // need them. Returns error_code::usage for unsupported columns, or out_of_memory if no thread can be
  // started. next() returns all other errors, also those of invalid options and missing inputs.
  [[nodiscard]] static result<file_scan> open(const extract_options& options, std::vector<field> columns,
                                              std::size_t rows = 65536);

  file_scan(file_scan&&) noexcept;
  file_scan& operator=(file_scan&&) noexcept;
  ~file_scan();  // stops, and waits until the run has ended

  // Returns the next batch, or null at the end. Blocks until a batch is ready. After all rows, returns the
  // error that ended the run, if any, or rethrows its exception (std::bad_alloc). Later calls return the same
  // result. A stop by stop() is no error.
  [[nodiscard]] result<std::unique_ptr<url_batch>> next();

  // Waits up to `patience`. Returns true if next() would return without blocking, also at the end.
  [[nodiscard]] bool ready(std::chrono::milliseconds patience);

  // Returns the summary of the run. Requires: next() returned null, not an error.
  [[nodiscard]] const run_summary& summary() const;

  // Stops reading; any thread may call this. next() still returns the rows found so far.
  void stop();

 private:
  class state;
  explicit file_scan(std::unique_ptr<state> impl);
  std::unique_ptr<state> state_;
};

}  // namespace urlsieve

#endif
