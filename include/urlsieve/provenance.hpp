// The provenance of a reference: its input, and the enclosing web archive record or message.
#ifndef URLSIEVE_PROVENANCE_HPP
#define URLSIEVE_PROVENANCE_HPP

#include <cstdint>
#include <optional>
#include <string_view>

namespace urlsieve {

// Unknown members are empty. The views are valid as long as the sieved_url that points here.
struct provenance {
  std::string_view input;  // as the user named it; for an archive member "outer.zip!member"
  // The range of stored bytes from which the record can be read alone: a compressed member that holds only
  // this record, or the record in an uncompressed file. Offsets in an archive member count from the member.
  // The offset is set if the record begins a compressed member; the length if the record also ends the member
  // and was in memory as a whole.
  std::optional<std::uint64_t> record_offset;
  std::optional<std::uint64_t> record_length;
  std::string_view record_id;           // WARC-Record-ID, without "<>"
  std::string_view date;                // of the record or message, UTC: "2024-02-29T12:00:00Z"
  std::string_view media_type;          // of HTTP or the record, lower case, without parameters
  std::optional<std::uint64_t> status;  // HTTP status code
};

}  // namespace urlsieve

#endif
