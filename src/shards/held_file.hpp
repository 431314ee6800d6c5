// A file of an output directory that is open for reading: on this machine, or an object that a URL names.
#ifndef URLSIEVE_SHARDS_HELD_FILE_HPP
#define URLSIEVE_SHARDS_HELD_FILE_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "src/transfer/remote_access.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

class remote_object;

// Of a file in an output directory, which may be a URL with a "/" behind it or without.
[[nodiscard]] std::string held_path(const std::string& directory, std::string_view name);

class held_file {
 public:
  enum class reading : std::uint8_t { in_order, anywhere };

  // What reading an object takes, besides what it is read into.
  static constexpr std::uint64_t memory_of_far = std::uint64_t{3} << 20U;

  // What is no regular file is error_code::cannot_read, as is what cannot be opened. error_code::interrupted
  // where `reach.stop` was set.
  [[nodiscard]] static result<held_file> open(const std::string& path, const remote_reach& reach,
                                              reading how);

  held_file(held_file&& other) noexcept;
  held_file& operator=(held_file&&) = delete;
  ~held_file();

  // As messages name it.
  [[nodiscard]] const std::string& path() const { return path_; }
  // When it was opened; nothing: its server does not tell.
  [[nodiscard]] std::optional<std::uint64_t> size() const { return size_; }
  // False: read() gives only what follows what it gave.
  [[nodiscard]] bool is_in_any_order() const;

  // Bytes from byte `at` on: at least one, none at the end. Errors are those of open().
  [[nodiscard]] result<std::size_t> read(std::uint64_t at, std::span<char> out);

 private:
  held_file();
  [[nodiscard]] static result<held_file> open_far(const std::string& url, const remote_reach& reach);
  [[nodiscard]] result<std::size_t> read_far(std::uint64_t at, std::span<char> out);

  std::string path_;
  int descriptor_ = -1;
  std::unique_ptr<remote_object> far_;
  std::shared_ptr<remote_access> access_;  // of that
  const std::atomic<bool>* stop_ = nullptr;
  std::uint64_t far_at_ = 0;  // behind what was read last
  std::optional<std::uint64_t> size_;
};

// All of a small file that lies in an output directory; nothing: there is none. Errors are those of
// held_file, but error_code::cannot_open where it cannot be opened. `failure`, if given, is set to the errno
// of the call that failed.
[[nodiscard]] result<std::optional<std::string>> read_held(const std::string& path, const remote_reach& reach,
                                                           int* failure = nullptr);

}  // namespace urlsieve

#endif
