// Parts of one file, read by different runs: which files can be read in parts, and where those are cut.
//
// A part is what begins in it, from where the file is asked to be cut to where it is asked next. Where it is
// cut follows from the file's bytes and that place alone, so runs that know nothing of each other agree:
//
//   text, lists, JSON Lines, CDX     at a line end that the format's splitter cuts at
//   the same in compressed members   where a member begins, and behind the first line end in it
//   WARC and ARC in members          where a member begins that begins with a record
#ifndef URLSIEVE_PIPELINE_INPUT_PARTS_HPP
#define URLSIEVE_PIPELINE_INPUT_PARTS_HPP

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "src/documents/formats.hpp"
#include "src/input/byte_source.hpp"
#include "src/input/listing.hpp"
#include "src/input/read_ahead.hpp"
#include "urlsieve/options.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

// The word of the format that a file is read as, if it can be read in parts; else empty, as for what cannot
// be read. Columns that count from the file's front (line; offset, of what is compressed) need all of it.
[[nodiscard]] std::string_view divisible_format(const std::string& path, const extract_options& options);

struct opened_part {
  std::unique_ptr<byte_source> source;  // null: it cannot be read, which is counted
  const format* as = nullptr;
  std::uint64_t offset = 0;  // of the first byte, in the input as it decompresses; 0 where that is not known
};

// REQUIRES: listed.part.
[[nodiscard]] opened_part open_part(const listed_input& listed, const extract_options& options,
                                    const read_ahead& ahead, stats& counted);

}  // namespace urlsieve

#endif
