// Recognizes an index of records: a table whose rows name places of records in web archives.
#ifndef URLSIEVE_INPUT_LISTS_INDEX_LINE_HPP
#define URLSIEVE_INPUT_LISTS_INDEX_LINE_HPP

#include <array>
#include <string_view>

namespace urlsieve {

// The columns of a row that hold the place of a record. The first names are those of urlsieve, then those of
// the columnar index of Common Crawl, then those of CDXJ.
using place_columns = std::array<std::string_view, 3>;
inline constexpr std::array<place_columns, 3> place_column_sets{{
    {"input", "record-offset", "record-length"},
    {"warc_filename", "warc_record_offset", "warc_record_length"},
    {"filename", "offset", "length"},
}};

// Returns true if `line` is the first line of an index: a JSON object with all members of a place, such an
// object behind the key and the timestamp of CDXJ, or the names of columns, separated by TABs or commas, with
// all columns of a place. No name of a file is such a line.
[[nodiscard]] bool begins_index(std::string_view line);

// Returns true if `line` is the first line of a classic CDX index (" CDX N b a m s k r M S V g"): a
// separator, CDX, and one letter for each field.
[[nodiscard]] bool begins_classic_cdx(std::string_view line);
// The end of a message that begins with the name of the index.
inline constexpr std::string_view refusal_of_classic_cdx =
    "is a classic CDX index, and only CDXJ is read: name the archives, or index them again";

}  // namespace urlsieve

#endif
