// Groups the places of references for counting.
#ifndef URLSIEVE_PIPELINE_WHERE_GROUP_HPP
#define URLSIEVE_PIPELINE_WHERE_GROUP_HPP

#include <string>
#include <string_view>

namespace urlsieve {

// Returns `where` of a reference or document, without names that the input may choose freely. Unknown
// elements, attributes and header fields become "other"; paths of JSON and XML become "json" and "xml". The
// result depends on `where` alone, so counts of several runs can be added.
[[nodiscard]] std::string where_group(std::string_view where);

}  // namespace urlsieve

#endif
