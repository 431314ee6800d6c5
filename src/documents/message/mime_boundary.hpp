// Matches the delimiter lines of nested multiparts (RFC 2046 section 5.1.1).
#ifndef URLSIEVE_DOCUMENTS_MIME_BOUNDARY_HPP
#define URLSIEVE_DOCUMENTS_MIME_BOUNDARY_HPP

#include <cstddef>
#include <string_view>
#include <vector>

namespace urlsieve {

struct boundary_line {
  std::size_t level = 0;  // index of its multipart in the stack
  std::size_t begin = 0;  // of the line
  std::size_t end = 0;    // behind the line end
  bool closes = false;    // "--boundary--"
};

// The boundaries of open multiparts, innermost last. A delimiter line of an outer multipart ends all inner
// multiparts (RFC 2046 section 5.1.2), so each line is compared with all boundaries.
class boundary_stack {
 public:
  void clear() { open_.clear(); }
  [[nodiscard]] std::size_t size() const { return open_.size(); }

  // Requires: `boundary` outlives its entry in the stack.
  void push(std::string_view boundary) { open_.push_back(boundary); }
  // Removes the boundaries of level `size` and deeper.
  void cut(std::size_t size) { open_.resize(size); }

  // Returns true, and sets `found`, if the line at `at` is a delimiter of a multipart at level `floor` or
  // deeper. Compares the whole line, less trailing white space, because a boundary may be the prefix of
  // another.
  [[nodiscard]] bool match(std::string_view text, std::size_t at, std::size_t floor,
                           boundary_line& found) const;

  // Finds the first delimiter line that begins at or after offset `from`, of a multipart at level `floor` or
  // deeper. Returns false if there is none.
  [[nodiscard]] bool find(std::string_view text, std::size_t from, std::size_t floor,
                          boundary_line& found) const;

 private:
  std::vector<std::string_view> open_;
};

}  // namespace urlsieve

#endif
