// Compressed data behind text in one file, as `cat a.log b.log.gz` writes it.
#ifndef URLSIEVE_DOCUMENTS_MEMBERS_IN_TEXT_HPP
#define URLSIEVE_DOCUMENTS_MEMBERS_IN_TEXT_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "urlsieve/output_compression.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

struct member_in_text {
  std::size_t begin;  // offset in the text
  compression kind;
};

// Returns the places in `text` with the magic bytes of compressed members (sniff_compression()), in order.
// Returns none if no byte is NUL, because compressed data has NULs.
[[nodiscard]] std::vector<member_in_text> find_members_in_text(std::string_view text);

// Counts the compressed members in `text` as damage::unknown_format, because their URLs are not found.
// `offset` is the place of `text` in the decompressed input.
void report_members_in_text(std::string_view text, std::string_view input, std::uint64_t offset,
                            stats& counted);

}  // namespace urlsieve

#endif
