// The arguments and progress of one call of splitter::split().
#ifndef URLSIEVE_DOCUMENTS_SPLIT_CALL_HPP
#define URLSIEVE_DOCUMENTS_SPLIT_CALL_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "src/documents/splitter.hpp"

namespace urlsieve {

// Splitters advance `done` over finished bytes. They call has() before a decision that further bytes could
// reverse.
struct split_call {
  std::string_view bytes;
  std::uint64_t offset;
  bool last;
  std::string_view input;
  std::vector<slice>& out;
  stats& counted;
  std::size_t done = 0;
  bool packed = false;   // see splitter::progress
  bool foreign = false;  // a record of another archive format begins here: the splitter stops

  // Returns the bytes that are not finished.
  [[nodiscard]] std::string_view rest() const { return bytes.substr(done); }
  // Returns the offset in the input of the byte that is `ahead` bytes behind `done`.
  [[nodiscard]] std::uint64_t at(std::size_t ahead = 0) const { return offset + done + ahead; }
  // Returns the slice of the record at `done`, with a header of `header_size` bytes and a body that ends at
  // `body_end`, both counted from `done`.
  [[nodiscard]] slice record_slice(std::size_t header_size, std::size_t body_end) const {
    slice record;
    record.bytes = rest().substr(header_size, body_end - header_size);
    record.offset = at();
    record.body_offset = static_cast<std::uint32_t>(header_size);
    record.record = record.offset;
    return record;
  }
  // Counts damage at the byte `done`.
  void damaged(damage reason, std::string_view detail) const {
    counted.damaged_at(reason, input, at(), detail);
  }
  // Returns true if at least `size` bytes follow `done`, or if the input ends.
  [[nodiscard]] bool has(std::size_t size) const { return last || bytes.size() - done >= size; }
};

}  // namespace urlsieve

#endif
