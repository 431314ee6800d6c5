// Writes a sorted run.
#ifndef URLSIEVE_RUNS_RUN_WRITER_HPP
#define URLSIEVE_RUNS_RUN_WRITER_HPP

#include <memory>
#include <string>

#include "src/runs/sorted_run.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

// The writer creates a new file. The file is not synced; spill_area::keep() makes runs durable.
class run_writer {
 public:
  // Creates directory/name. Fails with error_code::cannot_open, also if the file exists.
  [[nodiscard]] static result<run_writer> create(const std::string& directory, std::string name,
                                                 run_fields fields);

  run_writer(run_writer&&) noexcept;
  run_writer& operator=(run_writer&&) noexcept;
  ~run_writer();  // removes the file unless finish() succeeded

  // Requires: keys ascend. Returns false after an error, which finish() returns.
  bool append(const known_url& entry);

  // Writes the remaining entries and closes the file. Fails with error_code::cannot_write, also for an
  // earlier error. Requires: finish() is called once.
  [[nodiscard]] result<run_file> finish();

 private:
  struct file;
  explicit run_writer(std::unique_ptr<file> opened);
  std::unique_ptr<file> file_;
};

}  // namespace urlsieve

#endif
