// A list of names (--files-from): one a line, or one up to each NUL as `find -print0` writes them; the list
// itself may be compressed, and in UTF-16 or UTF-32. A list that cannot be read whole ends the run, as nobody
// knows what it would have named.
#ifndef URLSIEVE_INPUT_NAME_LIST_HPP
#define URLSIEVE_INPUT_NAME_LIST_HPP

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "src/input/byte_source.hpp"
#include "src/transfer/remote_access.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

class name_list {
 public:
  // `path` "-" is standard input; with `remote` it may be a URL. Refuses a directory, and what is no list, by
  // its first bytes.
  [[nodiscard]] static result<name_list> open(const std::string& path, const std::atomic<bool>* stop,
                                              const std::shared_ptr<remote_access>& remote = {});

  // The next name; nothing at the end, and where the list broke off: see failure(). Lines end with LF or CR
  // LF; empty names say nothing.
  [[nodiscard]] std::optional<std::string> next();

  [[nodiscard]] const std::optional<error>& failure() const { return failure_; }

 private:
  name_list(std::string path, std::unique_ptr<byte_source> source, std::size_t piece)
      : path_(std::move(path)), source_(std::move(source)), piece_(piece) {}

  [[nodiscard]] bool refill();
  void check_head();
  void trim(std::string& name) const;
  void fail(const std::string& why, error_code code);

  std::string path_;
  std::unique_ptr<byte_source> source_;
  std::size_t piece_;    // how much is read at a time
  std::string pending_;  // read and not given out, from begin_ on
  std::size_t begin_ = 0;
  char separator_ = '\n';
  bool checked_ = false;
  bool ended_ = false;
  std::optional<error> failure_;
};

}  // namespace urlsieve

#endif
