// Reads a list of names (--files-from): one a line, or NUL-separated as `find -print0` writes. The list may
// be compressed, and in UTF-16 or UTF-32. A list that cannot be read to its end fails the run, because the
// missing names are unknown.
#ifndef URLSIEVE_INPUT_LISTS_NAME_LIST_HPP
#define URLSIEVE_INPUT_LISTS_NAME_LIST_HPP

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "src/input/byte_source.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

class remote_access;

// A list that was opened: its bytes as UTF-8, the first of which were read already.
struct opened_list {
  std::string front;
  std::unique_ptr<byte_source> rest;
};

class name_list {
 public:
  // Opens the list `path`: a file, "-" (standard input), or a URL with `remote`. Fails if the list cannot be
  // opened, is a directory, or is a file that begins with binary data. If `*stop` becomes true, a waiting
  // read ends the list; `stop` may be null.
  [[nodiscard]] static result<name_list> open(const std::string& path, const std::atomic<bool>* stop,
                                              const std::shared_ptr<remote_access>& remote = {});

  // Returns the next nonempty name, without its separator (NUL, LF or CR LF). Blocks until a name arrives.
  // Returns nullopt at the end, and after an error. failure() then returns the error: a read error, damage,
  // binary data in a pipe, or a name longer than 64 KiB (128 KiB in a file).
  [[nodiscard]] std::optional<std::string> next();

  [[nodiscard]] const std::optional<error>& failure() const { return failure_; }

  // Returns true if the list is an index of records instead (begins_index()); lines in front that begin with
  // "!" are remarks of CDXJ, up to 1 MiB. Fails (failure()) if there are more remarks, or if the list is a
  // classic CDX index. Blocks until the first other line arrives. Requires: next() was not called.
  [[nodiscard]] bool lists_records();

  // Returns the list for another reader. Requires: next() was not called.
  [[nodiscard]] opened_list release() && { return {std::move(pending_), std::move(source_)}; }

 private:
  name_list(std::string path, std::unique_ptr<byte_source> source, std::size_t piece)
      : path_(std::move(path)), source_(std::move(source)), piece_(piece) {}

  [[nodiscard]] bool refill();
  void check_head();
  void trim(std::string& name) const;
  void fail(const std::string& why, error_code code);

  std::string path_;
  std::unique_ptr<byte_source> source_;
  std::size_t piece_;    // bytes read at a time
  std::string pending_;  // bytes not returned yet, from begin_ on
  std::size_t begin_ = 0;
  char separator_ = '\n';
  bool checked_ = false;
  bool ended_ = false;
  std::optional<error> failure_;
};

}  // namespace urlsieve

#endif
