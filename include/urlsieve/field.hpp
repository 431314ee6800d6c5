// The columns of the output by name. column_table.hpp has the facts about each column.
#ifndef URLSIEVE_FIELD_HPP
#define URLSIEVE_FIELD_HPP

#include <cstddef>
#include <cstdint>

namespace urlsieve {

// Columns of the output, grouped by meaning.
enum class field : std::uint8_t {
  shard,  // number of the URL's shard
  url,
  key,
  scheme,  // components of the row's URL, up to surt; see is_of_url() in fields.hpp
  userinfo,
  host,
  subdomain,
  domain,
  suffix,
  port,
  path,
  extension,
  query,
  fragment,
  surt,
  count,          // references that gave the URL in the whole run
  sources,        // the first output_options::max_sources distinct sources
  first_date,     // earliest date of a run that found the URL
  last_date,      // latest date of a run that found the URL
  raw,            // the reference as written
  resolved,       // the URL before normalization: repaired and absolute
  source,         // the document: its URL, else the input's name
  offset,         // as sieved_url::offset
  input,          // provenance of a reference, up to line; see provenance.hpp
  record_offset,  // in the stored file
  record_length,
  record_id,
  date,
  media_type,
  status,
  line,
  where,       // as sieved_url::where
  delimited,   // name of the delimiter in text; see reference.hpp
  rel,         // rel of an HTML link
  text,        // anchor text of an HTML link
  message_id,  // of the enclosing message
  part,        // part number in the message: "1.2"
  column,      // table column: name in the header line, else number from 1
  flags
};

inline constexpr std::size_t field_count = static_cast<std::size_t>(field::flags) + 1;

}  // namespace urlsieve

#endif
