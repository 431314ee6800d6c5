// Ranges of one large file that worker threads read themselves, each into its own batch, so that the bytes
// are in the cache of the thread that searches them. The serial stage reads only a few bytes before each cut,
// and hands out the range up to the cut.
//
// A range is void if it does not hold the expected bytes, because the file was truncated or a read failed.
// All ranges behind a void range are void, too. The serial stage resumes at the first void range and meets
// the fault there. Results of void ranges never reach an output: before a batch is prepared, is_valid()
// checks its range and all earlier ranges, and reads them if necessary.
//
// A thread that needs a range reads the range itself; it waits only if another thread is reading the range. A
// reading thread calls the kernel and a splitter, and waits for no thread, so deadlocks are impossible.
#ifndef URLSIEVE_PIPELINE_FILE_RANGES_HPP
#define URLSIEVE_PIPELINE_FILE_RANGES_HPP

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "src/documents/splitter.hpp"
#include "src/input/claim_once.hpp"
#include "src/input/stored_file.hpp"

namespace urlsieve {

struct batch;
class file_ranges;

// The bytes of a file that fill a batch. Requires: the batch keeps its address until the range was read.
class file_range {
 private:
  friend class file_ranges;
  enum class reading : std::uint8_t { not_yet, valid, is_void };

  file_ranges* ranges_ = nullptr;
  batch* batch_ = nullptr;
  std::unique_ptr<splitter> cuts_;
  std::uint64_t order_ = 0;  // position among all ranges of all files
  std::uint64_t begin_ = 0;
  std::size_t size_ = 0;
  claim_once filling_;
  reading reading_ = reading::not_yet;  // guarded by file_ranges::mutex_
};

class file_ranges {
 public:
  // Called by the serial stage. -----------------------------------------------------------------

  // Begins ranges of at most `size` bytes of `file`, from byte `from` on, which `cuts` has reached. Returns
  // false if `size` is too small to look for cuts. Requires: cuts.fork_at_cut() is not null; end() was called
  // since the last begin(); `file` and `cuts` outlive all reads.
  [[nodiscard]] bool begin(const stored_file& file, const splitter& cuts, std::string input,
                           std::uint64_t from, std::size_t size);
  [[nodiscard]] bool begun() const { return cuts_ != nullptr; }

  // Makes `next` the batch of the next range, and returns the end of the range as an offset in the file.
  // Returns nullopt near the end of the file, after a void range, and if the last quarter of the range has no
  // cut. The caller then calls end().
  [[nodiscard]] std::optional<std::uint64_t> give(batch& next);

  struct sequence_end {
    std::uint64_t count;  // number of ranges since begin()
    std::uint64_t at;     // end of the last valid range
    bool whole;           // true without a void range
  };

  // Reads all pending ranges, and ends the sequence of ranges. Ranges from the first void range on become
  // void: the caller reads the file from `at` again, and is_valid() is false for the batches of these ranges.
  [[nodiscard]] sequence_end end();

  // Called by any thread. -----------------------------------------------------------------------

  // Reads the range of `work` unless the range was read before, or there is none. Fills `bytes` and `slices`
  // of the batch; a void range leaves no slices. Waits if another thread is reading the range.
  static void read(const batch& work);

  // Returns true if `work` has no range, or a valid range without a void range before. Reads earlier ranges
  // if necessary. Requires: read(work).
  [[nodiscard]] static bool is_valid(const batch& work);

 private:
  [[nodiscard]] std::uint64_t find_cut();
  void read(file_range& range);
  [[nodiscard]] bool fill(file_range& range) const;
  [[nodiscard]] bool is_valid(const file_range& range);
  void drop_valid_front();

  // For the serial stage only. The file and its name are shared: they do not change while a range is read.
  stored_file file_;
  std::string input_;
  std::size_t size_ = 0;  // maximum of a range
  const splitter* cuts_ = nullptr;
  std::uint64_t next_ = 0;
  std::uint64_t count_ = 0;  // ranges since begin()
  std::uint64_t orders_ = 0;
  std::vector<char> scanned_;

  std::mutex mutex_;
  std::deque<std::shared_ptr<file_range>> pending_;  // ranges from the first that is not known to be valid
  bool any_void_ = false;                            // among pending_
};

}  // namespace urlsieve

#endif
