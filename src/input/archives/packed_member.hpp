// Decodes a member of lz4, lzip or compress (.Z) in stored bytes, which codec has no decoder for. Adjacent
// lz4 frames are one member. lz4 and lzip members have an end; a .Z member extends to the end of the input.
#ifndef URLSIEVE_INPUT_ARCHIVES_PACKED_MEMBER_HPP
#define URLSIEVE_INPUT_ARCHIVES_PACKED_MEMBER_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "src/input/archives/archive_reader.hpp"
#include "src/input/archives/file_archive.hpp"
#include "src/input/members/stored_window.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

class packed_member {
 public:
  // Requires: `window` is at the first byte of the member, outlives the object, and is not moved before
  // leave().
  packed_member(stored_window& window, file_archive kind);

  // Reads the next decoded bytes into `out`. Returns their number, 0 at the end, or nullopt if the rest is
  // lost: reason() and fault() then say why.
  [[nodiscard]] std::optional<std::size_t> read(std::span<char> out);

  // Moves the window to the first unused byte, at least one byte behind the member's first. Only kind(),
  // reason() and fault() may be called then.
  void leave();

  [[nodiscard]] file_archive kind() const { return kind_; }
  [[nodiscard]] damage reason() const;
  [[nodiscard]] const std::string& fault() const { return reader_.fault(); }

 private:
  stored_window& window_;
  file_archive kind_;
  std::uint64_t start_;
  archive_reader reader_;
  bool begun_ = false;
};

}  // namespace urlsieve

#endif
