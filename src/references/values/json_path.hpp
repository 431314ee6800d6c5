// Tracks the position in a JSON text as the names of the enclosing members, from the outermost in. Arrays
// have no names.
#ifndef URLSIEVE_REFERENCES_JSON_PATH_HPP
#define URLSIEVE_REFERENCES_JSON_PATH_HPP

#include <array>
#include <cstddef>
#include <string_view>

#include "src/text/arena.hpp"

namespace urlsieve {

// The caller reports the tokens of json_scanner: open() and close() for objects and arrays, name() for the
// name of a member. After close(), the path is as before open(). Names are views of the scanned text, as
// written. The text must stay valid until clear().
class json_path {
 public:
  void clear() {
    depth_ = 0;
    names_.fill({});
  }

  void open() {
    if (++depth_ < named_levels) names_[depth_] = {};
  }
  // Returns false if no object or array is open.
  bool close() {
    if (depth_ == 0) return false;
    --depth_;
    return true;
  }
  void name(std::string_view written) {
    if (depth_ < named_levels) names_[depth_] = written;
  }

  [[nodiscard]] std::size_t depth() const { return depth_; }

  // Returns the name of the member that holds the value, directly or in an array; empty if none, or if the
  // nesting is deeper than named_levels.
  [[nodiscard]] std::string_view key() const;

  // Returns true if the value is, or is inside, a member with this name.
  [[nodiscard]] bool within(std::string_view name) const;

  // Returns `prefix` and the names, joined by ".", without control characters, as far as 256 bytes allow.
  [[nodiscard]] std::string_view text(std::string_view prefix, arena& storage) const;

 private:
  // Deeper names are omitted.
  static constexpr std::size_t named_levels = 32;
  static constexpr std::size_t longest = 256;

  std::array<std::string_view, named_levels> names_;
  std::size_t depth_ = 0;
};

}  // namespace urlsieve

#endif
