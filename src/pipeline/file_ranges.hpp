// Ranges of one large file that the threads of the parallel stage read themselves, each into its own batch,
// so that the bytes are in the cache of whoever searches them. The serial stage only looks at the few bytes
// before each place where the file is cut, and hands the range up to there out.
//
// A range that does not hold what was expected, as the file was cut short or cannot be read there, is void,
// and so are all behind it: the serial stage goes on by itself where the first of them begins, and meets
// there whatever is wrong. So that nothing of a void range reaches an output, a batch is asked for before it
// is prepared whether it stands: all ranges up to its own have been read.
//
// Whoever needs a range read reads it itself, unless another thread is at it already; only then does it wait.
// A thread that reads calls the kernel and a splitter, and waits for nobody; so there is no circle of
// waiting.
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

// What of a file a batch is still to be filled with. Its batch stays where it is until the range was read.
class file_range {
 private:
  friend class file_ranges;
  enum class reading : std::uint8_t { not_yet, sound, is_void };

  file_ranges* of_ = nullptr;
  batch* into_ = nullptr;
  std::unique_ptr<splitter> cuts_;
  std::uint64_t order_ = 0;  // among all ranges of all files
  std::uint64_t begin_ = 0;
  std::size_t size_ = 0;
  claim_once turn_;
  reading found_ = reading::not_yet;  // under the mutex of all
};

class file_ranges {
 public:
  // Called by the serial stage. -----------------------------------------------------------------

  // The ranges to come are of `file` from byte `from` on, where `cuts` is, and of `size` bytes at most; both
  // outlive the reading. False: there can be none. REQUIRES: cuts.twin(), and end() since the last time.
  [[nodiscard]] bool begin(const stored_file& file, const splitter& cuts, std::string input,
                           std::uint64_t from, std::size_t size);
  [[nodiscard]] bool begun() const { return cuts_ != nullptr; }

  // Makes `next` the batch of the next range, and gives where that ends; nothing where there is none: near
  // the end of the file, where no cut is in reach, or once a range is known to be void.
  [[nodiscard]] std::optional<std::uint64_t> give(batch& next);

  struct ended {
    std::uint64_t given;  // ranges since begin()
    std::uint64_t at;     // behind the last one that is not void
    bool whole;           // none was void
  };

  // There are no more for now. All that were given have been read when it returns.
  [[nodiscard]] ended end();

  // Called by any thread. -----------------------------------------------------------------------

  // Reads the range of a batch, if it has one that nobody has read. A void one leaves no slices.
  static void read(const batch& work);

  // Whether the batch has no range, or one that was read and is not void.
  [[nodiscard]] static bool stands(const batch& work);

 private:
  [[nodiscard]] std::uint64_t find_cut();
  void read(file_range& one);
  [[nodiscard]] bool fill(file_range& one) const;
  [[nodiscard]] bool stands(const file_range& one);
  void pass_sound();

  // Of the serial stage, but for the file and its name, which do not change while a range is read.
  stored_file file_;
  std::string input_;
  std::size_t size_ = 0;  // of a range at most
  const splitter* cuts_ = nullptr;
  std::uint64_t next_ = 0;
  std::uint64_t count_ = 0;  // since begin()
  std::uint64_t orders_ = 0;
  std::vector<char> seen_;

  std::mutex mutex_;
  std::deque<std::shared_ptr<file_range>> given_;  // from the first one on that is not known to be sound
  bool any_void_ = false;                          // of those
};

}  // namespace urlsieve

#endif
