// Lets a splitter skip documents that the run does not need, without reading their bytes.
#ifndef URLSIEVE_DOCUMENTS_UNREAD_DOCUMENTS_HPP
#define URLSIEVE_DOCUMENTS_UNREAD_DOCUMENTS_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "urlsieve/stats.hpp"

namespace urlsieve {

struct slice;

class unread_documents {
 public:
  virtual ~unread_documents() = default;

  // Returns `size` bytes of the input at `offset`, ahead of the bytes given to split(); fewer if the input
  // ends there; none if they cannot be read. Valid until the next call. Requires: `size` is at most
  // most_looked_at.
  [[nodiscard]] virtual std::string_view look_at(std::uint64_t offset, std::size_t size) = 0;
  static constexpr std::size_t most_looked_at = 512;

  // Returns true if the run skips the document, and counts it as skipped. `head`: a slice whose bytes are the
  // headers alone.
  virtual bool skips(const slice& head, stats& counted) = 0;
};

}  // namespace urlsieve

#endif
