// Files read in the background, their URLs asked for batch by batch: extract_files() for who would rather
// pull.
#ifndef URLSIEVE_FILE_SCAN_HPP
#define URLSIEVE_FILE_SCAN_HPP

#include <chrono>
#include <cstddef>
#include <memory>
#include <vector>

#include "urlsieve/error.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/options.hpp"
#include "urlsieve/url_batch.hpp"

namespace urlsieve {

// Has a thread of its own besides those of the run. One thread at a time asks. Rows come in input order, the
// same for any number of threads. A few batches are made ahead, no more.
class file_scan {
 public:
  // `columns` as url_batch::with() has them, and rel and text of links are looked for if they are among them;
  // `rows`: of a batch, but the last one.
  [[nodiscard]] static result<file_scan> open(const extract_options& options, std::vector<field> columns,
                                              std::size_t rows = 65536);

  file_scan(file_scan&&) noexcept;
  file_scan& operator=(file_scan&&) noexcept;
  ~file_scan();  // stops, and waits until the run has ended

  // The next batch; null: there is no more. What ended the run comes as an error, behind all rows before it.
  // What the run throws (std::bad_alloc) arrives here.
  [[nodiscard]] result<std::unique_ptr<url_batch>> next();

  // Whether next() has something to say at once; waits so long for it.
  [[nodiscard]] bool ready(std::chrono::milliseconds patience);

  // Once next() gave null.
  [[nodiscard]] const run_summary& summary() const;

  // From any thread: no more is read. next() gives what was found until then.
  void stop();

 private:
  class state;
  explicit file_scan(std::unique_ptr<state> made);
  std::unique_ptr<state> state_;
};

}  // namespace urlsieve

#endif
