// Lines to standard output in large writes of whole lines.
#ifndef URLSIEVE_CLI_LINE_WRITER_HPP
#define URLSIEVE_CLI_LINE_WRITER_HPP

#include <string>
#include <string_view>

#include "urlsieve/error.hpp"

namespace urlsieve::cli {

class line_writer {
 public:
  // Keeps the first error, which flush() returns; after one nothing more is written.
  void add(std::string_view line);
  [[nodiscard]] bool failed() const { return !state_; }
  [[nodiscard]] result<void> flush();

 private:
  void write();

  std::string pending_;
  result<void> state_;
};

}  // namespace urlsieve::cli

#endif
