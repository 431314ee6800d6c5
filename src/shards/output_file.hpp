// A file that a run writes beside its shards (redirects, statistics, a page). A regular file appears whole or
// not at all: it is written in a hidden directory beside its place, .FILE.partial, and takes its place by a
// rename, which can still be undone.
// What is no regular file (a FIFO, /dev/null, a terminal) is written through.
//
//   create      before anything is read
//   write, close    all of it is on the disk, in the hidden directory
//   publish     it has its name; the file that had the name is in the hidden directory
//   settle      the hidden directory is gone. Without settle() the file is put back as it was.
#ifndef URLSIEVE_SHARDS_OUTPUT_FILE_HPP
#define URLSIEVE_SHARDS_OUTPUT_FILE_HPP

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "src/shards/claim.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

class output_file {
 public:
  // A symbolic link is followed; a directory is error_code::usage, and a file that another run is writing
  // output_exists. A FIFO waits for its reader, unless `stop` (may be null) becomes true.
  [[nodiscard]] static result<output_file> create(const std::string& path,
                                                  const std::atomic<bool>* stop = nullptr);

  output_file() = default;
  output_file(output_file&& other) noexcept
      : path_(std::move(other.path_)),
        hidden_(std::move(other.hidden_)),
        stream_(std::exchange(other.stream_, -1)),
        content_(std::exchange(other.content_, -1)),
        stage_(std::exchange(other.stage_, stage::none)) {}
  output_file& operator=(output_file&& other) noexcept {
    std::swap(path_, other.path_);
    std::swap(hidden_, other.hidden_);
    std::swap(stream_, other.stream_);
    std::swap(content_, other.content_);
    std::swap(stage_, other.stage_);
    return *this;
  }
  ~output_file();

  [[nodiscard]] result<void> write(std::string_view bytes);
  [[nodiscard]] result<void> close();
  [[nodiscard]] result<void> publish();
  void settle() noexcept;

  // What a run that was killed had left for this file, and is gone now; empty: nothing.
  [[nodiscard]] std::string removed() const { return hidden_.found_leftover() ? hidden_.path() : ""; }

 private:
  enum class stage : std::uint8_t { none, written, new_in_place, exchanged, replaced };

  [[nodiscard]] result<void> open_through(const std::atomic<bool>* stop);
  [[nodiscard]] result<void> begin_beside(bool exists, mode_t mode);
  [[nodiscard]] std::string content_path() const;
  void put_back() noexcept;

  std::string path_;  // links resolved
  claim hidden_;
  int stream_ = -1;   // written through
  int content_ = -1;  // the new file, until close()
  stage stage_ = stage::none;
};

}  // namespace urlsieve

#endif
