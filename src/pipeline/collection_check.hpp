// Compares the members of a collection of web archives (WACZ) with the list in its datapackage.json.
#ifndef URLSIEVE_PIPELINE_COLLECTION_CHECK_HPP
#define URLSIEVE_PIPELINE_COLLECTION_CHECK_HPP

#include <string_view>

#include "src/input/archives/member_checksums.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

// Compares `checksums`, computed from the members of the collection `name`, with the list. Counts differences
// as damage::wrong_checksum. Under the name of the member: members that differ from the list, and unlisted
// members in "archive/". Under `name`: listed members that are missing, and a missing or unreadable list.
// Does not compare members that were not read completely, because they were reported before. Counts unknown
// and missing checksums as skipped: "wacz:unknown-checksum", "wacz:no-checksum".
void check_collection(const member_checksums& checksums, std::string_view name, stats& counted);

}  // namespace urlsieve

#endif
