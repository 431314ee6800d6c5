// A member of lz4, lzip or compress (.Z) where it stands in stored bytes, for which there is no decoder of
// ours. Frames of lz4 that follow each other are one. lz4 and lzip tell where they end, compress goes on to
// the end of the input.
#ifndef URLSIEVE_INPUT_PACKED_MEMBER_HPP
#define URLSIEVE_INPUT_PACKED_MEMBER_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "src/input/archive_reader.hpp"
#include "src/input/file_archive.hpp"
#include "src/input/stored_window.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

class packed_member {
 public:
  // `window` stands at its first byte and outlives it; nobody else moves it until leave().
  packed_member(stored_window& window, file_archive kind);

  // Fills `out` with what follows of it; 0 at its end, nothing where the rest is lost.
  [[nodiscard]] std::optional<std::size_t> read(std::span<char> out);

  // The window goes to the first byte that was not used. Nothing else may be asked then, but of the fault.
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
