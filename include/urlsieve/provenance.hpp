// Where a reference came from: the input, and the record of a web archive or the message in it.
#ifndef URLSIEVE_PROVENANCE_HPP
#define URLSIEVE_PROVENANCE_HPP

#include <cstdint>
#include <optional>
#include <string_view>

namespace urlsieve {

// What is not known is empty. Views live as long as the sieved_url that points here.
struct provenance {
  std::string_view input;  // as it was named; of a member of an archive "outer.zip!member"
  // Where the record is in the input as it is stored (of a member of an archive of files: in the member), so
  // that these bytes alone give it again: the compressed member that it has to itself, or its own bytes in a
  // file that is not compressed. The offset is known of a record that begins a member, the length if it also
  // ends it and was held whole.
  std::optional<std::uint64_t> record_offset;
  std::optional<std::uint64_t> record_length;
  std::string_view record_id;           // WARC-Record-ID, without "<>"
  std::string_view date;                // of the record or message, UTC: "2024-02-29T12:00:00Z"
  std::string_view media_type;          // as HTTP or the record says it, lower case, without parameters
  std::optional<std::uint64_t> status;  // of HTTP
};

}  // namespace urlsieve

#endif
