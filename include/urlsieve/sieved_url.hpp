// A URL that was found, as it is handed on.
#ifndef URLSIEVE_SIEVED_URL_HPP
#define URLSIEVE_SIEVED_URL_HPP

#include <cstdint>
#include <string>
#include <string_view>

#include "urlsieve/provenance.hpp"
#include "urlsieve/reference.hpp"
#include "urlsieve/taker.hpp"
#include "urlsieve/url.hpp"

namespace urlsieve {

// The views live until the call that hands it on returns, and so do those that its functions give. These look
// at the URL each time they are asked; who wants several parts asks components() once. Any thread may.
struct sieved_url {
  std::string_view url;      // normalized to url_options::ladder
  std::string_view raw;      // as written
  std::string_view source;   // the document
  std::string_view where;    // "text", "a@href", "header:List-Archive" ...
  std::uint64_t offset = 0;  // bytes from the beginning of the (decompressed) input; of what is in no plain
                             // text that of the document
  std::uint16_t flags = 0;   // of namespace flag
  delimiter delimited = delimiter::none;
  std::string_view rel;         // with link_options::note_context
  std::string_view text;        // likewise: the anchor text
  std::string_view message_id;  // of the message that it stood in, without "<>"
  std::string_view part;        // of that message: "1.2" (RFC 3501 section 6.4.5)
  // Where it came from; null where output_options::fields names nothing of it (tells_provenance(),
  // fields.hpp).
  const provenance* from = nullptr;
  std::string_view part_type = {};  // the media type of the part of a message, which goes before from's
  std::uint64_t line = 0;           // of a text, a list or JSON Lines, likewise where it is named; 0: of none
  std::string_view column = {};     // of a table: its name in the header line, else its number from 1

  [[nodiscard]] std::string_view media_type() const {
    return !part_type.empty() || from == nullptr ? part_type : from->media_type;
  }

  [[nodiscard]] url_view components() const { return url_view::of(url); }
  [[nodiscard]] std::string_view host() const { return components().host(); }
  [[nodiscard]] std::string_view path() const { return components().path(); }
  [[nodiscard]] std::string_view query() const { return components().query(); }
  // The registrable domain of the host by the Public Suffix List; empty where it has none (an address, a
  // public suffix itself).
  [[nodiscard]] std::string_view domain() const;
  // What stands before that, and its end that is a public suffix: "www" and "co.uk" of "www.example.co.uk".
  [[nodiscard]] std::string_view subdomain() const;
  [[nodiscard]] std::string_view suffix() const;
  // Of the last segment of the path, in lower case: "gz" of "/a.tar.GZ".
  [[nodiscard]] std::string extension() const;
  // The sort-friendly form: "org,archive)/x".
  [[nodiscard]] std::string surt() const;
};

// The sort-friendly form of a URL in normal form (SURT, of the Internet Archive).
[[nodiscard]] std::string surt_of(std::string_view url);

// The registrable domain of a host in normal form; the whole host where it has none.
[[nodiscard]] std::string_view registrable_domain(std::string_view host);

using url_taker = taker<sieved_url>;

}  // namespace urlsieve

#endif
