// The header of one record of a web archive (ISO 28500:2017 section 4, WARC 0.18 to 1.1), and where in
// damaged bytes the next record begins.
#ifndef URLSIEVE_DOCUMENTS_WARC_RECORD_HPP
#define URLSIEVE_DOCUMENTS_WARC_RECORD_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace urlsieve {

struct warc_record {
  std::string_view type;                // WARC-Type, as written
  std::string_view target;              // WARC-Target-URI, without the angle brackets of WARC/1.0
  std::string_view media_type;          // Content-Type
  std::optional<std::uint64_t> length;  // none: missing, no number, contradictory, absurd
  std::string_view length_as_written;
  std::string_view id;                        // WARC-Record-ID, without angle brackets
  std::optional<std::uint64_t> segment;       // WARC-Segment-Number
  std::string_view first_segment;             // WARC-Segment-Origin-ID, without angle brackets
  std::optional<std::uint64_t> total_length;  // WARC-Segment-Total-Length: this is the last segment
  std::size_t header_size = 0;                // with the empty line
  std::string_view irregularity;  // what is wrong with a header that can be read nevertheless, else empty
};

// How many bytes begins_record() and ends_record() may have to see.
inline constexpr std::size_t record_lookahead = 256;

// True where a record's version line stands: "WARC/" in any case, a version, a line end.
[[nodiscard]] bool begins_record(std::string_view bytes);

// What stands at the end of a record: two line ends, or blank lines and the next record or the end of input.
[[nodiscard]] bool ends_record(std::string_view bytes);

// Where in `bytes` at or after `from` a record begins that was not expected there: a version line in upper
// case with a field of web archives after it; npos if nowhere. It need not stand at the start of a line, as a
// record that was cut off leaves the next one anywhere. A record whose lookahead is not there is not found.
[[nodiscard]] std::size_t find_record(std::string_view bytes, std::size_t from);

struct warc_header {
  std::optional<warc_record> record;  // nothing where no empty line ends it
  bool cut = false;  // as another record begins before: it was cut off, and more tells nothing
};

// The header that begins `bytes`. REQUIRES: begins_record(bytes).
[[nodiscard]] warc_header read_warc_header(std::string_view bytes);

}  // namespace urlsieve

#endif
