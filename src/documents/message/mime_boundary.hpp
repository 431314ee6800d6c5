// The delimiter lines of nested multiparts (RFC 2046 section 5.1.1), innermost first: which line ends which.
#ifndef URLSIEVE_DOCUMENTS_MIME_BOUNDARY_HPP
#define URLSIEVE_DOCUMENTS_MIME_BOUNDARY_HPP

#include <cstddef>
#include <string_view>
#include <vector>

namespace urlsieve {

struct boundary_line {
  std::size_t level = 0;  // of the multipart that it belongs to, in the stack
  std::size_t begin = 0;  // of the line
  std::size_t end = 0;    // behind its line end
  bool closes = false;    // "--boundary--"
};

// The boundaries of the multiparts that are open, the innermost last. A delimiter line of an outer one ends
// all that are inside it (RFC 2046 section 5.1.2), so a line is compared with every one of them.
class boundary_stack {
 public:
  void clear() { open_.clear(); }
  [[nodiscard]] std::size_t size() const { return open_.size(); }

  // The views must live as long as they are in the stack.
  void push(std::string_view boundary) { open_.push_back(boundary); }
  void cut(std::size_t size) { open_.resize(size); }

  // Is the line at `at` a delimiter of a multipart at or above `floor`? A boundary that is the beginning of
  // another must not end its parts, so the whole line is compared, less the white space behind it.
  [[nodiscard]] bool match(std::string_view text, std::size_t at, std::size_t floor,
                           boundary_line& found) const;

  // The first delimiter line that begins at or after `from`, where a line begins or the text has one.
  [[nodiscard]] bool find(std::string_view text, std::size_t from, std::size_t floor,
                          boundary_line& found) const;

 private:
  std::vector<std::string_view> open_;
};

}  // namespace urlsieve

#endif
