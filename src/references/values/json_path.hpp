// Where in a JSON text a value stands: the names of the members around it, from the outermost in. Arrays have
// no names.
#ifndef URLSIEVE_REFERENCES_JSON_PATH_HPP
#define URLSIEVE_REFERENCES_JSON_PATH_HPP

#include <array>
#include <cstddef>
#include <string_view>

#include "src/text/arena.hpp"

namespace urlsieve {

// Follows what json_scanner tells. Names stand as they are written, in the text that is scanned.
class json_path {
 public:
  void clear() {
    depth_ = 0;
    names_.fill({});
  }

  void open() {
    if (++depth_ < named_levels) names_[depth_] = {};
  }
  // False: nothing is open.
  bool close() {
    if (depth_ == 0) return false;
    --depth_;
    return true;
  }
  void name(std::string_view written) {
    if (depth_ < named_levels) names_[depth_] = written;
  }

  [[nodiscard]] std::size_t depth() const { return depth_; }

  // The member that the value is, or is an element of; empty: none, or deeper than names are kept.
  [[nodiscard]] std::string_view key() const;

  // Whether a member of that name is the value or holds it.
  [[nodiscard]] bool within(std::string_view name) const;

  // `prefix` and the names, joined by ".", without controls; as many as have room.
  [[nodiscard]] std::string_view text(std::string_view prefix, arena& room) const;

 private:
  // Names deeper than this are left out.
  static constexpr std::size_t named_levels = 32;
  static constexpr std::size_t longest = 256;

  std::array<std::string_view, named_levels> names_;
  std::size_t depth_ = 0;
};

}  // namespace urlsieve

#endif
