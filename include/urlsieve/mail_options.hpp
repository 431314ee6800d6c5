// Options of mail and news.
#ifndef URLSIEVE_MAIL_OPTIONS_HPP
#define URLSIEVE_MAIL_OPTIONS_HPP

#include <cstdint>

#include "urlsieve/enum_table.hpp"
#include "urlsieve/names.hpp"

namespace urlsieve {

// The header fields of a message to search for URLs. Links: fields that hold links by definition (List-* of
// RFC 2369, Archived-At of RFC 5064 ...). All: every field, and Message-IDs as mid: and news: URLs.
enum class header_choice : std::uint8_t { none, links, all };
template <>
inline constexpr auto words_for<header_choice> = enum_table<header_choice>(
    {{header_choice::none, "none"}, {header_choice::links, "links"}, {header_choice::all, "all"}});

struct mail_options {
  header_choice headers = header_choice::links;
  bool attachments = false;    // read application parts that are text, pages or messages, too
  bool keep_internal = false;  // keep references from one part of a message to another (RFC 2557)
  bool unwrap = false;         // undo the rewriting of links by mail gateways
};

}  // namespace urlsieve

#endif
