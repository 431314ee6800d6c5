// A file of an output directory, open for reading: a local file or a remote object.
#ifndef URLSIEVE_SHARDS_DATASET_FILE_HPP
#define URLSIEVE_SHARDS_DATASET_FILE_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "src/transfer/remote_context.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/manifest.hpp"

namespace urlsieve {

class remote_object;

// Returns the path or URL of the file `name` in `directory`, a path, or a URL with or without a final "/".
[[nodiscard]] std::string dataset_path(const std::string& directory, std::string_view name);

// Returns the path or URL of the file of `shard` in `directory`, or in its layer. Requires: the shard is one
// file.
[[nodiscard]] std::string shard_path(const std::string& directory, const shard_summary& shard);

class dataset_file {
 public:
  // The order in which the caller will read, as a hint to the kernel.
  enum class reading : std::uint8_t { in_order, anywhere };

  // Memory for reading a remote object, in bytes, without the buffer of the caller.
  static constexpr std::uint64_t remote_read_memory = std::uint64_t{3} << 20U;

  // Opens `path`: a URL as a remote object if reach.access is set, otherwise a local file. Fails with
  // error_code::cannot_read if the file is unavailable or not a regular file, and with
  // error_code::interrupted if `reach.stop` was set.
  [[nodiscard]] static result<dataset_file> open(const std::string& path, const remote_context& reach,
                                                 reading order);

  dataset_file(dataset_file&& other) noexcept;
  dataset_file& operator=(dataset_file&&) = delete;
  ~dataset_file();

  // Returns the path or URL without a password, for messages.
  [[nodiscard]] const std::string& path() const { return path_; }
  // Returns the size at open(), in bytes; nullopt for a remote object that is empty or whose server reports
  // no size.
  [[nodiscard]] std::optional<std::uint64_t> size() const { return size_; }
  // Returns true if read() accepts any offset. Otherwise each read() must continue at the end of the read
  // before.
  [[nodiscard]] bool has_random_access() const;

  // Reads up to out.size() bytes from offset `at` and returns their number: at least 1, or 0 at the end.
  // Fails as open() does. One thread at a time may read.
  [[nodiscard]] result<std::size_t> read(std::uint64_t at, std::span<char> out);

 private:
  dataset_file();
  [[nodiscard]] static result<dataset_file> open_remote(const std::string& url, const remote_context& reach);
  [[nodiscard]] result<std::size_t> read_remote(std::uint64_t at, std::span<char> out);

  std::string path_;
  int descriptor_ = -1;
  std::unique_ptr<remote_object> remote_;
  std::shared_ptr<remote_access> access_;  // used by remote_
  const std::atomic<bool>* stop_ = nullptr;
  std::uint64_t remote_offset_ = 0;  // end of the last read
  std::optional<std::uint64_t> size_;
};

// Returns the content of a small file of an output directory, or nullopt if the file does not exist. Fails as
// dataset_file does, but with error_code::cannot_open if the file cannot be opened. Sets `failure`, unless
// null, to the errno of a failed system call.
[[nodiscard]] result<std::optional<std::string>> read_dataset_file(const std::string& path,
                                                                   const remote_context& reach,
                                                                   int* failure = nullptr);

}  // namespace urlsieve

#endif
