// One call of splitter::split(): its arguments, and how much of the bytes is done.
#ifndef URLSIEVE_DOCUMENTS_SPLIT_CALL_HPP
#define URLSIEVE_DOCUMENTS_SPLIT_CALL_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "src/documents/splitter.hpp"

namespace urlsieve {

// Splitters take it by reference, step over what they have done with `done`, and ask has() before they
// decide: a decision that more bytes could turn over is not made.
struct split_call {
  std::string_view bytes;
  std::uint64_t offset;
  bool last;
  std::string_view input;
  std::vector<slice>& out;
  stats& counted;
  std::size_t done = 0;
  bool packed = false;   // see splitter::progress
  bool foreign = false;  // a record of another kind of archive begins here: the splitter stops

  [[nodiscard]] std::string_view rest() const { return bytes.substr(done); }
  [[nodiscard]] std::uint64_t at(std::size_t ahead = 0) const { return offset + done + ahead; }
  void damaged(damage reason, std::string_view detail) const {
    counted.damaged_at(reason, input, at(), detail);
  }
  // True if `size` bytes are there from `done` on, or never will be.
  [[nodiscard]] bool has(std::size_t size) const { return last || bytes.size() - done >= size; }
};

}  // namespace urlsieve

#endif
