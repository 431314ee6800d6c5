// Holds the members of a collection of web archives (WACZ) against what its datapackage.json lists.
#ifndef URLSIEVE_PIPELINE_COLLECTION_CHECK_HPP
#define URLSIEVE_PIPELINE_COLLECTION_CHECK_HPP

#include <string_view>

#include "src/input/member_checksums.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

// Counts as damage::wrong_checksum, under the member's name: one that is not as it is listed, and one in
// "archive/" that is not listed; under the collection's, `name`: one that is listed and not there, and a list
// that is not there or cannot be read. Members that could not be read whole were told before. A kind of
// checksum that is not known, and none, are counted as passed over: "wacz:unknown-checksum",
// "wacz:no-checksum".
void check_collection(const member_checksums& of, std::string_view name, stats& counted);

}  // namespace urlsieve

#endif
