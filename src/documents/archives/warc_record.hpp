// Reads the header of a WARC record (ISO 28500:2017 section 4, WARC 0.18 to 1.1), and finds the next record
// in damaged bytes.
#ifndef URLSIEVE_DOCUMENTS_WARC_RECORD_HPP
#define URLSIEVE_DOCUMENTS_WARC_RECORD_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace urlsieve {

// Views point into the header that was read.
struct warc_record {
  std::string_view type;                // WARC-Type, as written
  std::string_view target;              // WARC-Target-URI, without the angle brackets of WARC/1.0
  std::string_view media_type;          // Content-Type
  std::optional<std::uint64_t> length;  // nullopt: missing, not a number, contradictory, or absurd
  std::string_view length_as_written;
  std::string_view id;                        // WARC-Record-ID, without angle brackets
  std::optional<std::uint64_t> segment;       // WARC-Segment-Number
  std::string_view first_segment;             // WARC-Segment-Origin-ID, without angle brackets
  std::optional<std::uint64_t> total_length;  // WARC-Segment-Total-Length; set on the last segment only
  std::size_t header_size = 0;                // with the empty line
  std::string_view irregularity;  // a defect of a header that is readable nevertheless; empty: none
};

// Returns a URI without the angle brackets of WARC/1.0 around it, and the white space inside them.
[[nodiscard]] std::string_view without_brackets(std::string_view uri);

// The number of bytes that begins_record() and ends_record() may need.
inline constexpr std::size_t record_lookahead = 256;

// Returns true if `bytes` begins with a version line: "WARC/" in any case, a version, a line end.
[[nodiscard]] bool begins_record(std::string_view bytes);

// Returns true if `bytes` begins with the end of a record: two line ends, or blank lines before the next
// record or the end of `bytes`.
[[nodiscard]] bool ends_record(std::string_view bytes);

// Returns the offset, at or after `from`, of a record at an unexpected place; npos if there is none. The
// version line must be in upper case and be followed by a `WARC-` or `Content-` field. The version line may
// begin anywhere in a line, because a truncated record leaves the next record anywhere. Records closer than
// record_lookahead to the end of `bytes` may be missed.
[[nodiscard]] std::size_t find_record(std::string_view bytes, std::size_t from);

struct warc_header {
  std::optional<warc_record> record;  // nullopt: no empty line ends the header
  bool cut = false;                   // another record begins before the header ends; more bytes cannot help
};

// Reads the header at the start of `bytes`. Requires: begins_record(bytes).
[[nodiscard]] warc_header read_warc_header(std::string_view bytes);

// Returns the size of a record with the line ends that close it; its body ends at `end` of `bytes`.
[[nodiscard]] std::uint64_t closed_record_size(std::string_view bytes, std::size_t end);

// Returns the name under which to count a record type, limited in length because the input controls it.
[[nodiscard]] std::string counted_record_type(std::string_view type);

// Returns true if the record holds an HTTP response: other protocols (dns:) also have responses, and the
// declared type may be wrong.
[[nodiscard]] bool holds_http(const warc_record& record, std::string_view body);

}  // namespace urlsieve

#endif
