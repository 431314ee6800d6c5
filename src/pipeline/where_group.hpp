// Under which name it is counted where a reference stood.
#ifndef URLSIEVE_PIPELINE_WHERE_GROUP_HPP
#define URLSIEVE_PIPELINE_WHERE_GROUP_HPP

#include <string>
#include <string_view>

namespace urlsieve {

// `where` of a reference or document, with what the input may name as it likes taken away: elements and
// attributes that are in no table are "other", as are fields of a header; the paths of JSON and of XML
// elements are "json" and "xml". What comes of it depends on the name alone, so that runs add up to one.
[[nodiscard]] std::string where_group(std::string_view where);

}  // namespace urlsieve

#endif
